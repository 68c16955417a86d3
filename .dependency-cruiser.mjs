// Which folder of src may import from which: the layer table of the architecture. A folder that is missing here may
// import nothing and be imported by nobody. `types` are folders of which only types may be imported.
export const layers = {
  base: { imports: [] },
  core: { imports: ['base'] },
  files: { imports: ['base'] },
  configuration: { imports: ['base', 'core', 'files'] },
  coordinator: { imports: ['base', 'core'] },
  store: { imports: ['base', 'core', 'coordinator'] },
  sources: { imports: ['base', 'core', 'coordinator', 'files'] },
  transports: { imports: ['base', 'core', 'coordinator'] },
  protocol: { imports: ['base'], types: ['core'] },
  ipc: { imports: ['base', 'protocol'] },
  agents: { imports: ['base', 'protocol'], types: ['core'] },
  host: {
    imports: [
      ...['base', 'core', 'files', 'configuration', 'coordinator', 'store', 'sources', 'transports'],
      ...['protocol', 'ipc', 'agents'],
    ],
  },
  cli: { imports: ['base', 'files', 'protocol', 'ipc', 'agents'], types: ['core'] },
  mcp: { imports: ['base', 'protocol', 'ipc', 'agents'], types: ['core'] },
  vscode: { imports: ['base', 'protocol', 'ipc', 'agents', 'host'], types: ['core', 'configuration'] },
  webview: { imports: ['base', 'protocol'], types: ['core'] },
};

const anyOf = (folders) => `(${folders.join('|')})`;

function layerRules([folder, { imports, types = [] }]) {
  const from = { path: `^src/${folder}/` };
  return [
    {
      name: `layer-${folder}`,
      comment: `src/${folder} may import from: ${[...imports, ...types].join(', ') || 'nothing'}.`,
      severity: 'error',
      from,
      to: { path: '^src/', pathNot: `^src/${anyOf([folder, ...imports, ...types])}/` },
    },
    ...(types.length === 0
      ? []
      : [
          {
            name: `types-only-${folder}`,
            comment: `src/${folder} may import only types of: ${types.join(', ')}.`,
            severity: 'error',
            from,
            to: { path: `^src/${anyOf(types)}/`, dependencyTypesNot: ['type-only'] },
          },
        ]),
  ];
}

const installed = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];
const packages = (name) => `(^|/)node_modules/(@types/)?${name}(/|$)`;
const packageRule = (name, comment, folders) => ({
  name: `only-some-import-${name}`,
  comment,
  severity: 'error',
  from: { path: '^src/', pathNot: folders.map((folder) => `^src/${folder}`) },
  to: { path: [packages(name.replace('.', '\\.')), `^${name.replace('.', '\\.')}$`] },
});

export default {
  forbidden: [
    ...Object.entries(layers).flatMap(layerRules),
    {
      name: 'layer-unknown',
      comment: 'Every folder of src has a row in the layer table.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf(Object.keys(layers))}/` },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-tests-in-src',
      comment: 'What is shipped does not depend on its tests.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-node-in-pure-code',
      comment: 'base, core and the board run anywhere.',
      severity: 'error',
      from: { path: '^src/(base|core|webview)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-packages-in-base',
      comment: 'base is made of the language alone.',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { dependencyTypes: installed },
    },
    {
      name: 'only-hashes-in-core',
      comment: 'core uses pure hashes and no other package.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypes: installed, pathNot: packages('@noble/hashes') },
    },
    packageRule('vscode', 'Only src/vscode knows the editor.', ['vscode/']),
    packageRule('sql.js', 'Only src/store knows SQL.', ['store/']),
    packageRule('undici', 'Only the source of kind hub speaks HTTP.', ['sources/hub/']),
    packageRule('zod', 'The command line starts fast, so what it imports must not validate by zod.', [
      ...['files/', 'configuration/', 'sources/', 'protocol/schemas\\.ts$', 'host/', 'mcp/'],
    ]),
    {
      name: 'schemas-for-servers',
      comment: 'protocol/schemas.ts brings zod along.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(host|mcp)/' },
      to: { path: '^src/protocol/schemas\\.ts$' },
    },
    {
      name: 'resolvable',
      comment: 'Every import names something that is there.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)fixtures/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
