import os from 'node:os';

/** Where a run was made, as far as its figures depend on it. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  readonly cores: number;
  /** Programs that wanted a core, on average over the run; about 2 are the bench itself. */
  readonly load: number;
}

/** @param loads taken while the run went on */
export function machineOf(loads: readonly number[]): Machine {
  const load = loads.reduce((sum, one) => sum + one, 0) / loads.length;
  const { version, platform, arch } = process;
  return { node: version, platform, arch, cores: os.cpus().length, load };
}
