/** How long the socket is fuzzed, and with which seed: a minute, and always the same, in `npm test`. */
export interface FuzzScale {
  readonly seed: number;
  readonly seconds: number;
}

export function fuzzScale(env: NodeJS.ProcessEnv = process.env): FuzzScale {
  const number = (name: string, otherwise: number) => Number(env[`SIGNALBOX_FUZZ_${name}`] ?? otherwise);
  return { seed: number('SEED', 20_240_601), seconds: number('SECONDS', 60) };
}
