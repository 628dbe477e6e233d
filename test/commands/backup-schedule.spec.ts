import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpRegularly, backupsIn, deleteOlder, nameAt, untilDue } from '../../src/commands/backup/regularly.js';

const HOUR_MS = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standing-backups-'));
});
afterEach(() => rm(folder, { recursive: true }));

const make = async (...names: string[]) => {
  for (const name of names) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'backup.json'), '{}');
  }
};

describe('regular backups', () => {
  it('are named by their time, in the order of time', () => {
    expect(nameAt(new Date('2026-11-23T02:03:04.567Z'))).toBe('2026-11-23T02-03-04Z');
  });

  it('are due at once where there is none, and a period after the newest otherwise', () => {
    const now = new Date('2026-11-23T02:00:00Z');
    expect(untilDue(undefined, 24, now)).toBe(0);
    expect(untilDue('2026-11-22T12-00-00Z', 24, now)).toBe(10 * HOUR_MS);
    expect(untilDue('2026-11-20T12-00-00Z', 24, now)).toBe(0);
  });

  it('delete all but the newest, unfinished ones, and nothing else', async () => {
    await make('2026-11-20T02-00-00Z', '2026-11-21T02-00-00Z', '2026-11-22T02-00-00Z');
    await make('before-the-move', '2026-11-19T02-00-00Z.unfinished');
    expect(await deleteOlder(folder, 2)).toEqual(['2026-11-20T02-00-00Z', '2026-11-19T02-00-00Z.unfinished']);
    expect((await readdir(folder)).toSorted()).toEqual([
      '2026-11-21T02-00-00Z',
      '2026-11-22T02-00-00Z',
      'before-the-move',
    ]);
  });

  it('are written when they are due, until they are stopped', async () => {
    await make('2020-01-01T00-00-00Z', '2020-01-02T00-00-00Z');
    const stop = new AbortController();
    const written: string[] = [];
    const write = async (to: string) => {
      await mkdir(to);
      written.push(to);
      stop.abort();
    };
    await backUpRegularly({ folder, everyHours: 1, keep: 2 }, write, stop.signal);
    expect(written).toHaveLength(1);
    const kept = await backupsIn(folder);
    expect(kept).toEqual(['2020-01-02T00-00-00Z', expect.any(String)]);
    expect(written).toEqual([join(folder, kept[1]!)]);
  });
});
