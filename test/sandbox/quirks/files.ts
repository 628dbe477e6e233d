import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openBulkFile } from '../../../src/adapters/registries/bulk/formats/bulk-file.js';
import { REGISTERS } from '../../../src/registers/registers.js';
import type { Parts } from '../../../src/adapters/registries/bulk/formats/bulk-format.js';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import type { Quirks } from './playing.js';

const bundled = (name: string) => fs.readFileSync(path.join(BUNDLED_EXTRACTS, name));
const floridaLines = () => bundled('us-fl.txt').toString('latin1').split('\r\n').slice(0, -1);
/** The ZIP stores its files uncompressed, so it can be read as one text. */
const virginia = () => bundled('us-va.zip').toString('latin1');

/**
 * Returns the record that the format makes of a row with these cells, and the unknown status words.
 */
function virginian(cells: Record<string, string>) {
  const unknown: string[] = [];
  const parts: Parts = { llc: [{ EntityID: '11910001', Name: 'Oddly Coded Beacons LLC', ...cells }] };
  const record = REGISTERS.format('us-va')!.toRecord(parts, { unknownStatus: (word) => unknown.push(word) });
  return { record, unknown };
}

/** Registers that publish files. */
export const FILES: Quirks = {
  'us-ia': {
    'the file behind a redirect to a signed address, without length, digest, ETag or parts': async (playing) => {
      const address = `${playing.sandbox.origin}/us-ia/api/v1/datasets/554/rows.json`;
      const redirect = await fetch(address, { redirect: 'manual' });
      expect([redirect.status, redirect.headers.get('location')]).toEqual([303, expect.stringContaining('signature=')]);
      const file = await fetch(address, { headers: { range: 'bytes=0-9' } });
      expect([file.status, file.headers.get('etag'), file.headers.get('content-length')]).toEqual([200, null, null]);
      expect((await playing.ask('/us-ia/store/554/rows.zip')).status).toBe(403);
    },
    'empty columns left out': () => {
      const text = bundled('us-ia.zip').toString('latin1');
      const rows = [...text.matchAll(/\{"corp_number".*?\}(?=\n)/g)].map(([line]) =>
        Object.keys(JSON.parse(line) as object),
      );
      expect(new Set(rows.map((columns) => columns.includes('registered_agent')))).toEqual(new Set([true, false]));
    },
  },
  'us-fl': {
    '1,440 characters a record': () => {
      expect(new Set(floridaLines().map((line) => line.length))).toEqual(new Set([1_440]));
    },
    'names of persons in columns': () => {
      expect(floridaLines()[0]!.slice(668, 720)).toMatch(/^[A-Z ]{4}PO?FFICER \d+ +FICTIONAL/);
    },
    'NULs at the end': () => {
      expect(floridaLines().every((line) => line.endsWith('\0'.repeat(18)))).toBe(true);
    },
    'Latin-1, not UTF-8': () => {
      expect(bundled('us-fl.txt').includes(Buffer.from('CAFÉ CHIMÈRE', 'latin1'))).toBe(true);
    },
    'a ZIP packed with Deflate64': async (playing) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-florida-'));
      const file = path.join(folder, 'cordata.zip');
      const answer = await playing.ask('/us-fl/doc/quarterly/cor/cordata.zip');
      fs.writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      const { entries, close } = await openBulkFile(file);
      const read = async () => {
        for await (const chunk of entries[0]!.chunks()) expect(chunk.length).toBeGreaterThan(0);
      };
      await expect(read()).rejects.toThrow('packed with Deflate64 (method 9)');
      close();
      fs.rmSync(folder, { recursive: true });
    },
  },
  'us-va': {
    'ids behind tabs': () => {
      expect(virginia()).toMatch(/^\t11\d{6} {2},/m);
    },
    'cells filled up with blanks': () => {
      expect(virginia()).toContain(',ACTIVE    ,');
    },
    'a comma too many': () => {
      const [header = '', row = ''] = virginia().slice(virginia().indexOf('EntityID,Name')).split('\r\n');
      expect(row.split(',').length).toBe(header.split(',').length + 1);
    },
    '`9999-12-31` for no date': () => {
      expect(virginia()).toContain(',9999-12-31,');
    },
    'a code in place of words, silent about the standing': () => {
      expect(virginia()).toMatch(/Oddly Coded Beacons 00 LLC,00 {8},,/);
      expect(virginian({ Status: '00' }).record).toMatchObject({ status: 'active', goodStanding: null });
      expect(virginian({ Status: 'ACTIVE' }).record).toMatchObject({ status: 'active', goodStanding: null });
    },
    'a code for one that is about to be dissolved, and one that no table has': () => {
      expect(virginia()).toMatch(/Beacons 14 LLC,14 {8},,[^]*Beacons 95 LLC,95 {8},,/);
      expect(virginian({ Status: '14' }).record).toMatchObject({ status: 'active', statusDetail: 'Dissolving' });
      const { record, unknown } = virginian({ Status: '95' });
      expect([record, unknown]).toMatchObject([{ status: 'unknown', goodStanding: null }, ['95']]);
    },
  },
};
