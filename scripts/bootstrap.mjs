#!/usr/bin/env node
// Makes a clone runnable: installs the dependencies and compiles the sources, each only when its inputs changed.
// It runs before anything is installed, so it may use nothing but Node's standard library.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (...parts) => path.join(root, ...parts);

const installStampFile = inRoot('node_modules', '.ready-stamp');
const buildStampFile = inRoot('dist', '.ready-stamp');
const clientStampFile = inRoot('packages', 'client', 'dist', '.ready-stamp');
// Beside node_modules, not inside: `npm ci` empties that folder while the lock is held.
const lockFile = inRoot('.ready.lock');
const buildConfigs = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

const KILL_AFTER_MS = 3_000;
const PARENT_CHECK_MS = 300;

const say = (line) => process.stderr.write(`standing: ${line}\n`);

function readIfPresent(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function installStamp() {
  return createHash('sha256')
    .update(fs.readFileSync(inRoot('package-lock.json')))
    .update(`\nnode ${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');
}

function filesIn(folder, pattern) {
  return fs
    .readdirSync(inRoot(folder), { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => path.join(folder, name))
    .toSorted();
}

function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(inRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The client's types are made when it is built, so they are no source of it. */
function clientStamp() {
  const client = path.join('packages', 'client');
  const sources = filesIn(path.join(client, 'src'), /(?<!\.generated)\.ts$/);
  const parts = ['build.mjs', 'openapi.json', 'package.json', 'tsconfig.json'].map((file) => path.join(client, file));
  return stampOf([...parts, ...sources, 'tsconfig.json', 'package-lock.json']);
}

const buildStamp = () => stampOf([...buildConfigs, ...filesIn('src', /\.tsx?$/)]) + clientStamp();

const isInstalled = () => readIfPresent(installStampFile) === installStamp();
const isClientBuilt = () => readIfPresent(clientStampFile) === clientStamp();
const isBuilt = () => isClientBuilt() && readIfPresent(buildStampFile) === buildStamp();

let running;

/** Runs a command to its end; its output goes to stderr, so that stdout stays the program's own. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that npm can be ended with everything that it started.
    const detached = process.platform !== 'win32';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', process.stderr, process.stderr],
      detached,
      ...options,
    });
    running = child;
    // It goes on when this process is killed outright, so the lock must outlive us for as long as it does.
    if (child.pid) fs.appendFileSync(lockFile, ` ${child.pid}`);
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

async function install() {
  const why = fs.existsSync(installStampFile) ? 'the dependencies changed' : 'first run';
  say(`${why}: installing the dependencies with npm ci (one to two minutes)`);
  // NODE_ENV=production or omit=dev in the environment would leave out the compiler that the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npmCli = process.env.npm_execpath;
  const startedAt = Date.now();
  const ticker = setInterval(() => say(`still installing, ${Math.round((Date.now() - startedAt) / 1000)} s`), 10_000);
  try {
    const code = npmCli?.endsWith('.js')
      ? await run(process.execPath, [npmCli, ...args])
      : await run('npm', args, { shell: process.platform === 'win32' });
    if (code !== 0) throw new Error('npm ci failed; its own message is above');
  } finally {
    clearInterval(ticker);
  }
  fs.writeFileSync(installStampFile, installStamp());
}

async function buildClient() {
  const stamp = clientStamp();
  say('building the client');
  if ((await run(process.execPath, [inRoot('packages', 'client', 'build.mjs')])) !== 0) {
    throw new Error('the client does not compile; the errors are above');
  }
  fs.writeFileSync(clientStampFile, stamp);
}

async function build() {
  // Taken before compiling: a file saved meanwhile makes the next run compile again instead of being missed.
  const stamp = buildStamp();
  say(fs.existsSync(buildStampFile) ? 'the sources changed: compiling' : 'compiling');
  fs.rmSync(buildStampFile, { force: true });
  const code = await run(process.execPath, [
    inRoot('node_modules', 'typescript-native', 'bin', 'tsc'),
    '-p',
    'tsconfig.build.json',
  ]);
  if (code !== 0) throw new Error('the sources do not compile; the errors are above');
  removeOrphans();
  fs.writeFileSync(buildStampFile, stamp);
}

/** tsc never deletes: the output of a source that was renamed or removed would stay importable. */
function removeOrphans() {
  for (const name of fs.readdirSync(inRoot('dist'), { recursive: true })) {
    const source = name.replace(/\.(js|js\.map|d\.ts)$/, '');
    if (source === name || ['.ts', '.tsx'].some((ending) => fs.existsSync(inRoot('src', source + ending)))) continue;
    fs.rmSync(inRoot('dist', name), { force: true });
  }
}

function killGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Another run of this script may be at work in the same clone: one works, the others wait and then find it done. */
async function withLock(work) {
  let announced = false;
  for (;;) {
    try {
      fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!removeStaleLock() && !announced) {
      say('another process is preparing this clone; waiting for it');
      announced = true;
    }
    await sleep(100);
  }
  const release = () => fs.rmSync(lockFile, { force: true });
  let interrupted = false;
  const interrupt = (signal) => {
    if (interrupted) return;
    interrupted = true;
    const leave = () => {
      release();
      process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    if (!running || running.exitCode !== null || !killGroup(running.pid, 'SIGTERM')) return leave();
    running.once('exit', leave);
    // npm finishes what it is at before it ends; nothing of a broken-off installation is used.
    setTimeout(() => killGroup(running.pid, 'SIGKILL'), KILL_AFTER_MS);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // `npm start` may be ended without a word to this process.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && interrupt('SIGTERM'), PARENT_CHECK_MS);
  try {
    await work();
  } finally {
    if (!interrupted) release();
    clearInterval(watch);
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** A lock whose owners are gone is moved aside first, because two waiters that both delete could delete a fresh lock. */
function removeStaleLock() {
  const content = readIfPresent(lockFile);
  if (content === undefined) return true;
  // Between its creation and the first byte the lock is empty for a moment.
  if (content === '' ? ageMs(lockFile) < 2_000 : hasLivingOwner(content)) return false;
  const aside = `${lockFile}.${process.pid}`;
  try {
    fs.renameSync(lockFile, aside);
  } catch {
    return true;
  }
  if (hasLivingOwner(readIfPresent(aside) ?? '')) fs.renameSync(aside, lockFile);
  else fs.rmSync(aside, { force: true });
  return true;
}

const hasLivingOwner = (content) => content.split(' ').filter(Boolean).map(Number).some(isAlive);

function ageMs(file) {
  return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

function requireSupportedNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node 20.19 or later is needed, this is ${process.versions.node}`);
  }
}

const installOnly = process.argv.includes('--install-only');
/** As far as types can be checked: those of the client are made. */
const clientOnly = process.argv.includes('--client-only');
/** Without sources, as in the container image, there is nothing to make. */
const hasSources = fs.existsSync(inRoot('tsconfig.build.json'));
const isDone = () => installOnly || (clientOnly ? isClientBuilt() : isBuilt());
const isReady = () => !hasSources || (isInstalled() && isDone());

try {
  requireSupportedNode();
  if (!isReady()) {
    await withLock(async () => {
      if (!isInstalled()) await install();
      if (!installOnly && !isClientBuilt()) await buildClient();
      if (!installOnly && !clientOnly && !isBuilt()) await build();
    });
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
