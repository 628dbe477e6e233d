import { REGISTERS } from '../../../src/registers/registers.js';
import fs from 'node:fs';
import { ConfiguredRegistries } from '../../../src/adapters/registries/configured-registries.js';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { CZ_10 } from '@standing/sandbox/registers/cz/played';
import { startSandbox } from '@standing/sandbox';
import { crowded, type Json, type Playing, type Quirks } from './playing.js';

const TOPICS = '/ca-bc/api/v4/search/topic';
const COMPANIES_HOUSE = '/gb-eaw';
const FRANCE = '/fr-idf/search';
const UNITS = '/no-03/enhetsregisteret/api/enheter';
const SUB_UNITS = '/no-03/enhetsregisteret/api/underenheter';
const ARES = '/cz-10/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty';

const list = (answer: Json, name: string) => answer[name] as Json[];
const names = (rows: readonly Json[], field: string) => rows.map((row) => String(row[field]));

const BRITISH_COLUMBIA: Quirks[string] = {
  'finds what holds any word, best score first': async (playing) => {
    const found = await playing.read(`${TOPICS}?q=SASQUATCH%20ZZYZX%20LANTERNS&inactive=any`);
    expect(found['total']).toBeGreaterThan(1);
    expect(JSON.stringify(list(found, 'results')[0])).toContain('SASQUATCH LANTERNS');
    const absent = await playing.search('ca-bc', 'Sasquatch Zzyzx Lanterns Ltd.');
    expect(absent.complete).toBe(true);
  },
  'dots and apostrophes belong to a word': async (playing) => {
    const found = async (q: string) => JSON.stringify((await playing.read(`${TOPICS}?q=${q}&inactive=any`))['results']);
    expect(await found('ABC')).not.toContain('A.B.C. IMAGINARY');
    expect(await found('A.B.C.')).toContain('A.B.C. IMAGINARY');
    const called = async (name: string) => (await playing.search('ca-bc', name)).records.map((record) => record.name);
    expect(await called('ABC Imaginary Blocks')).toContain('A.B.C. IMAGINARY BLOCKS LTD.');
    expect(await called('OFable and Sons')).toContain("O'FABLE & SONS LTD.");
  },
  'historical topics hidden unless `inactive=any`': async (playing) => {
    const total = async (query: string) => (await playing.read(`${TOPICS}?q=HISTORICAL%20CASTLE${query}`))['total'];
    expect(await total('&inactive=any')).toBeGreaterThan(Number(await total('')));
  },
  'an eleventh page is 400': async (playing) => {
    expect((await playing.ask(`${TOPICS}?q=LANTERNS&page=11`)).status).toBe(400);
  },
  'related topics beside the one asked for by number': async (playing) => {
    const id = await playing.idOf('ca-bc', 'Oddly Suspended Bridges Ltd.');
    const found = list(await playing.read(`${TOPICS}?q=${id}&inactive=any`), 'results');
    expect(names(found, 'source_id')).toEqual([expect.not.stringMatching(id), id]);
    await expect(playing.numbered('ca-bc', id)).resolves.toMatchObject({ id });
  },
  'topics of other registers': async (playing) => {
    const found = list(await playing.read(`${TOPICS}?q=ODDLY%20LICENSED%20ORCHARDS`), 'results');
    expect(names(found, 'type')).toContain('registration.licences.ca');
    const { records } = await playing.search('ca-bc', 'Oddly Licensed Orchards');
    expect(records.filter(({ name }) => /licensed/i.test(name))).toEqual([]);
  },
  'topics without a name': async (playing) => {
    const { records, complete } = await playing.search('ca-bc', 'Oddly Nameless Cabinets Lanterns');
    expect([records.some(({ name }) => /nameless/i.test(name)), complete]).toEqual([false, false]);
    expect(playing.skipped).toContain('ca-bc: a topic without an entity_name');
    await expect(playing.numbered('ca-bc', 'BC9100002')).resolves.toEqual({ id: 'BC9100002', withholds: 'name' });
  },
  'a rare status word': async (playing) => {
    const { records } = await playing.search('ca-bc', 'Oddly Suspended Bridges Ltd.');
    const suspended = { status: 'unknown', statusDetail: 'SUS', goodStanding: null };
    expect(records).toEqual(expect.arrayContaining([expect.objectContaining(suspended)]));
  },
};

