import fs from 'node:fs';
import path from 'node:path';
import { openBulkFile } from '../../src/adapters/registries/bulk/formats/bulk-file.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { generateBulkFiles } from '@standing/sandbox/bulk/generate';
import { zip } from '@standing/sandbox/bulk/zip';
import { linesOf } from '../registers/file-rows.js';
import { floridaFile } from './florida-records.js';

const US_FL = REGISTERS.format('us-fl')!;
const US_IA = REGISTERS.format('us-ia')!;

describe('the line on which a row begins', () => {
  const HEADER = US_IA.layoutOf('iowa.csv')!.columns.join(',');
  const row = (name: string) =>
    [
      `"${name}"`,
      ...US_IA.layoutOf('iowa.csv')!
        .columns.slice(1)
        .map(() => '1'),
    ].join(',');

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
  ])('is counted through multiline cells, empty lines and both encodings, with %s', async (_, end) => {
    const lines = [HEADER, row('1'), row(`2${end}2${end}2`), '', row('CAFÉ'), row('4')];
    const text = lines.join(end);
    const bytes = [Buffer.from(text), Buffer.from(text, 'latin1')];
    for (const file of bytes) await expect(linesOf(US_IA, 'iowa.csv', file)).resolves.toEqual([2, 3, 7, 8]);
  });

  it('is counted in files of fixed width', async () => {
    await expect(linesOf(US_FL, 'cordata.txt', floridaFile(4))).resolves.toEqual([1, 2, 3, 4]);
  });
});

describe('a ZIP', () => {
  it('lists its files with their dates', async () => {
    const { entries, close } = await openBulkFile(path.join(BUNDLED_EXTRACTS, 'us-va.zip'));
    expect(entries.map(({ name }) => name)).toEqual(['LLC.csv', 'Corp.csv', 'Officer.csv', 'NameHistory.csv']);
    expect(entries[0]!.changedAt.getFullYear()).toBe(2026);
    close();
  });

  it('is refused when it is truncated or changed', async () => {
    const folder = fs.mkdtempSync('/tmp/standing-zip-');
    const whole = fs.readFileSync(path.join(BUNDLED_EXTRACTS, 'us-ia.zip'));
    const cut = path.join(folder, 'cut.zip');
    fs.writeFileSync(cut, whole.subarray(0, whole.length / 2));
    await expect(openBulkFile(cut)).rejects.toThrow('cut.zip: a damaged ZIP');

    const changed = path.join(folder, 'changed.zip');
    const damaged = Buffer.from(whole);
    damaged[500]! ^= 1;
    fs.writeFileSync(changed, damaged);
    const { entries, close } = await openBulkFile(changed);
    const readAll = async () => {
      for await (const chunk of entries[0]!.chunks()) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toThrow('changed.zip: rows.json: a damaged ZIP: the checksum does not fit');
    close();
    fs.rmSync(folder, { recursive: true });
  });
});

describe('a ZIP packed with Deflate64', () => {
  it('is refused with the name of the method and a remedy', async () => {
    const folder = fs.mkdtempSync('/tmp/standing-zip-');
    const file = path.join(folder, 'cordata.zip');
    fs.writeFileSync(file, withMethod(zip(new Map([['cordata0.txt', floridaFile(2)]])), 9));
    const { entries, close } = await openBulkFile(file);
    const readAll = async () => {
      for await (const chunk of entries[0]!.chunks()) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toThrow(
      'cordata.zip: cordata0.txt: packed with Deflate64 (method 9), which is not read here: unpack it (7z x, or unzip) and import cordata0.txt itself',
    );
    close();
    fs.rmSync(folder, { recursive: true });
  });
});

/** Returns the archive with another compression method in both headers of its first file. */
function withMethod(archive: Buffer, method: number): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt16LE(method, 8);
  changed.writeUInt16LE(method, changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10);
  return changed;
}

describe('a bundled file', () => {
  it('equals the output of the generator', () => {
    for (const [file, content] of generateBulkFiles()) {
      expect([file, content.equals(fs.readFileSync(path.join(BUNDLED_EXTRACTS, file)))]).toEqual([file, true]);
    }
  });
});
