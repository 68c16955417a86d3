import { type Document, LineCounter, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import { type Result, err, ok } from '../base/result.ts';
import { type FileProblem, type KeyPath, type Place, fileProblem } from './fileProblem.ts';
import type { TextDocument } from './textDocument.ts';

/** Enough for hand-written sharing; a file that multiplies itself by aliases is refused. */
const MAX_ALIASES = 50;

/**
 * Reads one YAML 1.2 document made of plain data. Refused, with the place: syntax errors, a key given twice, custom tags,
 * keys that are not text, several documents, too many aliases.
 */
export function readYaml(text: string): Result<TextDocument, readonly FileProblem[]> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    schema: 'core',
    resolveKnownTags: false,
    stringKeys: true,
    uniqueKeys: true,
    prettyErrors: false,
    // Below it, a second document in the file would be passed over without a word.
    logLevel: 'error',
    lineCounter,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    const what = fault.code.replaceAll('_', ' ').toLowerCase();
    const sentence = `this is not YAML that can be read here (${what}): correct it here or just before.`;
    return err([fileProblem([], placeAt(fault.pos[0]), sentence)]);
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return ok({ value, placeOf: (path) => placeOf(document, path, placeAt) });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const sentence = `aliases are missing or multiply too far (at most ${MAX_ALIASES}): write the values out.`;
    return err([fileProblem([], null, sentence)]);
  }
}

function placeOf(document: Document, path: KeyPath, placeAt: (offset: number) => Place): Place | null {
  let node: unknown = document.contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const step of path) {
    let at: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      at = pair?.key;
      node = pair?.value;
    } else {
      node = isSeq(node) && typeof step === 'number' ? node.items[step] : undefined;
      at = node;
    }
    if (!isNode(at)) break;
    offset = at.range?.[0] ?? offset;
  }
  return offset === undefined ? null : placeAt(offset);
}
