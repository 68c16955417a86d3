import type { KeyPath } from '../files/fileProblem.ts';
import { nearestName } from '../files/nearestName.ts';
import type { ConfigurationFile } from './schema.ts';

/** What one key says against another: the place, and a sentence that goes on from the key's name. */
export interface Contradiction {
  readonly path: KeyPath;
  readonly sentence: string;
}

/**
 * The rules that look at more than one key (C21). They are not part of the schema, because an editor could not show them.
 *
 * @param repos slug -> path, the default included.
 * @param resolvePath what two paths of the same folder have in common.
 */
export function crossChecks(
  file: ConfigurationFile,
  repos: Readonly<Record<string, string>>,
  resolvePath: (path: string) => string,
): readonly Contradiction[] {
  return [
    ...oneFolderTwice(repos, resolvePath),
    ...workerRepos(file, Object.keys(repos)),
    ...sourceKinds(file),
    ...(file.policyProfile === 'strict' ? strictRefusals(file) : []),
  ];
}

/** Two names for one folder would let two writers in (C6). */
function oneFolderTwice(
  repos: Readonly<Record<string, string>>,
  resolvePath: (path: string) => string,
): Contradiction[] {
  const slugs = new Map<string, string>();
  return Object.entries(repos).flatMap(([slug, path]) => {
    const folder = resolvePath(path);
    const other = slugs.get(folder);
    slugs.set(folder, other ?? slug);
    if (other === undefined) return [];
    return [{ path: ['repos', slug], sentence: `is the same folder as repos.${other}: keep one of them.` }];
  });
}

function workerRepos({ workers }: ConfigurationFile, slugs: readonly string[]): Contradiction[] {
  return Object.entries(workers).flatMap(([id, { repos }]) =>
    repos.flatMap((slug, index) => {
      const path = ['workers', id, 'repos', index];
      if (repos.indexOf(slug) < index) return [{ path, sentence: 'is given twice: remove it.' }];
      if (slugs.includes(slug)) return [];
      const meant = nearestName(slug, slugs);
      const hint = meant === undefined ? `use one of ${slugs.join(', ')}.` : `did you mean ${meant}?`;
      return [{ path, sentence: `is no configured repo: add it to repos, or ${hint}` }];
    }),
  );
}

/** The register's own tasks go by the name `workspace`; two sources of one folder would see each task twice. */
function sourceKinds({ sources }: ConfigurationFile): Contradiction[] {
  const fileSources = Object.keys(sources).filter((name) => sources[name]?.kind === 'file');
  return Object.entries(sources).flatMap(([name, source]) => {
    const path = ['sources', name];
    if ((source.kind === 'workspace') !== (name === 'workspace')) {
      return [
        { path, sentence: 'does not fit: the source of kind "workspace", and no other, is named workspace.' },
      ];
    }
    if (source.kind === 'file' && name !== fileSources[0]) {
      return [{ path, sentence: 'is a second source of kind "file": keep one of them.' }];
    }
    if (source.kind === 'hub' && source.tokenEnv !== undefined && source.tokenFile !== undefined) {
      return [{ path, sentence: 'has both tokenEnv and tokenFile: keep one of them.' }];
    }
    return [];
  });
}

function strictRefusals(file: ConfigurationFile): Contradiction[] {
  const refused = {
    allow: file.allow.length > 0,
    adoptInProgress: file.adoptInProgress,
    workerTasks: file.workerTasks,
    dirtyTree: file.dirtyTree === 'continue',
  };
  const sentence = 'is refused by policyProfile "strict": remove it, or choose "standard".';
  return Object.entries(refused).flatMap(([key, isRefused]) =>
    isRefused ? [{ path: [key], sentence }] : [],
  );
}
