/** Entry of the second thread; the host bundles it beside sql.js's wasm and gives its place to `threadAt`. */
import { parentPort } from 'node:worker_threads';
import initSqlJs from 'sql.js';
import { nodeFiles } from '../nodeFiles.ts';
import { holdOpen } from './holdOpen.ts';
import { serveThread } from './serveThread.ts';
import { StoreWorker } from './storeWorker.ts';

if (parentPort !== null) {
  serveThread(
    parentPort,
    initSqlJs().then((sql) => new StoreWorker(nodeFiles, sql, holdOpen)),
  );
}
