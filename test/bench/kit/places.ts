import {
  closeSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** Repos of a workspace that is measured: one worker each, so that many can hold a lease at once. */
export const repoNames = Array.from({ length: 64 }, (_, index) => `repo${String(index).padStart(2, '0')}`);

/** Where a run works: all in one folder, so on one disk, and nothing of it left but what is worth keeping. */
export class Places {
  /** Kept between runs: stores to begin with, and the packages that are compared with. */
  readonly kept = resolve('.bench');
  readonly folder: string;
  readonly bundles: string;
  readonly userFolder: string;

  constructor() {
    mkdirSync(this.kept, { recursive: true });
    this.folder = mkdtempSync(join(this.kept, 'run-'));
    this.bundles = join(this.folder, 'bundles');
    this.userFolder = join(this.folder, 'user');
    // The bundles in dist/ may be built anew while the run goes on.
    cpSync('dist', this.bundles, { recursive: true });
  }

  /** A new workspace. @param store a store to begin with, whose files are copied */
  root(name: string, store: string | null = null): string {
    const root = join(this.folder, name);
    const home = join(root, '.signalbox');
    mkdirSync(home, { recursive: true });
    for (const repo of repoNames) mkdirSync(join(root, repo));
    const repos = Object.fromEntries(repoNames.map((repo) => [repo, repo]));
    writeFileSync(join(home, 'config.json'), JSON.stringify({ repos }));
    if (store !== null) copySynced(store, join(home, 'state'));
    return root;
  }

  /** What a host and its clients have to know of the workspace. */
  of(root: string): { readonly root: string; readonly bundles: string; readonly userFolder: string } {
    const { bundles, userFolder } = this;
    return { root, bundles, userFolder };
  }

  remove(root: string): void {
    rmSync(root, { recursive: true, force: true });
  }

  dispose(): void {
    this.remove(this.folder);
  }
}

/** What is not on the disk yet would be written in the time that is measured. */
function copySynced(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of [...readdirSync(to), '.']) {
    const descriptor = openSync(join(to, name), 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  }
}
