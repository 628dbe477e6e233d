// npm test [-- jest's arguments]. `--changed` runs the suites near what is not committed yet, `--stress`
// those that need luck, time or a quiet machine: with LONG=1 more kills, races, seeds and rows.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { changedFiles, suites, suitesNear } from './suites.mjs';

const args = process.argv.slice(2);

function take(option) {
  const at = args.indexOf(option);
  if (at !== -1) args.splice(at, 1);
  return at !== -1;
}

if (take('--changed')) {
  const near = suitesNear(changedFiles('HEAD'));
  process.stderr.write(`${near.length} of ${suites().length} suites are near the change; npm test runs all\n`);
  if (near.length === 0) process.exit(0);
  args.push('--runTestsByPath', ...near);
}
if (take('--stress')) {
  process.env.STRESS = '1';
  process.env.PROPERTY_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  process.stderr.write(`PROPERTY_SEED=${process.env.PROPERTY_SEED}\n`);
}
process.argv.splice(2, process.argv.length, ...args);
await import(pathToFileURL(path.resolve(import.meta.dirname, '../node_modules/jest/bin/jest.js')).href);
