import Mocha from 'mocha';

/** Says a line between the lines of the reporter, which the runner prints at the end. */
export const say = (line: string): void => Mocha.reporters.Base.consoleLog(`        ${line}`);
