/** Entry of the second thread; the host bundles it beside sql.js's wasm and gives its place to `threadAt`. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { nodeFiles } from '../nodeFiles.ts';
import { holdOpen } from './holdOpen.ts';
import { serveThread, type ThreadStart } from './serveThread.ts';
import { startSql } from './startSql.ts';
import { StoreWorker } from './storeWorker.ts';

if (parentPort !== null) {
  const { compiled } = workerData as ThreadStart;
  const starting = startSql(join(__dirname, 'sql-wasm.wasm'), compiled);
  serveThread(parentPort, starting, ({ sql }) => new StoreWorker(nodeFiles, sql, holdOpen));
}
