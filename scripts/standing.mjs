#!/usr/bin/env node
// standing COMMAND [arguments]: the commands of package.json in one program, in a clone (`npx standing`) and in the container image.
// It runs before anything is installed, so it may use nothing but Node's standard library.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (...parts) => path.join(root, ...parts);

const COMMANDS = {
  start: { file: 'dist/main.js', what: 'the service' },
  verify: { file: 'dist/commands/verify.js', what: 'is this business registered, and in good standing' },
  search: { file: 'dist/commands/search.js', what: 'which businesses have a name like this' },
  batch: { file: 'dist/commands/batch.js', what: 'verify a file of names, and write the results to another' },
  account: { file: 'dist/commands/account.js', what: 'create an account and its first API key' },
  demo: { file: 'dist/commands/demo.js', what: 'everything once, with a running service' },
  'webhook:listen': { file: 'dist/commands/webhook-listen.js', what: 'receive, check and print webhooks' },
  migrate: { file: 'dist/commands/migrate.js', what: 'bring the database up to date' },
  ledger: { file: 'dist/commands/ledger.js', what: 'recompute every balance' },
  evidence: { file: 'dist/commands/evidence.js', what: 'check a file of what a register said' },
  replay: { file: 'dist/commands/replay.js', what: 'read again what a register sent, and show what changed' },
  backup: { file: 'dist/commands/backup.js', what: 'write everything in the database to a folder' },
  restore: { file: 'dist/commands/restore.js', what: 'put a backup into an empty database' },
  registry: { file: 'dist/commands/registry.js', what: 'import register files, show editions', semiSpace: 32 },
  sandbox: { file: 'dist/commands/sandbox.js', what: 'the fictional registers on their own' },
  match: { file: 'dist/commands/match.js', what: 'score pairs of names' },
  'match:report': {
    file: 'bench/match-report/main.ts',
    what: 'measure the matcher on labelled pairs, in a clone',
    loader: 'test/setup/typescript.mjs',
  },
  'registry:new': {
    file: 'scripts/new-register/main.ts',
    what: 'begin the adapter of a register, in a clone',
    loader: 'test/setup/typescript.mjs',
  },
  bench: {
    file: 'bench/main.ts',
    what: 'measure the service, in a clone',
    semiSpace: 32,
    loader: 'test/setup/typescript.mjs',
  },
  completion: { what: 'completion for bash or zsh: eval "$(standing completion bash)"' },
};

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;

if (name === undefined || name === '--help' || name === '-h') {
  console.log(usage());
} else if (name === '--version') {
  console.log(JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8')).version);
} else if (name === 'completion') {
  await complete(args[0]);
} else if (!command) {
  console.error(`"${name}" is not a command${await suggestion(name)}\n\n${usage()}`);
  process.exitCode = 2;
} else {
  await run(command);
}

/** Installs and compiles what is not yet. */
function prepare() {
  const made = spawnSync(process.execPath, [inRoot('scripts', 'bootstrap.mjs')], { stdio: 'inherit' });
  if (made.status !== 0) process.exit(made.status ?? 1);
}

async function run({ file, semiSpace, loader }) {
  prepare();
  if (semiSpace) v8.setFlagsFromString(`--max-semi-space-size=${semiSpace}`);
  if (!fs.existsSync(inRoot(file))) {
    console.error(`standing ${name} needs a clone: ${file} is not here`);
    process.exit(1);
  }
  if (loader) await import(pathToFileURL(inRoot(loader)).href);
  process.argv = [process.argv[0], inRoot(file), ...args];
  await import(pathToFileURL(inRoot(file)).href);
}

/** The command that was probably meant; the package that compares words may not be installed yet. */
async function suggestion(typed) {
  const { closest, distance } = await import('fastest-levenshtein').catch(() => ({}));
  const near = closest?.(typed, Object.keys(COMMANDS));
  return near && distance(typed, near) <= 3 ? `; did you mean ${near}?` : '';
}

async function complete(shell) {
  prepare();
  const { completionScript } = await import(pathToFileURL(inRoot('dist/commands/cli/completion.js')).href);
  const names = Object.entries(COMMANDS).map(([each, { what }]) => [each, what]);
  const script = completionScript(shell, new Map(names));
  if (script === undefined) {
    console.error('usage: standing completion bash|zsh');
    process.exitCode = 2;
  } else console.log(script);
}

function usage() {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length));
  const rows = Object.entries(COMMANDS).map(([each, { what }]) => `  ${each.padEnd(width)}  ${what}`);
  return `usage: standing COMMAND [arguments]\n\n${rows.join('\n')}\n\nstanding COMMAND --help explains one.`;
}
