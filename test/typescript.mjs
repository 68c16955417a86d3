// Loads .ts files with their types blanked out, so that places in stack traces and in coverage are those of the source.
import 'ts-blank-space/register';

// Mocha `require`s tests where Node can require modules, and that way knows nothing of .ts before Node 22.
Object.defineProperty(process.features, 'require_module', { value: false });
