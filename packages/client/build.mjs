#!/usr/bin/env node
// Builds the client as ES modules and CommonJS, with types from openapi.json.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';

const root = import.meta.dirname;
const inPackage = (...parts) => path.join(root, ...parts);
const compiler = inPackage('..', '..', 'node_modules', 'typescript-native', 'bin', 'tsc');
const compile = (...options) =>
  execFileSync(process.execPath, [compiler, '-p', root, ...options], { stdio: 'inherit' });

const document = JSON.parse(fs.readFileSync(inPackage('openapi.json'), 'utf8'));
const types = astToString(await openapiTypes(document, { exportType: true, alphabetize: true }));
fs.writeFileSync(
  inPackage('src', 'openapi.generated.ts'),
  `// Made from openapi.json by build.mjs. Not to be edited.\n\n${types}`,
);

fs.rmSync(inPackage('dist'), { recursive: true, force: true });
compile();
compile('--module', 'commonjs', '--moduleResolution', 'bundler', '--outDir', inPackage('dist', 'cjs'));
fs.writeFileSync(inPackage('dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
