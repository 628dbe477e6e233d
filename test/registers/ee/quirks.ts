import fs from 'node:fs';
import path from 'node:path';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import type { Quirks } from '../../sandbox/quirks/playing.js';

const bundled = () => fs.readFileSync(path.join(BUNDLED_EXTRACTS, 'ee.csv'), 'utf8');

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  'a byte order mark and semicolons': () => {
    expect(bundled().startsWith('\uFEFFnimi;ariregistri_kood;')).toBe(true);
  },
  'days with dots': () => {
    expect(bundled()).toContain(';25.04.2014;');
  },
  'sole traders among companies': () => {
    expect(bundled()).toContain(';Füüsilisest isikust ettevõtja;');
  },
  'a place of district, town and county in one text': () => {
    expect(bundled()).toContain(';Haabersti linnaosa, Tallinn, Harju maakond;');
  },
  'the CSV in a ZIP': async (playing) => {
    const answer = await playing.ask('/ee/sites/default/files/avaandmed/ettevotja_rekvisiidid__lihtandmed.csv.zip');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK');
  },
};
