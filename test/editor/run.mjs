// Runs the tests that need a real VS Code: `node test/editor/run.mjs --kind host|ui --version newest|oldest`.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('./harness/main.ts');
process.exitCode = await main(process.argv.slice(2));
