import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the loader needs of the disk. */
export interface ConfigurationFiles {
  /** Text of the file; null: there is none. Throws when it can't be read, with a message for people. */
  read(): string | null;
  /** The same for two paths of one folder; relative ones begin at the root. */
  resolve(given: string): string;
}

/** Far above any configuration that a person writes. */
const MAX_BYTES = 1024 * 1024;

/** `.signalbox/config.json` of a workspace. */
export function configurationFile(root: string): ConfigurationFiles {
  const file = path.join(root, '.signalbox', 'config.json');
  return {
    read: () => {
      try {
        const stats = statSync(file, { throwIfNoEntry: false });
        if (stats === undefined) return null;
        // A pipe would never end, and a device would never fill.
        if (!stats.isFile()) throw new Error('it is no file: put a file there');
        if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes: make it smaller`);
        return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
      } catch (error) {
        throw new Error(`the configuration can't be read, ${reasonOf(error)}`, { cause: error });
      }
    },
    resolve: (given) => {
      const absolute = path.resolve(root, given);
      try {
        return realpathSync.native(absolute);
      } catch {
        // A repo that is not there yet has only its name to go by.
        return absolute;
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8: save it as UTF-8';
  if (code === 'EACCES' || code === 'EPERM')
    return `access is refused (${code}): give yourself the right to read it`;
  return code === undefined ? error.message : `${code}: see to the disk`;
}
