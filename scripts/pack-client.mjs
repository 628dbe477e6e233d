#!/usr/bin/env node
// Packs the client alone, without the service and its dependencies, as an npm package for ES modules and CommonJS.
// usage: npm run client:pack [-- FOLDER]; the name of the file is the last line.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.argv[2] ?? root);
const built = path.join(root, 'dist', 'client');

const { name, version, license, engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const entry = (folder) => ({ types: `./${folder}/client.d.ts`, default: `./${folder}/client.js` });
const manifest = {
  name,
  version,
  description: 'Client of Standing: is this business registered here, and in good standing?',
  license,
  engines,
  type: 'module',
  sideEffects: false,
  exports: { './client': { import: entry('esm'), require: entry('cjs') } },
};

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
const toCommonJs = (source) => ts.transpileModule(source, { compilerOptions }).outputText;
const withoutMap = (source) => source.replace(/^\/\/# sourceMappingURL=.*$/m, '');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-client-'));
try {
  write('package.json', JSON.stringify(manifest, undefined, 2));
  write('cjs/package.json', '{ "type": "commonjs" }');
  write('LICENSE', fs.readFileSync(path.join(root, 'LICENSE')));
  write('README.md', fs.readFileSync(path.join(root, 'docs', 'client.md')));
  for (const file of fs.readdirSync(built).filter((each) => /\.(js|d\.ts)$/.test(each))) {
    const source = withoutMap(fs.readFileSync(path.join(built, file), 'utf8'));
    write(`esm/${file}`, source);
    write(`cjs/${file}`, file.endsWith('.js') ? toCommonJs(source) : source);
  }
  fs.mkdirSync(target, { recursive: true });
  const npmCli = process.env.npm_execpath;
  const [program, ...before] = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
  const args = [...before, 'pack', '--silent', '--pack-destination', target];
  console.log(path.join(target, execFileSync(program, args, { cwd: folder, encoding: 'utf8' }).trim()));
} finally {
  fs.rmSync(folder, { recursive: true });
}

function write(file, content) {
  const at = path.join(folder, file);
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.writeFileSync(at, content);
}