const UNITED_KINGDOM: Quirks[string] = {
  'the ranked search finds any word and former names': async (playing) => {
    const found = await playing.read(`${COMPANIES_HOUSE}/search/companies?q=zzyzx%20formerly%20storybook%20umbrellas`);
    expect(names(list(found, 'items'), 'title')[0]).toBe('STORYBOOK UMBRELLAS LIMITED');
  },
  'the advanced search finds all words of current names, with 404 for nothing': async (playing) => {
    const status = async (name: string) =>
      (await playing.ask(`${COMPANIES_HOUSE}/advanced-search/companies?company_name_includes=${name}`)).status;
    expect(await status('storybook%20umbrellas')).toBe(200);
    expect(await status('zzyzx%20umbrellas')).toBe(404);
    expect(await status('formerly%20storybook')).toBe(404);
  },
  'its hits as a text': async (playing) => {
    const path = `${COMPANIES_HOUSE}/advanced-search/companies?company_name_includes=umbrellas`;
    expect((await playing.read(path))['hits']).toMatch(/^\d+$/);
  },
  'officers 100 at a time, 404 where none were filed': async (playing) => {
    const id = await playing.idOf('gb-eaw', 'Storybook Umbrellas Limited');
    const path = (number: string) => `${COMPANIES_HOUSE}/company/${number}/officers?items_per_page=500`;
    expect((await playing.read(path(id)))['items_per_page']).toBe(100);
    expect((await playing.ask(path('SE990001'))).status).toBe(404);
    await expect(playing.fetched('gb-eaw', 'SE990001')).resolves.toMatchObject({ details: { officers: null } });
  },
  '`X-Ratelimit-*` headers (counted, never enforced)': async (playing) => {
    const { headers } = await playing.ask(`${COMPANIES_HOUSE}/search/companies?q=storybook`);
    expect([headers.get('x-ratelimit-window'), headers.get('x-ratelimit-remain')]).toEqual(['5m', '599']);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000);
  },
  'where an overseas company is at home, and whose branch one is, in the profile alone': async (playing) => {
    const home = { jurisdiction: 'us-co', number: '20109910001' };
    const { records } = await playing.search('gb-eaw', 'Oddly Unsaid Beacons LLC');
    expect(records.find(({ id }) => id === 'FC990002')).not.toHaveProperty('relations');
    await expect(playing.fetched('gb-eaw', 'FC990002')).resolves.toMatchObject({
      domestic: false,
      home: { jurisdiction: 'us-co', name: 'Colorado, USA' },
      relations: [{ relation: 'home', ...home }],
    });
    await expect(playing.fetched('gb-eaw', 'BR990002')).resolves.toMatchObject({
      isBranch: true,
      relations: [{ relation: 'home', jurisdiction: 'gb-eaw', number: 'FC990002', name: 'ODDLY UNSAID BEACONS LLC' }],
    });
  },
  "letters before a number that look like another nation's": async (playing) => {
    const found = await playing.read(`${COMPANIES_HOUSE}/search/companies?q=oddly%20numbered%20beacons`);
    const odd = names(list(found, 'items'), 'company_number').filter((number) => number.endsWith('990001'));
    expect(odd.toSorted()).toEqual(['CE', 'CS', 'EN', 'ES', 'GN', 'GS', 'OC', 'R0', 'SE'].map((it) => `${it}990001`));
    for (const [code, own] of Object.entries({ 'gb-eaw': 'SE', 'gb-sct': 'CS', 'gb-nir': 'EN' })) {
      const { jurisdiction } = (await playing.read(`/${code}/company/${own}990001`)) as { jurisdiction: string };
      expect(jurisdiction.slice(0, 3)).toBe({ 'gb-eaw': 'eng', 'gb-sct': 'sco', 'gb-nir': 'nor' }[code]);
      const { records } = await playing.search(code, `Oddly Numbered ${own} Beacons Limited`);
      expect(records.map(({ id }) => id)).toContain(`${own}990001`);
    }
  },
};

