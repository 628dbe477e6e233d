#!/usr/bin/env node
// Builds the client: its types from openapi.json, then itself, for ES modules and CommonJS.
// usage: node packages/client/build.mjs [COMPILER]; the script of a TypeScript compiler, the native one unless given.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const root = import.meta.dirname;
const inPackage = (...parts) => path.join(root, ...parts);
const compiler = path.resolve(
  process.argv[2] ?? inPackage('..', '..', 'node_modules', 'typescript-native', 'bin', 'tsc'),
);
const HEAD = '// Made from openapi.json by build.mjs. Not to be edited.\n\n';

const document = JSON.parse(fs.readFileSync(inPackage('openapi.json'), 'utf8'));
const types = astToString(await openapiTypes(document, { exportType: true, alphabetize: true }));
fs.writeFileSync(inPackage('src', 'openapi.generated.ts'), HEAD + types);

fs.rmSync(inPackage('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', root], { stdio: 'inherit' });
const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
fs.mkdirSync(inPackage('dist', 'cjs'));
fs.writeFileSync(inPackage('dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
for (const file of fs.readdirSync(inPackage('dist', 'esm'))) {
  const source = fs.readFileSync(inPackage('dist', 'esm', file), 'utf8');
  const output = file.endsWith('.js') ? ts.transpileModule(source, { compilerOptions }).outputText : source;
  fs.writeFileSync(inPackage('dist', 'cjs', file), output);
}
