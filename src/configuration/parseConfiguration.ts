import path from 'node:path';
import { type Result, err, ok } from '../base/result.ts';
import type { Settings } from '../core/model/settings.ts';
import { explainIssues } from '../files/explainIssues.ts';
import { type FileProblem, fileProblem, pathText } from '../files/fileProblem.ts';
import { readJson } from '../files/jsonDocument.ts';
import type { TextDocument } from '../files/textDocument.ts';
import { crossChecks } from './crossChecks.ts';
import { configurationSchema } from './schema.ts';
import { reposOf, toSettings } from './toSettings.ts';

/** Why a configuration is refused: key, type of its value, rule, next step (C21). */
export type ConfigurationProblem = FileProblem;

export interface ConfigurationContext {
  /** Name of the workspace's folder: the default repo is called after it. */
  readonly rootName: string;
  /** What two paths of the same folder have in common; by default their normal form, links not followed. */
  readonly resolvePath?: (path: string) => string;
}

/** Reads the text of `.signalbox/config.json`. The settings are what it asks for; C22 says what of it may hold. */
export function parseConfiguration(
  text: string,
  context: ConfigurationContext,
): Result<Settings, readonly ConfigurationProblem[]> {
  const document = readJson(text);
  return document.ok ? checkDocument(document.value, context) : document;
}

/** The same for a value that is already read; its problems have no place. */
export const checkConfiguration = (
  value: unknown,
  context: ConfigurationContext,
): Result<Settings, readonly ConfigurationProblem[]> =>
  checkDocument({ value, placeOf: () => null }, context);

/** What holds when there is no file. */
export function defaultSettings(rootName: string): Settings {
  return toSettings(configurationSchema.parse({}), rootName);
}

function checkDocument(
  document: TextDocument,
  { rootName, resolvePath = (given) => path.resolve('/', rootName, given) }: ConfigurationContext,
): Result<Settings, readonly ConfigurationProblem[]> {
  const checked = configurationSchema.safeParse(document.value);
  if (!checked.success) return err(explainIssues(checked.error.issues, document, 'the configuration'));
  const problems = crossChecks(checked.data, reposOf(checked.data, rootName), resolvePath).map(
    ({ path: key, sentence }) => fileProblem(key, document.placeOf(key), `${pathText(key)} ${sentence}`),
  );
  return problems.length > 0 ? err(problems) : ok(toSettings(checked.data, rootName));
}