const ILE_DE_FRANCE: Quirks[string] = {
  'a number ignores every filter': async (playing) => {
    const found = await playing.read(`${FRANCE}?q=009100017&region=93`);
    expect(names(list(found, 'results'), 'siren')).toEqual(['009100017']);
  },
  'a region is that of any establishment': async (playing) => {
    const found = list(await playing.read(`${FRANCE}?q=far%20kingdom%20imports&region=11`), 'results');
    expect(found.map(({ siege }) => (siege as Json)['region'])).toEqual(['93']);
    expect((await playing.search('fr-idf', names(found, 'nom_raison_sociale')[0]!)).records).toEqual([]);
  },
  '`[NON-DIFFUSIBLE]`': async (playing) => {
    const id = await playing.idOf('fr-idf', 'Bizarrerie Masquee SARL');
    expect(JSON.stringify(await playing.read(`${FRANCE}?q=${id}`))).toContain('[NON-DIFFUSIBLE]');
    const found = await playing.fetched('fr-idf', id);
    expect(JSON.stringify(found)).not.toContain('DIFFUSIBLE');
    expect(found).toMatchObject({ details: { principalAddress: { line1: null, city: 'PARIS' } } });
    await expect(playing.fetched('fr-idf', '009100017')).resolves.toEqual({ id: '009100017', withholds: 'name' });
  },
  'a record of nulls': async (playing) => {
    await expect(playing.numbered('fr-idf', '009100041')).resolves.toEqual({ id: '009100041', withholds: 'name' });
  },
  'a unit of no region': async (playing) => {
    const found = await playing.read(`${FRANCE}?q=bizarrerie%20sans%20lieu`);
    const [id = ''] = names(list(found, 'results'), 'siren');
    await expect(playing.numbered('fr-idf', id)).resolves.toEqual({ id, withholds: 'seat' });
  },
  '1900-01-01 for a beginning nobody knows': async (playing) => {
    expect(JSON.stringify(await playing.read(`${FRANCE}?q=bizarrerie%20ancienne`))).toContain('"1900-01-01"');
    const { records } = await playing.search('fr-idf', 'Bizarrerie Ancienne');
    expect(records).toMatchObject([{ formationDate: null }]);
  },
  'the brand in brackets behind the name': async (playing) => {
    const [name = ''] = playing.registries.sampleNames('fr-idf') ?? [];
    const [unit] = list(await playing.read(`${FRANCE}?q=${encodeURIComponent(name)}`), 'results');
    expect(unit!['nom_complet']).toMatch(/^.+ \(.+\)$/);
    expect((await playing.search('fr-idf', name)).records).toMatchObject([{ name: unit!['nom_raison_sociale'] }]);
  },
  'three letters at least, 25 rows at most': async (playing) => {
    expect((await playing.ask(`${FRANCE}?q=ab`)).status).toBe(400);
    expect((await playing.ask(`${FRANCE}?q=lanternes&per_page=26`)).status).toBe(400);
  },
  'seven requests a second, 429 beyond (where quotas are enforced)': async () => {
    const strict = await startSandbox({ enforceQuotas: true });
    const live = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { 'fr-idf': `${strict.origin}/fr-idf` },
      credentials: {},
      timeoutMs: 15_000,
      log: { warn: () => undefined },
    });
    try {
      // At the adapter's pace, no request is refused.
      const asked = Array.from({ length: 20 }, () =>
        live.of('fr-idf').findByNumber('009100017', AbortSignal.timeout(60_000)),
      );
      expect(await Promise.all(asked)).toEqual(asked.map(() => ({ id: '009100017', withholds: 'name' })));
      const burst = await Promise.all(
        Array.from({ length: 12 }, () => fetch(`${strict.origin}/fr-idf/search?q=009100017`)),
      );
      const refused = burst.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(1);
      expect(refused[0]!.headers.get('retry-after')).toBe('1');
    } finally {
      await live.close();
      await strict.close();
    }
  },
};

const OSLO: Quirks[string] = {
  'nothing found has no `_embedded`': async (playing) => {
    expect(await playing.read(`${UNITS}?navn=zzyzx`)).not.toHaveProperty('_embedded');
  },
  'deleted units are not searched and have no address': async (playing) => {
    expect(await playing.read(`${UNITS}?navn=underlig%20slettet`)).not.toHaveProperty('_embedded');
    const [id, unit] = await unitOf(playing, /SLETTET/);
    expect(unit).not.toHaveProperty('forretningsadresse');
    const withheld = { id, withholds: 'seat', ended: { status: 'dissolved' } };
    await expect(playing.numbered('no-03', id)).resolves.toMatchObject(withheld);
    await expect(playing.fetched('no-03', id)).resolves.toMatchObject({ status: 'dissolved' });
  },
  'a listed unit that is 410 on reading': async (playing) => {
    const id = await playing.idOf('no-03', 'Underlig Forsvunnet Fyr AS');
    expect((await playing.ask(`${UNITS}/${id}`)).status).toBe(410);
    await expect(playing.fetched('no-03', id)).resolves.toEqual({ id, withholds: 'record' });
  },
  '`avregistrert` beside `fratraadt`': async (playing) => {
    const id = await playing.idOf('no-03', 'Huldra Lanterner AS');
    const roles = JSON.stringify(await playing.read(`${UNITS}/${id}/roller`));
    expect(roles).toContain('"fratraadt":false,"avregistrert":true');
    await expect(playing.fetched('no-03', id)).resolves.toMatchObject({ details: { officers: [{}] } });
  },
  'a window of 10,000 hits': async (playing) => {
    expect((await playing.ask(`${UNITS}?navn=FYR&size=200&page=50`)).status).toBe(400);
  },
  'a unit without a business address': async (playing) => {
    const [id, unit] = await unitOf(playing, /ADRESSELØST/);
    expect(unit).toMatchObject({ postadresse: { kommunenummer: '0301' } });
    await expect(playing.numbered('no-03', id)).resolves.toEqual({ id, withholds: 'seat' });
    await expect(playing.fetched('no-03', id)).resolves.toEqual({ id, withholds: 'seat' });
  },
  'sub-units with numbers of their own': async (playing) => {
    const [id, unit] = await unitOf(playing, /AVD HAVN/, SUB_UNITS);
    const above = String(unit['overordnetEnhet']);
    expect((await playing.ask(`${UNITS}/${id}`)).status).toBe(404);
    expect((await playing.ask(`${SUB_UNITS}/${above}`)).status).toBe(404);
    await expect(playing.numbered('no-03', id)).resolves.toMatchObject({ id: above, name: 'UNDERLIG DELT FYR AS' });
  },
};

