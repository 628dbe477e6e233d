import fs from 'node:fs';
import path from 'node:path';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import type { Quirks } from '../../sandbox/quirks/playing.js';

const bundled = (name: string) => fs.readFileSync(path.join(BUNDLED_EXTRACTS, `lt.${name}`), 'utf8');
const live = () => bundled('JAR_IREGISTRUOTI.csv');

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  'two files, named in the query of one address, and a page for any other name': async (playing) => {
    for (const name of ['JAR_IREGISTRUOTI.csv', 'JAR_ISREGISTRUOTI.csv']) {
      const answer = await playing.ask(`/lt/aduomenys/?byla=${name}`);
      expect(await answer.text()).toBe(bundled(name));
    }
    const other = await playing.ask('/lt/aduomenys/?byla=JAR.csv');
    expect(other.headers.get('content-type')).toContain('text/html');
  },
  'cells between bars, quotation marks doubled': () => {
    expect(live()).toContain('|"UAB ""Be Kablelių"""|');
  },
  'a name in Lithuanian quotation marks': () => {
    expect(live()).toContain('|UAB „Lietuviškos Kabutės“|');
  },
  'codes of seven and eight digits': () => {
    expect(live()).toMatch(/^9100001\|/m);
    expect(live()).toMatch(/^91000002\|/m);
  },
  'status 0 for none entered': () => {
    expect(live()).toContain('|0|Teisinis stat neįregistruotas|');
  },
  'a status of no certain meaning': () => {
    expect(live()).toContain('|12|Nepersiregistravęs|');
  },
  'an address in one text, also without commas': () => {
    expect(live()).toContain('|Vilniaus m. sav. Vilniaus m. Pramano g. 2|');
  },
  'struck out with its day, without a status': () => {
    expect(bundled('JAR_ISREGISTRUOTI.csv')).toMatch(/^ja_kodas\|.*\|isreg_data\|formavimo_data\n900/);
  },
};
