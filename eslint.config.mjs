import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Rule options of one kind replace each other, so each kind is a list here and is put together per folder below.

const everywhere = [
  {
    selector:
      ':matches(ImportDeclaration, ExportNamedDeclaration, ImportExpression)[source.value=/^\\.{1,2}\\/(?!.*\\.\\w+$)/]',
    message: 'Name the file with its extension: ./x.ts',
  },
];

const source = [
  ...everywhere,
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name.' },
  {
    selector: ':matches(ExportAllDeclaration, ExportNamedDeclaration[source])',
    message: 'No barrels: import from the file that declares it.',
  },
];

const inPureCode = 'Pure code is given its instants and ids by the caller, so that a replay yields the same.';
const pure = [
  ...source,
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: inPureCode },
  {
    selector: 'MemberExpression[object.name="Date"]:not([property.name=/^(UTC|parse)$/])',
    message: inPureCode,
  },
  {
    selector:
      'Identifier[name="Date"]:not(NewExpression > .callee):not(MemberExpression > .object):not(TSTypeReference > *)',
    message: inPureCode,
  },
  { selector: 'Identifier[name="Math"]:not(MemberExpression > .object)', message: inPureCode },
  {
    selector:
      'MemberExpression[property.name=/^(toLocale\\w*|localeCompare|getTimezoneOffset|getDate|getDay|getFullYear|getHours|getMinutes|getMonth|getSeconds)$/]',
    message: 'Time zone and language differ between machines; a replay has to yield the same on each.',
  },
];
const pureGlobals = [
  ...['process', 'performance', 'crypto', 'console', 'globalThis', 'global', 'self', 'window', 'document'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'clearTimeout', 'clearInterval'],
  ...['clearImmediate', 'requestAnimationFrame', 'fetch', 'Intl', 'Buffer', 'require'],
].map((name) => ({ name, message: inPureCode }));
const pureImports = [
  ...['crypto', 'perf_hooks', 'timers', 'timers/promises', 'process'].flatMap((name) => [
    name,
    `node:${name}`,
  ]),
].map((name) => ({ name, message: inPureCode }));

const tests = [
  ...everywhere,
  {
    selector:
      'MemberExpression[object.name=/^(describe|context|suite|it|specify|test)$/][property.name=/^(only|skip)$/]',
    message: 'Every test runs, always.',
  },
  {
    selector: 'CallExpression[callee.object.type="ThisExpression"][callee.property.name="skip"]',
    message: 'Every test runs, always.',
  },
  {
    selector: 'CallExpression[callee.name=/^x(describe|context|it|specify)$/]',
    message: 'Every test runs, always.',
  },
];

export default defineConfig(
  globalIgnores([
    'dist/',
    'coverage/',
    '.signalbox/',
    '.vscode-test/',
    '.editor/',
    '.bench/',
    '**/fixtures/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // `[...text]` is how to get at code points.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/prefer-readonly': 'error',
      // A port is asynchronous whether or not one adapter of it has something to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      complexity: ['error', { max: 15, variant: 'modified' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300, skipComments: true }],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-warning-comments': [
        'error',
        { terms: ['c8 ignore', 'v8 ignore', 'node:coverage'], location: 'anywhere' },
      ],
      'no-restricted-syntax': ['error', ...source],
    },
  },
  {
    files: ['src/{base,core,coordinator}/**/*.ts'],
    linterOptions: { noInlineConfig: true },
    rules: {
      'no-restricted-globals': ['error', ...pureGlobals],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...pureImports,
            { name: '@noble/hashes/utils.js', importNames: ['randomBytes'], message: inPureCode },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: inPureCode },
        { object: 'Math', property: 'random', message: inPureCode },
      ],
      'no-restricted-syntax': ['error', ...pure],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 600, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': ['error', ...tests],
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'Buffer', 'setTimeout', 'clearTimeout'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { require: 'readonly', module: 'writable', __dirname: 'readonly' } },
  },
);
