import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { DEFINITIONS } from '../../src/commands/cli/definitions.js';
import { JOB_STATUSES } from '../../src/core/verification/job.js';

const run = promisify(execFile);
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const TYPESCRIPT = ['--import', './test/setup/typescript.mjs'];
/** The commands that take options, as they are typed, with the arguments that run them. */
const PROGRAMS = new Map<string, string[]>([
  ...DEFINITIONS.map(({ name }) => [name, ['scripts/standing.mjs', name]] as [string, string[]]),
  ['npm run bench', [...TYPESCRIPT, 'bench/main.ts']],
  ['npm run bench -- chaos', [...TYPESCRIPT, 'bench/main.ts', 'chaos']],
  ['npm run bench -- match-report', [...TYPESCRIPT, 'bench/main.ts', 'match-report']],
]);

interface Typed {
  page: string;
  line: string;
  /** A command of `standing`, or `npm run` with the name of a script. */
  name: string;
  options: string[];
}

/** Returns every project command that a page tells the reader to type, in a block or inline. */
function typedOn(page: string): Typed[] {
  const text = readFileSync(page, 'utf8');
  const inLines = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const inBlocks = [...text.matchAll(/^(?: {4}|```(?:sh|text)\n)[\s\S]*?^(?:```)?$/gm)].flatMap(([code]) =>
    code.split('\n'),
  );
  return [...inLines, ...inBlocks].flatMap((line) =>
    [
      ...line.matchAll(
        /(?:(npm run)(?: -s)?|npx --no standing|exec \w+ standing|migrate standing) ([a-z][\w:-]*(?: -- (?:chaos|match-report|register))?)([^#;|]*)/g,
      ),
    ].map(([, npm, name = '', rest = '']) => ({
      page,
      line,
      name: npm ? `${npm} ${name}` : name,
      options: rest.match(/(?<=\s)--[a-z][\w-]*/g) ?? [],
    })),
  );
}

const TYPED = PAGES.flatMap(typedOn);

describe('a command in the documents', () => {
  it('is a command of the project', () => {
    expect(TYPED.length).toBeGreaterThan(40);
    const known = new Set([...PROGRAMS.keys(), ...Object.keys(scripts).map((name) => `npm run ${name}`)]);
    const unknown = TYPED.filter(({ name }) => !known.has(name));
    expect(unknown.map(({ page, line }) => `${page}: ${line}`)).toEqual([]);
  });

  const withOptions = TYPED.filter(({ options }) => options.length > 0);
  const explained = [...new Set(withOptions.map(({ name }) => name))].filter((name) => PROGRAMS.has(name));
  it.each(explained)('%s has every option that the documents use', async (name) => {
    const { stdout } = await run(process.execPath, [...(PROGRAMS.get(name) ?? []), '--help'], {
      env: { PATH: process.env['PATH'], ENV_FILE: '/dev/null' },
    });
    const unknown = TYPED.filter((typed) => typed.name === name).flatMap(({ page, options }) =>
      options
        .filter((option) => !stdout.includes(`${option} `) && !stdout.includes(`${option},`) && option !== '--help')
        .map((option) => `${page}: ${option}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('docs/explanation/architecture.md', () => {
  const page = readFileSync('docs/explanation/architecture.md', 'utf8');

  it('shows every state of a job, and no other', () => {
    const drawn = [...page.matchAll(/^ {2}(\S+) --> (\w+):/gm)].flatMap(([, from = '', to = '']) => [from, to]);
    expect([...new Set(drawn)].filter((state) => state !== '[*]').toSorted()).toEqual([...JOB_STATUSES].toSorted());
  });

  it('shows the existing layers', () => {
    const [, layers = ''] = /flowchart TB\n([\s\S]+?)```/.exec(page) ?? [];
    const drawn = new Set([...layers.matchAll(/\b(\w+)\[/g)].map(([, layer]) => layer));
    expect([...drawn].toSorted()).toEqual(['adapters', 'bootstrap', 'core', 'modules']);
    for (const layer of drawn) expect(readdirSync(`src/${layer}`).length).toBeGreaterThan(0);
  });
});
