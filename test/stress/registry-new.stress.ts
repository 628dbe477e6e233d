import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = [
  'src',
  'packages',
  'test',
  'bench',
  'docs',
  'examples',
  'scripts',
  'README.md',
  'package.json',
  'jest.config.js',
  'tsconfig.json',
];
const SETTINGS = ['.oxlintrc.json', '.prettierrc', '.prettierignore'];

interface Ended {
  code: number | null;
  text: string;
}

/** The project once more: what is written into it is nobody's work. */
let copy: string;
beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-new-'));
  for (const name of [...COPIED, ...SETTINGS]) {
    fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  }
  link(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  fs.writeFileSync(
    path.join(copy, 'jest.alone.config.js'),
    `import config from './jest.config.js';\nconst { globalSetup, globalTeardown, ...alone } = config;\nexport default alone;\n`,
  );
});
afterAll(() => fs.rmSync(copy, { recursive: true }));

/** The same files under another folder; copies where the folders are on different disks. */
function link(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch {
    fs.copyFileSync(source, target);
  }
}

async function run(...args: string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

const registry = (...args: string[]) =>
  run('--import', './test/setup/typescript.mjs', 'scripts/new-register/main.ts', ...args);
const tool = (file: string, ...args: string[]) => run(path.join('node_modules', file), ...args);
/** Without the servers that other suites need. */
const jest = (names: string, ...files: string[]) =>
  tool('jest/bin/jest.js', '--config', 'jest.alone.config.js', '--runInBand', '--testNamePattern', names, ...files);
/** What failed tells why. */
const expectSuccess = ({ code, text }: Ended) => expect([code, code === 0 ? '' : text]).toEqual([0, '']);
/** To the compiler and to the lint, which then need not read the whole project. */
async function expectSound(files: readonly string[]): Promise<void> {
  const include = [...files, 'test/setup/globals.d.ts'];
  fs.writeFileSync(path.join(copy, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  expectSuccess(await tool('typescript-native/bin/tsc', '-p', 'tsconfig.new.json'));
  expectSuccess(await tool('oxlint/bin/oxlint', '--type-aware', ...files));
}
const written = ({ text }: Ended) => [...text.matchAll(/^wrote (.+)$/gm)].map(([, file]) => file!);
const sources = () => ['src', 'test', 'docs'].map((folder) => path.join(copy, folder));

function snapshot(): Map<string, string> {
  const files = sources().flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return new Map(files.map((file) => [file, fs.readFileSync(file, 'latin1')]));
}

/** What a person would write, by what the blank says; its own words for what is only read by people. */
const ANSWERS: Readonly<Record<string, string>> = {
  'host of the register': 'register.example',
  'host of the portal': 'data.register.example',
  'path of a search': 'api/companies',
  'path before the number of a record': 'api/company',
  'parameter of the name': 'q',
  'parameter of the page': 'page',
  'field of the list of records': 'items',
  'field of how many there are': 'totalCount',
  'id of the data set': 'abcd-1234',
  'word for a live entity': 'Registered',
  'word for a live entity, in lower case': 'registered',
  'word for an ended entity': 'Deleted',
  'word for an ended entity, in lower case': 'deleted',
  'page about the register': 'register.example/about',
};
const answerTo = (what: string, answers: Readonly<Record<string, string>>) =>
  answers[what] ?? what.replace(/^(?:field|column) of the (.*)$/, (_, field: string) => field.replaceAll(' ', '_'));

function fillIn(files: readonly string[], answers = ANSWERS): void {
  for (const file of files.filter((name) => /\.(ts|md)$/.test(name))) {
    const text = fs.readFileSync(path.join(copy, file), 'utf8');
    const filled = text.replaceAll(/BLANK\(([^)]+)\)/g, (_, what: string) => answerTo(what, answers));
    fs.writeFileSync(path.join(copy, file), filled);
  }
}

describe('npm run generate -- register', () => {
  const expectRefused = async (reason: string, ...args: string[]) => {
    const before = snapshot();
    const { code, text } = await registry(...args);
    expect(text).toContain(reason);
    expect(code).not.toBe(0);
    expect(snapshot()).toEqual(before);
  };

  it.each([
    ['a code that exists', 'us-co is already a jurisdiction of this service', ['us-co', '--name', 'Colorado']],
    ['a malformed code', '"Washington" is not a code', ['Washington', '--name', 'Washington']],
    ['a path for a code', '"../x" is not a code', ['../x', '--name', 'Washington']],
    ['no name', 'give a code and --name', ['us-wa']],
    ['a name that would end its text', 'is not a name for a jurisdiction', ['us-wa', '--name', "X'); throw 1; //"]],
    ['a kind that it does not know', '--kind must be one of json, socrata', ['us-wa', '--name', 'W', '--kind', 'soap']],
  ])('refuses %s and writes nothing', async (_, reason, args) => {
    await expectRefused(reason, ...args);
  });

  it('overwrites nothing', async () => {
    const file = path.join(copy, 'packages/sandbox/src/soda/us-wa.ts');
    fs.writeFileSync(file, '// Of somebody else.\n');
    await expectRefused(
      'packages/sandbox/src/soda/us-wa.ts exists already',
      'us-wa',
      '--name',
      'Washington',
      '--kind',
      'socrata',
    );
    fs.rmSync(file);
  });

  it('writes registers that are red until their blanks are filled in, and then pass everything', async () => {
    const made = [
      await registry('ee-37', '--name', 'Harju maakond'),
      await registry('us-wa', '--name', 'Washington', '--kind', 'socrata'),
    ];
    made.forEach(expectSuccess);
    const files = [...new Set(made.flatMap(written))];
    expect(files).toEqual(
      expect.arrayContaining([
        'src/adapters/registries/ee-37.ts',
        'packages/sandbox/src/registers/ee-37.ts',
        'packages/sandbox/extracts/ee-37.jsonl',
        'test/registries/ee-37.spec.ts',
        'src/adapters/registries/socrata/us-wa.ts',
        'packages/sandbox/src/soda/us-wa.ts',
        'packages/sandbox/extracts/us-wa.csv',
        'src/core/registries/jurisdictions.ts',
        'src/adapters/registries/registers.ts',
        'packages/sandbox/src/registers.ts',
        'test/registries/registries.spec.ts',
        'docs/internals/registers.md',
        'docs/reference/coverage.md',
      ]),
    );
    const formatted = files.filter((file) => !file.includes('/extracts/'));
    expectSuccess(await tool('prettier/bin/prettier.cjs', '--check', ...formatted));

    const unfilled = await jest('blank', 'test/registries/registries.spec.ts');
    expect(unfilled.code).toBe(1);
    for (const place of ['src/adapters/registries/ee-37.ts:17', 'src/adapters/registries/socrata/us-wa.ts:13']) {
      expect(unfilled.text).toMatch(new RegExp(`BLANK\\([a-z ]+\\) in .*${place}`));
      expect(made.some(({ text }) => text.includes(place))).toBe(true);
    }

    fillIn(files);
    expectSuccess(await tool('prettier/bin/prettier.cjs', '--write', ...formatted));
    expectSuccess(await run('--import', './test/setup/typescript.mjs', 'packages/sandbox/src/generate.ts'));
    const tests = await jest(
      'ee-37|us-wa|blank|what the generator writes|finds the sandbox as expected',
      'test/registries/registries.spec.ts',
      'test/registries/ee-37.spec.ts',
      'test/registries/us-wa.spec.ts',
      'test/sandbox/registers.spec.ts',
      'test/sandbox/extracts.spec.ts',
      'test/registries/registry-probe.spec.ts',
    );
    expectSuccess(tests);
    expect(tests.text).toMatch(/Tests: .*\d{3} passed/);

    await expectSound(files.filter((file) => file.endsWith('.ts')));
  });

  it('has been followed once to the end: the example passes what every register has to pass', async () => {
    const made = await registry('lv-rix', '--name', 'Rīga');
    expectSuccess(made);
    const example = path.join(copy, 'examples/register');
    const contracts = path.join(copy, 'test/registries/registries.spec.ts');
    const [others] = fs.readFileSync(contracts, 'utf8').split('\nconst LV_RIX_PAGE');
    fs.writeFileSync(contracts, `${others}\n${fs.readFileSync(path.join(example, 'contract.ts'), 'utf8')}`);
    for (const folder of ['src', 'test'])
      fs.cpSync(path.join(example, folder), path.join(copy, folder), { recursive: true });
    fillIn(written(made), JSON.parse(fs.readFileSync(path.join(example, 'blanks.json'), 'utf8')));
    const files = written(made).filter((file) => file.endsWith('.ts'));
    expectSuccess(await tool('prettier/bin/prettier.cjs', '--write', ...files));
    expectSuccess(await run('--import', './test/setup/typescript.mjs', 'packages/sandbox/src/generate.ts'));
    expectSuccess(
      await jest(
        'lv-rix|blank|what the generator writes|finds the sandbox as expected',
        'test/registries/registries.spec.ts',
        'test/registries/lv-rix.spec.ts',
        'test/sandbox/registers.spec.ts',
        'test/sandbox/extracts.spec.ts',
        'test/registries/registry-probe.spec.ts',
      ),
    );
    await expectSound(files);
  });
});
