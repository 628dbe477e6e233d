// Prepares a clone for its scripts: installs the packages of package-lock.json and compiles client,
// sandbox and dist. Each step runs only if its inputs are newer. Runs before anything is installed,
// so it may use nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join('packages', 'client');
const SANDBOX = join('packages', 'sandbox');
/** Written by npm when all packages are installed. */
const INSTALLED = join('node_modules', '.package-lock.json');
const COMPILER = join('node_modules', 'typescript-native', 'bin', 'tsc');
/** Keeps stdout for the output of the program. */
const OUTPUT = ['ignore', 2, 2];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 300;
/** Read at start, because a parent that ends is replaced by another. */
const parent = process.ppid;
const CONFIGURATION = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A new method of the client compiles when its types have been generated. */
const onlySandbox = process.argv.includes('--only-sandbox');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node 20.19 or later is needed, and this is ${process.versions.node}: install one from https://nodejs.org`);
}
if (lastChange(['package-lock.json']) > lastChange([INSTALLED])) await install();
if (!onlySandbox) {
  compile('the client', {
    into: join(CLIENT, 'dist'),
    from: ['build.mjs', 'openapi.json', 'package.json', 'tsconfig.json', 'src'].map((part) => join(CLIENT, part)),
    by: [join(CLIENT, 'build.mjs')],
  });
}
const sandboxCompiled = compile('the sandbox', {
  into: join(SANDBOX, 'dist'),
  from: ['package.json', 'tsconfig.json', 'src'].map((part) => join(SANDBOX, part)),
  by: [COMPILER, '-p', SANDBOX],
});
if (sandboxCompiled) removeOrphans(SANDBOX);
if (!onlySandbox) {
  const serviceCompiled = compile('the service', {
    into: 'dist',
    from: ['src', join(CLIENT, 'dist'), join(SANDBOX, 'dist')],
    by: [COMPILER, '-p', 'tsconfig.build.json'],
  });
  if (serviceCompiled) removeOrphans('.');
}

/**
 * Stops when this process or the npm that runs it ends. The next run removes an incomplete
 * installation.
 */
async function install() {
  say('installing the packages, which takes about a minute');
  // NODE_ENV=production or omit=dev in the environment would leave out the compiler.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // Only npm 11 reads allowScripts; other versions would run the scripts of every package.
  let isInstalled = await npm(['ci', '--ignore-scripts', ...options]);
  const allowed = isInstalled ? allowedScripts() : [];
  if (allowed.length > 0) {
    isInstalled = await npm(['rebuild', '--ignore-scripts=false', '--loglevel=error', ...allowed]);
  }
  if (isInstalled) return;
  rmSync(join(root, INSTALLED), { force: true });
  fail(
    'the packages could not be installed: npm says why above. Check the network, the space on the disk, and that package-lock.json fits package.json; then run this again',
  );
}

/** Returns the installed packages whose install scripts package.json allows. */
function allowedScripts() {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)));
}

/** Runs npm, and returns whether it succeeded. */
async function npm(given) {
  const onWindows = process.platform === 'win32';
  const end = () => {
    process.kill(onWindows ? child.pid : -child.pid, 'SIGKILL');
    rmSync(join(root, INSTALLED), { force: true });
    process.exit(1);
  };
  // Registered before npm starts: otherwise an interruption would leave npm running.
  for (const signal of SIGNALS) process.on(signal, end);
  // After an interrupt, npm continues for a while and would disturb the next run. A process group
  // of its own can be killed at once.
  const child = spawn('npm', given, { cwd: root, stdio: OUTPUT, shell: onWindows, detached: !onWindows });
  const watch = setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS);
  const [code] = await once(child, 'exit').catch(() => []);
  clearInterval(watch);
  for (const signal of SIGNALS) process.off(signal, end);
  return code === 0;
}

/**
 * Runs a Node program unless its last success is newer than everything it reads. Returns whether it
 * ran.
 */
function compile(title, { into, from, by }) {
  const success = join(into, '.compiled');
  if (lastChange([success]) > lastChange([...CONFIGURATION, ...from])) return false;
  say(`compiling ${title}`);
  // Taken before compiling, so that a file saved meanwhile is compiled by the next run.
  const began = new Date();
  if (spawnSync(process.execPath, by, { cwd: root, stdio: OUTPUT }).status !== 0)
    fail(`${title} does not compile: the errors are above`);
  writeFileSync(join(root, success), '');
  utimesSync(join(root, success), began, began);
  return true;
}

/** Removes the output of deleted sources and folders, which tsc leaves behind. */
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

/**
 * Returns the time of the last write to these files, or to files in these folders; 0 if there are
 * none.
 */
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
