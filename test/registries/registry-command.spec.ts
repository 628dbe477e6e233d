import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ProgressDisplay } from '../../src/commands/cli/progress-display.js';
import { importLine } from '../../src/commands/registry/import-line.js';
import { startSandbox } from '@standing/sandbox';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { floridaFile } from '../mirrors/florida-records.js';

interface Ended {
  code: number;
  out: string[];
  err: string[];
}

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-registry-'));
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true });
});

/** Additional environment variables for the next commands. */
let settings: Record<string, string> = {};

async function registry(...args: string[]): Promise<Ended> {
  const program = ['dist/commands/registry.js', ...args];
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: folder, ...settings };
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  return { code, out: lines(out), err: lines(err) };
}

function file(name: string, content: Buffer): string {
  const full = path.join(folder, name);
  fs.writeFileSync(full, content);
  return full;
}

describe('npx --no standing registry', () => {
  it('imports a file, then prints one status line per code with date, rows and age', async () => {
    const imported = await registry(
      'import',
      'us-fl',
      file('cordata.txt', floridaFile(1_200)),
      '--as-of',
      '2020-02-03',
    );
    expect(imported.code).toBe(0);
    expect(imported.out).toEqual([expect.stringMatching(/^us-fl: imported 1,200 rows of 2020-02-03 in .* rows\/s$/)]);
    const { code, out } = await registry('status');
    expect(code).toBe(0);
    expect(out).toEqual([
      'us-ia  never imported',
      expect.stringMatching(/^us-fl {2}edition of 2020-02-03 {2}1,200 rows {2}\d+ days old, due for a new one$/),
      'us-va  never imported',
      'us-ak  never imported',
      'us-il  never imported',
    ]);
  });

  it('downloads and imports an edition, then reports that there is no newer one', async () => {
    const sandbox = await startSandbox();
    settings = { REGISTRY_US_IA_URL: `${sandbox.origin}/us-ia` };
    try {
      const first = await registry('update', 'us-ia');
      expect(first).toMatchObject({
        code: 0,
        out: [
          expect.stringMatching(/^us-ia: downloaded [\d,]+ bytes$/),
          expect.stringMatching(/^us-ia: imported \d+ rows of 2026-01-01$/),
        ],
      });
      await expect(registry('update', 'us-ia')).resolves.toMatchObject({
        code: 0,
        out: ['us-ia: the register has no newer edition'],
      });
      expect(fs.existsSync(path.join(folder, 'downloads', 'us-ia.zip'))).toBe(false);
    } finally {
      settings = {};
      await sandbox.close();
    }
  });

  it.each(['us-fl', 'us-va', 'us-ak', 'us-il'])('prints in two lines what to fetch and where for %s', async (code) => {
    const { code: exit, out } = await registry('update', code);
    expect(exit).toBe(1);
    expect(out).toEqual([
      expect.stringMatching(new RegExp(`^${code}: .+[a-z]$`)),
      expect.stringMatching(new RegExp(`^${code}: fetch .*https://.*standing registry import ${code} FILE$`)),
    ]);
  });

  it.each([
    [
      'a corrupt file',
      () => ['import', 'us-fl', file('bad.txt', Buffer.concat([floridaFile(2), Buffer.from('x\n')]))],
      'bad.txt, line 3: a record of 1 characters instead of 1440',
    ],
    [
      'a file that is not there',
      () => ['import', 'us-fl', '/nowhere/cordata.txt'],
      'cordata.txt: there is no such file',
    ],
  ])('refuses %s in one line, with exit status 1', async (_, args, reason) => {
    const { code, out, err } = await registry(...args());
    expect([code, out]).toEqual([1, []]);
    expect(err).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['a register that is asked directly', ['import', 'us-co', 'x.csv'], 'us-co is not imported from files'],
    ['a date that is none', ['import', 'us-fl', 'x.txt', '--as-of', 'today'], '--as-of must be a date'],
    ['nothing to do', [], 'name an action: import, update, probe or status'],
  ])('names what is wrong with %s, prints its usage and exits with 2', async (_, args, reason) => {
    const { code, out, err } = await registry(...args);
    expect([code, out]).toEqual([2, []]);
    expect(err[0]).toContain(reason);
    expect(err[1]).toContain('usage: standing registry import CODE FILE...');
  });
});

describe('the progress of an import', () => {
  const shown = (isTTY: boolean) => {
    let now = 0;
    let text = '';
    const display = new ProgressDisplay({ isTTY, write: (more) => (text += more) }, importLine, () => now);
    const progress = { phase: 'reading' as const, totalBytes: 1_000 };
    for (const [at, bytes] of [
      [1_000, 250],
      [1_050, 260],
      [4_000, 500],
    ] as const) {
      now = at;
      display.show({ ...progress, bytes, rows: bytes * 100 });
    }
    display.show({ ...progress, phase: 'indexing', bytes: 1_000, rows: 100_000 });
    display.end();
    return text;
  };

  it('shows one line with bar, speed and time left on a terminal', () => {
    const frames = shown(true).split('\r');
    expect(frames[1]).toBe('[######..................] 25 %  25,000 rows  25,000 rows/s  3 s left\u001b[K');
    expect(frames[2]).toBe('[############............] 50 %  50,000 rows  12,500 rows/s  4 s left\u001b[K');
    expect(frames.at(-1)).toBe('\u001b[K');
  });

  it('prints a plain line now and then when the output is not a terminal', () => {
    expect(shown(false).split('\n')).toEqual([
      '50 %  50,000 rows  12,500 rows/s  4 s left',
      '100,000 rows read; building the indexes',
      '',
    ]);
  });
});
