import path from 'node:path';
import * as prettier from 'prettier';
import * as z from 'zod';
import { configurationSchema } from '../../src/configuration/schema.ts';
import { snapshotSchema } from '../../src/sources/snapshotSchema.ts';
import { taskFileSchema } from '../../src/sources/taskFile.ts';
import { schemas } from '../../src/protocol/schemas.ts';
import { configurationPage, type JsonSchema } from './configurationPage.ts';
import { protocolPage } from './protocolPage.ts';
import { readProtocol } from './protocolTypes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** As people write it: what has a default may be left out. Draft 7 is the newest that VS Code knows in full. */
const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });

/** Every file of the repository that is made from the schemas: path from the root -> content. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const configuration = jsonSchemaOf(configurationSchema);
  const tasks = jsonSchemaOf(taskFileSchema);
  const parameters = Object.entries(schemas).map(
    ([method, schema]) => [method, jsonSchemaOf(schema)] as const,
  );
  return new Map([
    [
      'schemas/config.schema.json',
      await forEditors({
        title: 'Signalbox configuration',
        description: 'How this repository is worked on by several agents.',
        ...configuration,
      }),
    ],
    ['schemas/tasks.schema.json', await forEditors(tasks)],
    [
      'docs/hub.schema.json',
      await formatted({ title: 'Snapshot of a hub, version 1', ...jsonSchemaOf(snapshotSchema) }),
    ],
    ['docs/configuration.md', configurationPage(configuration, tasks)],
    ['docs/protocol.md', protocolPage(readProtocol(), Object.fromEntries(parameters))],
  ]);
}

/** Comments are accepted when the files are read; VS Code accepts them where the schema says so. */
async function forEditors(schema: JsonSchema): Promise<string> {
  const { $schema, ...rest } = schema;
  return formatted({ $schema, allowComments: true, allowTrailingCommas: true, ...rest });
}

async function formatted(schema: object): Promise<string> {
  const withoutRules = JSON.stringify(schema, (key, value: unknown) => (key === 'rule' ? undefined : value));
  const config = await prettier.resolveConfig(path.join(root, 'schemas/config.schema.json'));
  return prettier.format(withoutRules, { ...config, parser: 'json' });
}
