import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { groupLabels } from '../../src/vscode/leaseRows.ts';

const checkout = path.resolve(import.meta.dirname, '../..');

/** The first argument of each `l10n.t`, which has to be a text as it stands: tools for translators look for that. */
function texts(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source).endsWith('l10n.t')) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteralLike(first)) found.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('l10n/bundle.l10n.json', () => {
  it('has each text that the code says, and no other', () => {
    const folder = path.join(checkout, 'src/vscode');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const said = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => texts(path.join(folder, file)));
    const bundle = JSON.parse(readFileSync(path.join(checkout, 'l10n/bundle.l10n.json'), 'utf8')) as object;
    const expected = [...new Set([...said, ...Object.values(groupLabels)])].sort();
    assert.deepEqual(bundle, Object.fromEntries(expected.map((text) => [text, text])));
  });
});
