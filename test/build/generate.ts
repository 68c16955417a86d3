/** `npm run generate`: writes the files that are made from the schemas. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles } from './generatedFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');
for (const [name, content] of await generatedFiles()) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), content);
}
