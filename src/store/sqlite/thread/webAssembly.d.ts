/** What this folder uses of Node's WebAssembly, which Node's own types leave to those of browsers. */
declare namespace WebAssembly {
  type Imports = Readonly<Record<string, unknown>>;
  type Exports = Readonly<Record<string, unknown>>;
  interface Instance {
    readonly exports: Exports;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  const Instance: new (module: Module, imports: Imports) => Instance;
}
