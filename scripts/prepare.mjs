// What a clone needs before any of its scripts: packages as package-lock.json says, client, sandbox and dist compiled. Each is made only when what it
// is made of is newer. It runs before anything is installed, so it may use nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join('packages', 'client');
const SANDBOX = join('packages', 'sandbox');
const COMPILER = join('node_modules', 'typescript-native', 'bin', 'tsc');
/** stdout stays the program's own. */
const OUTPUT = ['ignore', 2, 2];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 300;
/** Read at once: who has ended before is replaced by another parent. */
const parent = process.ppid;
const CONFIGURATION = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node 20.19 or later is needed, and this is ${process.versions.node}: install one from https://nodejs.org`);
}
if (lastChange(['package-lock.json']) > lastChange([join('node_modules', '.package-lock.json')])) await install();
compile('the client', {
  into: join(CLIENT, 'dist'),
  from: ['build.mjs', 'openapi.json', 'package.json', 'tsconfig.json', 'src'].map((part) => join(CLIENT, part)),
  by: [join(CLIENT, 'build.mjs')],
});
const sandboxCompiled = compile('the sandbox', {
  into: join(SANDBOX, 'dist'),
  from: ['package.json', 'tsconfig.json', 'src'].map((part) => join(SANDBOX, part)),
  by: [COMPILER, '-p', SANDBOX],
});
if (sandboxCompiled) removeOrphans(SANDBOX);
const serviceCompiled = compile('the service', {
  into: 'dist',
  from: ['src', join(CLIENT, 'dist'), join(SANDBOX, 'dist')],
  by: [COMPILER, '-p', 'tsconfig.build.json'],
});
if (serviceCompiled) removeOrphans('.');

/** Ends with this process, and with the npm that runs it: what is half done, the next run removes. */
async function install() {
  say('installing the packages, which takes about a minute');
  // NODE_ENV=production or omit=dev in the environment would leave out the compiler.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const onWindows = process.platform === 'win32';
  const end = () => {
    process.kill(onWindows ? npm.pid : -npm.pid, 'SIGKILL');
    process.exit(1);
  };
  // Before npm is there: an interruption would leave it at work.
  for (const signal of SIGNALS) process.on(signal, end);
  // npm goes on for a while after an interrupt, and would disturb the next run: a group of its own
  // can be killed at once.
  const npm = spawn('npm', ['ci', ...options], { cwd: root, stdio: OUTPUT, shell: onWindows, detached: !onWindows });
  const watch = setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS);
  const [code] = await once(npm, 'exit').catch(() => []);
  clearInterval(watch);
  for (const signal of SIGNALS) process.off(signal, end);
  if (code === 0) return;
  fail(
    'the packages could not be installed: npm says why above. Check the network, the space on the disk, and that package-lock.json fits package.json; then run this again',
  );
}

/** Runs a Node program unless its last success is newer than everything it reads; true when it ran. */
function compile(title, { into, from, by }) {
  const success = join(into, '.compiled');
  if (lastChange([success]) > lastChange([...CONFIGURATION, ...from])) return false;
  say(`compiling ${title}`);
  // Of before: a file that is saved meanwhile is compiled by the next run.
  const began = new Date();
  if (spawnSync(process.execPath, by, { cwd: root, stdio: OUTPUT }).status !== 0)
    fail(`${title} does not compile: the errors are above`);
  writeFileSync(join(root, success), '');
  utimesSync(join(root, success), began, began);
  return true;
}

/** tsc leaves what it made of a source or a folder that is gone. */
function removeOrphans(folder) {
  const dist = join(root, folder, 'dist');
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const made = join(entry.parentPath, entry.name);
    const source = join(root, folder, 'src', relative(dist, made)).replace(/\.(js|js\.map|d\.ts)$/, '');
    const isOurs = entry.isDirectory() ? !relative(dist, made).startsWith('.') : /\.(js|js\.map|d\.ts)$/.test(made);
    const sources = entry.isDirectory() ? [source] : [`${source}.ts`, `${source}.tsx`];
    if (isOurs && !sources.some((each) => existsSync(each))) rmSync(made, { recursive: true, force: true });
  }
}

/** When one of these files, or one in these folders, was last written; 0 if there is none. */
function lastChange(names) {
  const times = names.map((name) => {
    const file = statSync(join(root, name), { throwIfNoEntry: false });
    if (!file?.isDirectory()) return name.endsWith('.generated.ts') ? 0 : (file?.mtimeMs ?? 0);
    return lastChange(readdirSync(join(root, name)).map((each) => join(name, each)));
  });
  return Math.max(0, ...times);
}

function say(line) {
  process.stderr.write(`standing: ${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}
