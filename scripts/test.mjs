// npm test [-- jest's arguments]: `--changed` runs the tests that uncommitted changes can reach.
import { pathToFileURL } from 'node:url';
import path from 'node:path';

process.argv = process.argv.map((arg) => (arg === '--changed' ? '--onlyChanged' : arg));
await import(pathToFileURL(path.resolve(import.meta.dirname, '../node_modules/jest/bin/jest.js')).href);
