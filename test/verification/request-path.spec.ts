import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import { promisify } from 'node:util';

// RENEW=1 npx jest test/verification/request-path.spec.ts writes the executed files into the page.

const PAGE = 'docs/explanation/architecture.md';
const PROGRAM = ['--import', './test/setup/typescript.mjs', 'test/verification/request-path-process.ts'];
/** Maximum number of files that may run, without the hooks that every request passes. */
const MOST = { known: 40, unknown: 89, row: 100, check: 86 };
const MAX_HOOKS = 5;
const isHook = (file: string) => file.startsWith('src/modules/http/server/') || file.endsWith('.hook.ts');
/**
 * The page's heading for the deciding files, and the maximum number of files and folders, including
 * those of the headings before.
 */
const DECIDING = {
  known: { heading: '`POST /v1/verify`, known already', after: undefined, files: 11, folders: 9 },
  unknown: { heading: '`POST /v1/verify`, not known', after: 'known', files: 20, folders: 14 },
  row: { heading: 'A row of a batch', after: undefined, files: 15, folders: 9 },
  check: { heading: 'A check of a watch', after: undefined, files: 12, folders: 8 },
} as const;
const PATHS = ['known', 'unknown', 'row', 'check'] as const;

type Path = keyof typeof MOST;

let ran: Record<Path, string[]>;
let page: string;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, PROGRAM, {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  ran = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (process.env['RENEW']) await record();
  page = await readFile(PAGE, 'utf8');
});

/** One line for each folder: `core/entities: fresh-answer, verified-entity`. */
function listed(files: readonly string[]): string {
  const folderOf = (file: string) => dirname(file).replace(/^src\//, '');
  const lines = [...new Set(files.map(folderOf))].map((folder) => {
    const names = files.filter((file) => folderOf(file) === folder).map((file) => posix.basename(file, '.ts'));
    return `${folder}: ${names.join(', ')}`;
  });
  return ['```text', ...lines, '```'].join('\n');
}

/**
 * Matches the text between `<!-- known -->` and `<!-- /known -->`. The text before the list states
 * the number of files.
 */
const section = (name: string) => new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`);

async function record(): Promise<void> {
  let text = await readFile(PAGE, 'utf8');
  const listedBefore = new Set<string>();
  for (const name of PATHS) {
    const all = ran[name];
    const files = all.filter((file) => !listedBefore.has(file));
    for (const file of files) listedBefore.add(file);
    const hooks = all.filter(isHook).length;
    const total = `${all.length - hooks} files run, and ${hooks} with hooks that every request passes`;
    const count = name === 'known' ? `${total}:` : `${total}; these beside most of the ones above:`;
    text = text.replace(section(name), `<!-- ${name} -->\n\n${count}\n\n${listed(files)}\n\n<!-- /${name} -->`);
  }
  await writeFile(PAGE, text);
}

function documented(name: string): string[] {
  const [, list = ''] = section(name).exec(page) ?? [];
  const lines = [...list.matchAll(/^([\w/-]+): (.+)$/gm)];
  return lines.flatMap(([, folder = '', files = '']) => files.split(', ').map((file) => `src/${folder}/${file}.ts`));
}

function decidingFiles(path: Path): string[] {
  const { heading, after } = DECIDING[path];
  const [, walk = ''] = page.split(`\n## ${heading}\n`);
  const [text = ''] = walk.split('\n## ');
  const table = text.split('\n').filter((line) => line.startsWith('|'));
  const named = [...table.join('\n').matchAll(/`((?:core|modules|adapters)\/[\w./-]+\.ts)`/g)].map(
    ([, file]) => `src/${file}`,
  );
  return [...new Set([...(after ? decidingFiles(after) : []), ...named])];
}

describe('the request path', () => {
  it.each(PATHS)('runs through no more files than the limit: %s', (path) => {
    expect(ran[path].length).toBeGreaterThan(20);
    expect(ran[path].filter((file) => !isHook(file)).length).toBeLessThanOrEqual(MOST[path]);
    expect(ran[path].filter(isHook).length).toBeLessThanOrEqual(MAX_HOOKS);
  });

  it.each(PATHS)('is listed in the architecture page: %s', (path) => {
    expect(documented(path).length).toBeGreaterThan(10);
    expect(documented(path).filter((file) => !ran[path].includes(file))).toEqual([]);
  });

  it.each(PATHS)('is decided in few files and few folders, all of which run: %s', (path) => {
    const files = decidingFiles(path);
    expect(files.filter((file) => ![...ran[path], ...ran.known].includes(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(DECIDING[path].files);
    expect(new Set(files.map((file) => dirname(file))).size).toBeLessThanOrEqual(DECIDING[path].folders);
  });
});
