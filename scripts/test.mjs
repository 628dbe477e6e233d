// npm test [-- jest's arguments]. `--changed` runs the suites near what is not committed yet, `--long` the long forms of those that have one.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { changedFiles, longSuites, suites, suitesNear } from './suites.mjs';

const args = process.argv.slice(2);

function take(option) {
  const at = args.indexOf(option);
  if (at !== -1) args.splice(at, 1);
  return at !== -1;
}

function only(chosen, which) {
  process.stderr.write(`${chosen.length} of ${suites().length} suites are ${which}\n`);
  if (chosen.length === 0) process.exit(0);
  args.push('--runTestsByPath', ...chosen);
}

if (take('--changed')) only(suitesNear(changedFiles('HEAD')), 'near the change; npm test runs all');
if (take('--long')) {
  process.env.LONG_TESTS = longSuites().join(' ');
  only(longSuites(), 'run in their long form');
}
process.argv.splice(2, process.argv.length, ...args);
await import(pathToFileURL(path.resolve(import.meta.dirname, '../node_modules/jest/bin/jest.js')).href);
