import path from 'node:path';

/** Of the user's, or of another program that runs the tests: none of it may reach what is started. */
const foreign = /^(SIGNALBOX_|GIT_|XDG_|NODE_OPTIONS|TMUX|https?_proxy)/i;

/** For everything that a made-up workspace starts: a home of its own, so that nothing of the user's is touched. */
export function ownEnvironment(who: string, home: string, run: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const email = `${who.toLowerCase()}@example.invalid`;
  return {
    ...Object.fromEntries(others),
    HOME: home,
    USERPROFILE: home,
    APPDATA: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_RUNTIME_DIR: run,
    SIGNALBOX_NODE: process.execPath,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: who,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: who,
    GIT_COMMITTER_EMAIL: email,
  };
}
