/** A hub as the configuration names it, already checked there (C21). */
export interface HubOptions {
  /** http or https, without user or password. */
  readonly url: string;
  /** Name of an environment variable. */
  readonly tokenEnv?: string;
  /** Absolute, from the home folder (`~/...`), or relative to the root. */
  readonly tokenFile?: string;
}

/** What a hub's source needs of the machine. */
export interface HubSurroundings {
  /** Absolute path of the folder that holds `.signalbox/`. */
  readonly root: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Of Signalbox: the hub is told. */
  readonly version: string;
  /** Epoch ms. */
  readonly now: () => number;
}
