#!/usr/bin/env node
// Packs the client as npm would publish it, with its page and the licence.
//
// Usage: node scripts/release/pack-client.mjs [FOLDER]. The last line of the output is the file's
// path.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const target = path.resolve(process.argv[2] ?? root);
const client = path.join(root, 'packages', 'client');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-client-'));
try {
  for (const part of ['package.json', 'dist'])
    fs.cpSync(path.join(client, part), path.join(folder, part), { recursive: true });
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  fs.copyFileSync(path.join(root, 'docs', 'reference', 'client.md'), path.join(folder, 'README.md'));
  fs.mkdirSync(target, { recursive: true });
  const npmCli = process.env.npm_execpath;
  const [program, ...before] = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
  const args = [...before, 'pack', '--silent', '--pack-destination', target];
  console.log(path.join(target, execFileSync(program, args, { cwd: folder, encoding: 'utf8' }).trim()));
} finally {
  fs.rmSync(folder, { recursive: true });
}