/** Reads a unit that no search finds. */
async function unitOf(playing: Playing, name: RegExp, units = UNITS): Promise<[string, Json]> {
  const line = fs
    .readFileSync(`${BUNDLED_EXTRACTS}/no-03.jsonl`, 'utf8')
    .split('\n')
    .find((text) => name.test(text));
  const { organisasjonsnummer } = JSON.parse(line ?? '{}') as { organisasjonsnummer: string };
  return [organisasjonsnummer, await playing.read(`${units}/${organisasjonsnummer}`)];
}

const PRAGUE: Quirks[string] = {
  'subjects without an IČO': async (playing) => {
    const found = await playing.read(`${ARES}/vyhledat`, { obchodniJmeno: 'Podivná Bezčíselná' });
    expect(list(found, 'ekonomickeSubjekty')).toEqual([expect.not.objectContaining({ ico: expect.anything() })]);
    await expect(playing.search('cz-10', 'Podivná Bezčíselná Jeskyně')).rejects.toThrow('a record without ico');
    expect(playing.skipped).toContain('cz-10: a record without ico');
  },
  'an address in one text': async (playing) => {
    const found = await playing.read(`${ARES}/vyhledat`, { obchodniJmeno: 'Podivná Nerozebraná' });
    const [subject] = list(found, 'ekonomickeSubjekty');
    expect(subject!['sidlo']).toEqual({ textovaAdresa: expect.any(String), standardizaceAdresy: false });
    const id = String(subject!['ico']);
    await expect(playing.numbered('cz-10', id)).resolves.toMatchObject({ id, movedTo: undefined });
  },
  'an end that lies ahead': async (playing) => {
    const { records } = await playing.search('cz-10', 'Podivný Budoucí Konec s.r.o.');
    expect(records).toMatchObject([{ status: 'active', statusDetail: 'Aktivní, zanikne 2095-12-10' }]);
  },
  '`HISTORICKY`': async (playing) => {
    const id = await playing.idOf('cz-10', 'Podivný Historický Záznam s.r.o.');
    expect(JSON.stringify(await playing.read(`${ARES}/${id}`))).toContain('"stavZdrojeVr":"HISTORICKY"');
    await expect(playing.numbered('cz-10', id)).resolves.toMatchObject({ status: 'dissolved' });
  },
  'memberships with an end of their own': async (playing) => {
    const id = await playing.idOf('cz-10', 'Jednorožec Lucerny s.r.o.');
    const officers = [expect.not.objectContaining({ endDate: expect.anything() }), { endDate: '2021-12-31' }];
    await expect(playing.fetched('cz-10', id)).resolves.toMatchObject({ details: { officers } });
  },
  'more than 1,000 hits and a malformed IČO are 400': async (playing) => {
    const path = '/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/vyhledat';
    const tooMany = crowded(CZ_10, 1_001, path, { obchodniJmeno: 'Gedränge' });
    expect(tooMany).toMatchObject({ status: 400, body: { subKod: 'VYSTUP_PRILIS_MNOHO_VYSLEDKU' } });
    const malformed = await playing.ask(`${ARES}/ARES_1`);
    expect([malformed.status, await malformed.json()]).toMatchObject([400, { subKod: 'VSTUP_NEVALIDNI_FORMAT_ICO' }]);
  },
  'a subject without a seat': async (playing) => {
    const found = await playing.read(`${ARES}/vyhledat`, { obchodniJmeno: 'Podivná Bezsídelná' });
    const id = String(list(found, 'ekonomickeSubjekty')[0]!['ico']);
    await expect(playing.numbered('cz-10', id)).resolves.toEqual({ id, withholds: 'seat' });
  },
};

export const INTERNATIONAL: Quirks = {
  'ca-bc': BRITISH_COLUMBIA,
  'gb-eaw, gb-sct, gb-nir': UNITED_KINGDOM,
  'fr-idf': ILE_DE_FRANCE,
  'no-03': OSLO,
  'cz-10': PRAGUE,
};
