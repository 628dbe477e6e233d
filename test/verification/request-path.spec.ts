import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import { promisify } from 'node:util';

// RENEW=1 npx jest test/verification/request-path.spec.ts   writes what ran into the page

const PAGE = 'docs/explanation/architecture.md';
const PROGRAM = ['--import', './test/setup/typescript.mjs', 'test/verification/request-path-process.ts'];
/** How many files may run, beside the hooks that every request passes, whatever it asks. */
const MOST = { known: 38, unknown: 87 };
const MAX_HOOKS = 5;
const isHook = (file: string) => file.startsWith('src/modules/http/server/') || file.endsWith('.hook.ts');
const MAX_DECIDING = { files: 13, folders: 10 };

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

/** Between `<!-- known -->` and `<!-- /known -->`; the text before the list says how many there are. */
const section = (name: string) => new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`);

async function record(): Promise<void> {
  let text = await readFile(PAGE, 'utf8');
  const also = ran.unknown.filter((file) => !ran.known.includes(file));
  const lists = { known: ran.known, unknown: also };
  for (const [name, files] of Object.entries(lists)) {
    const all = ran[name as Path];
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

describe('the path of a verification', () => {
  it.each(['known', 'unknown'] as const)('that is %s runs through no more files than the limit', (path) => {
    expect(ran[path].length).toBeGreaterThan(20);
    expect(ran[path].filter((file) => !isHook(file)).length).toBeLessThanOrEqual(MOST[path]);
    expect(ran[path].filter(isHook).length).toBeLessThanOrEqual(MAX_HOOKS);
  });

  it.each(['known', 'unknown'] as const)('that is %s is listed in the page', (path) => {
    expect(documented(path).length).toBeGreaterThan(20);
    expect(documented(path).filter((file) => !ran[path].includes(file))).toEqual([]);
  });

  it('that is known is decided in few files of few folders', () => {
    const [, table = ''] = /## `POST \/v1\/verify`, known already\n([\s\S]*?)\n## /.exec(page) ?? [];
    const named = [...table.matchAll(/`((?:core|modules|adapters)\/[\w./-]+\.ts)`/g)].map(([, file]) => `src/${file}`);
    expect(named.filter((file) => !ran.known.includes(file))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
    expect(named.length).toBeLessThanOrEqual(MAX_DECIDING.files);
    expect(new Set(named.map((file) => dirname(file))).size).toBeLessThanOrEqual(MAX_DECIDING.folders);
  });
});
