import path from 'node:path';

/** Whether a folder is another or lies below it; both real paths. */
export function liesIn(folder: string, parent: string): boolean {
  const relative = path.relative(parent, folder);
  return (
    relative === '' ||
    (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}
