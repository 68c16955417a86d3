import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandIds, viewIds } from '../../src/vscode/ids.ts';

interface Entry {
  readonly command?: string;
  readonly id?: string;
  readonly view?: string;
  readonly icon?: string;
  readonly when?: string;
}
interface Manifest {
  readonly icon: string;
  readonly contributes: {
    readonly commands: readonly Entry[];
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly views: Readonly<Record<string, readonly Entry[]>>;
    readonly viewsContainers: Readonly<Record<string, readonly Entry[]>>;
    readonly viewsWelcome: readonly Entry[];
  };
}

const checkout = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(checkout, file), 'utf8');
const text = read('package.json');
const { contributes, icon } = JSON.parse(text) as Manifest;
const sorted = (items: Iterable<string | undefined>): string[] => [...new Set(items)].map(String).sort();

describe('package.json against the code', () => {
  it('names the commands that the code has, and no other', () => {
    assert.deepEqual(
      sorted(contributes.commands.map(({ command }) => command)),
      sorted(Object.values(commandIds)),
    );
  });

  it('names the views that the code has, and no other', () => {
    const views = Object.values(contributes.views).flat();
    assert.deepEqual(sorted(views.map(({ id }) => id)), sorted(Object.values(viewIds)));
  });

  it('has menus only for its commands and welcome texts only for its views', () => {
    const commands: readonly string[] = Object.values(commandIds);
    const inMenus = Object.values(contributes.menus).flat();
    assert.deepEqual(
      inMenus.filter(({ command = '' }) => !commands.includes(command)),
      [],
    );
    const views: readonly string[] = Object.values(viewIds);
    assert.deepEqual(
      contributes.viewsWelcome.filter(({ view = '' }) => !views.includes(view)),
      [],
    );
  });

  it('has a text for each placeholder, and a placeholder for each text', () => {
    const texts = Object.keys(JSON.parse(read('package.nls.json')) as Record<string, string>);
    const used = [...text.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    assert.deepEqual(sorted(used), sorted(texts));
  });

  it('has the pictures that it names', () => {
    const icons = Object.values({ ...contributes.viewsContainers, ...contributes.views }).flat();
    const files = [icon, ...icons.map((entry) => entry.icon ?? '')];
    assert.deepEqual(
      files.filter((file) => !existsSync(path.join(checkout, file))),
      [],
    );
  });
});
