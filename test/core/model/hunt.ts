// Run by mutants.mjs: takes sequences until a rule breaks and tells which, after how many.
import { checkModel } from './coreModel.ts';

const [runs = '', seed = ''] = process.argv.slice(2);
const { failed, numRuns, errorInstance } = checkModel({
  runs: Number(runs),
  seed: Number(seed),
  isQuick: true,
});
const [rule = ''] = (errorInstance instanceof Error ? errorInstance.message : '').split('\n');
console.log(JSON.stringify({ failed, runs: numRuns, rule }));
