// `npm run rules`: which tests state which rule, and a failure when a rule that counts by now has none. A test states a
// rule when its title, or that of a block around it, has the rule's id as a word: `describe('C9: ...')`.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The step that the product has reached. */
const STEP = 2;

const ids = (letter, from, to) => Array.from({ length: to - from + 1 }, (_, i) => `${letter}${from + i}`);

/** The step from which on each rule counts. */
const rules = new Map([
  ...[...ids('C', 1, 22), ...ids('W', 1, 7), ...ids('T', 1, 9), 'S6'].map((id) => [id, 1]),
  ...ids('S', 1, 5).map((id) => [id, 2]),
]);

const blocks = new Set(['describe', 'context', 'suite']);
const tests = new Set(['it', 'specify', 'test']);

/** A title's fixed text; what a template fills in is left out. */
function textOf(title) {
  if (title === undefined) return '';
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return '';
  return title.head.text + title.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** store.md has letters of its own, which are no rules: `store.md C1: ...`. */
const namedBy = (text) =>
  (text.replaceAll(/store\.md [A-Z]\d+/g, '').match(/\b[A-Z]\d+\b/g) ?? []).filter((id) => rules.has(id));

function collect(file, found) {
  const visit = (node, outer) => {
    let inner = outer;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text;
      const title = textOf(node.arguments[0]);
      if (blocks.has(name) || tests.has(name)) inner = new Set([...outer, ...namedBy(title)]);
      if (tests.has(name)) for (const id of inner) found.get(id).push(title);
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023), new Set());
}

const folder = import.meta.dirname;
const found = new Map([...rules.keys()].map((id) => [id, []]));
for (const file of readdirSync(folder, { recursive: true }).sort()) {
  if (file.endsWith('.ts')) collect(path.join(folder, file), found);
}

const shown = (titles) => {
  const first = titles.slice(0, 2).map((title) => (title.length > 60 ? `${title.slice(0, 59)}…` : title));
  return [...first, ...(titles.length > 2 ? ['…'] : [])].join(' | ');
};
const missing = [];
for (const [id, step] of rules) {
  const titles = found.get(id);
  const isMissing = titles.length === 0 && step <= STEP;
  if (isMissing) missing.push(id);
  const note = isMissing ? 'MISSING' : titles.length === 0 ? `from step ${step} on` : shown(titles);
  console.log(`${id.padEnd(4)}${String(titles.length).padStart(4)}  ${note}`);
}
console.log(
  missing.length === 0
    ? `Every rule of step ${STEP} has a test.`
    : `Rules of step ${STEP} without a test: ${missing.join(', ')}`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
