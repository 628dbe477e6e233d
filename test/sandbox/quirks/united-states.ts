import { compareNames } from '../../../src/core/matching/comparing/compare.js';
import { parseName } from '../../../src/core/matching/parsing/normalise.js';
import { runQuery } from '@standing/sandbox/soda/query';
import type { Json, Playing, Quirks } from './playing.js';

const CO = '4ykn-tg5h';
const DC = '/us-dc/dcgis/rest/services/DCGIS_DATA/Business_Licensing_and_Grants_WebMercator/FeatureServer';

const values = (rows: readonly Json[]) => rows.flatMap((row) => Object.values(row));
const column = (rows: readonly Json[], name: string) => rows.flatMap((row) => row[name] ?? []);
const status = async (playing: Playing, path: string) => (await playing.ask(path)).status;
const counted = (rows: readonly Json[], name: string) => {
  const keys = column(rows, name);
  return [keys.length, new Set(keys).size];
};
/** Reads one page of the rows of a layer. */
const layer = async (playing: Playing, number: number, form: Record<string, string> = {}) => {
  const asked = new URLSearchParams({ where: '1=1', outFields: '*', f: 'json', ...form });
  const body = await playing.read(`${DC}/${number}/query`, asked);
  const features = (body['features'] ?? []) as { attributes: Json }[];
  return { body, rows: features.map(({ attributes }) => attributes) };
};

export const SOCRATA: Quirks = {
  'every Socrata portal': {
    'comparison with case': async (playing) => {
      const [name = ''] = playing.sandbox.sampleNames('us-co') ?? [];
      const of = (text: string) => playing.rows('us-co', CO, { $where: `entityname = '${text}'` });
      expect([await of(name), await of(name.toLowerCase())]).toMatchObject([[{ entityname: name }], []]);
    },
    'every value a text': async (playing) => {
      for (const [code, dataset] of [
        ['us-co', CO],
        ['us-tx', '9cir-efmm'],
      ] as const) {
        const types = new Set(values(await playing.rows(code, dataset)).map((value) => typeof value));
        expect([...types]).toEqual(['string']);
      }
    },
    'empty columns left out': async (playing) => {
      const lengths = (await playing.rows('us-co', CO)).map((row) => Object.keys(row).length);
      expect(Math.min(...lengths)).toBeLessThan(Math.max(...lengths));
    },
    '1,000 rows unless asked for more, 50,000 at most': async (playing) => {
      const table = { columns: new Set(['name']), rows: Array.from({ length: 1_500 }, () => ({ name: 'X' })) };
      const rowsFor = (query: string) => runQuery(table, new URLSearchParams(query)).length;
      expect([rowsFor(''), rowsFor('$limit=1200')]).toEqual([1_000, 1_200]);
      expect(await status(playing, `/us-co/resource/${CO}.json?$limit=50001`)).toBe(400);
    },
    '`X-SODA2-Fields` and `-Types`': async (playing) => {
      const { headers } = await playing.ask(`/us-co/resource/${CO}.json?$select=entityid,entityname`);
      expect(headers.get('x-soda2-fields')).toBe('["entityid","entityname"]');
      expect(headers.get('x-soda2-types')).toBe('["text","text"]');
    },
    'refusals as `code` or as `errorCode`, with 400': async (playing) => {
      const refusal = (where: string) => playing.ask(`/us-co/resource/${CO}.json?$where=${encodeURIComponent(where)}`);
      const [malformed, unknown] = [await refusal('entityname ='), await refusal(`nothing = 'x'`)];
      expect([malformed.status, unknown.status]).toEqual([400, 400]);
      expect(await malformed.json()).toMatchObject({ code: 'query.compiler.malformed' });
      expect(await unknown.json()).toMatchObject({ errorCode: 'query.soql.no-such-column' });
    },
    'what is selected beside `$group` must be grouped by': async (playing) => {
      const asked = `/us-co/resource/${CO}.json?$select=entityid,entityname&$group=entityid`;
      expect(await playing.read(asked)).toMatchObject({ errorCode: 'query.soql.column-not-in-group-bys' });
    },
    'an unknown data set is 404': async (playing) => {
      expect(await status(playing, '/us-co/resource/aaaa-bbbb.json')).toBe(404);
    },
    'a long address 414, a page': async (playing) => {
      const answer = await playing.ask(`/us-co/resource/${CO}.json?$where=${'x'.repeat(8_001)}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([414, 'text/html']);
    },
    'more patterns than it has time for': async (playing) => {
      // An empty result would be a confirmed absence if the portal had been searched to the end.
      const { records, complete } = await playing.search('us-co', 'One Two Three Four Five Six LLC');
      expect([records, complete]).toEqual([[], false]);
      expect(await playing.search('us-co', 'Zyxwv Quorblat Unfounded LLC')).toEqual({ records: [], complete: true });
    },
  },
  'us-co': {
    'status and date behind a name': async (playing) => {
      const [row] = await playing.rows('us-co', CO, { entitystatus: 'Delinquent' });
      expect(row!['entityname']).toMatch(/, Delinquent [A-Z][a-z]+ \d{1,2}, \d{4}$/);
    },
    '`jurisdictonofformation` misspelt': async (playing) => {
      const [row] = await playing.rows('us-co', CO);
      expect(row).toHaveProperty('jurisdictonofformation');
      expect(row).not.toHaveProperty('jurisdictionofformation');
    },
    'ended trade names stay listed': async (playing) => {
      const rows = await playing.rows('us-co', 'u7sb-g482');
      expect(column(rows, 'entitystatus')).toEqual(expect.arrayContaining(['Effective', 'Expired']));
      const { records } = await playing.search('us-co', playing.sandbox.sampleNames('us-co')![0]!);
      expect(JSON.stringify(await playing.numbered('us-co', records[0]!.id))).not.toContain('Late ');
    },
    'name changes in the transaction history': async (playing) => {
      const changes = await playing.rows('us-co', 'casm-dbbj', { historydes: 'Entity Name Change' });
      expect(column(changes, 'name').length).toBe(changes.length);
    },
    'an entity without a status': async (playing) => {
      const { records } = await playing.search('us-co', 'Oddly Unsaid Beacons LLC');
      expect(records).toMatchObject([{ status: 'unknown', statusDetail: null, goodStanding: null }]);
    },
  },
  'us-ct': {
    "siblings join on the master's `id` under four names": async (playing) => {
      const ids = new Set(column(await playing.rows('us-ct', 'n7gp-d28j'), 'id'));
      const siblings = { 'ka36-64k6': 'business_id', 'ah3s-bes7': 'account', 'enwv-52we': 'unique_key' };
      for (const [dataset, key] of Object.entries({ ...siblings, 'qh2m-n44y': 'business_key' })) {
        const keys = column(await playing.rows('us-ct', dataset), key);
        expect([dataset, keys.length > 0 && keys.every((id) => ids.has(id))]).toEqual([dataset, true]);
      }
    },
    'agents on `business_key`': async (playing) => {
      expect(await status(playing, '/us-ct/resource/qh2m-n44y.json?business_id=x')).toBe(400);
      const { records } = await playing.search('us-ct', 'Pretend Teapots LLC');
      const found = await playing.fetched('us-ct', records[0]!.id);
      expect(found).toMatchObject({ details: { registeredAgent: { name: expect.stringContaining('Agents') } } });
    },
    'year 1 for no date': async (playing) => {
      const rows = await playing.rows('us-ct', 'n7gp-d28j', { status: 'Active' });
      expect(column(rows, 'dissolution_date')).toContain('0001-01-01T00:00:00.000');
    },
    'homes of officers': async (playing) => {
      expect(JSON.stringify(await playing.rows('us-ct', 'ka36-64k6'))).toContain('Private Residence');
      const { records } = await playing.search('us-ct', 'Pretend Teapots LLC');
      expect(JSON.stringify(await playing.fetched('us-ct', records[0]!.id))).not.toContain('Residence');
    },
    'reserved and rejected names': async (playing) => {
      const words = column(await playing.rows('us-ct', 'n7gp-d28j'), 'status');
      expect(words).toEqual(expect.arrayContaining(['Expired Reservation', 'Rejected', 'Recorded']));
      expect((await playing.search('us-ct', 'Rejected Name Dreams LLC')).records).toEqual([]);
    },
    'no word on good standing': async (playing) => {
      expect(JSON.stringify(await playing.rows('us-ct', 'n7gp-d28j'))).not.toMatch(/good standing/i);
      expect((await playing.search('us-ct', 'Pretend Teapots LLC')).records).toMatchObject([
        { goodStanding: null, standingHint: { goodStanding: true } },
      ]);
    },
  },
  'us-ny': {
    'no status': async (playing) => {
      const columns = new Set((await playing.rows('us-ny', 'n9v6-gdp6')).flatMap((row) => Object.keys(row)));
      expect([...columns].filter((name) => /status|standing/i.test(name))).toEqual([]);
    },
    '"Registered Agent Revoked" for an agent': async (playing) => {
      const rows = await playing.rows('us-ny', 'n9v6-gdp6', { registered_agent_name: 'Registered Agent Revoked' });
      const found = await playing.fetched('us-ny', String(rows[0]!['dos_id']));
      expect(found).toMatchObject({ details: { registeredAgent: null } });
    },
    'former names in another data set': async (playing) => {
      const [row] = await playing.rows('us-ny', 'ekwr-p59j', { name_status: 'I' });
      const record = await playing.numbered('us-ny', String(row!['corpid_num']));
      expect(record).toMatchObject({ aliases: [{ name: row!['corp_name'], kind: 'former' }] });
    },
  },
  'us-or': {
    'several rows an entity': async (playing) => {
      const [rows, entities] = counted(await playing.rows('us-or', 'tckn-sxa6'), 'registry_number');
      expect(rows).toBeGreaterThan(2 * entities!);
    },
    'assumed and reserved names among entities': async (playing) => {
      const kinds = column(await playing.rows('us-or', 'tckn-sxa6'), 'entity_type');
      expect(kinds).toEqual(expect.arrayContaining(['ASSUMED BUSINESS NAME', 'RESERVED NAME']));
      expect((await playing.search('us-or', 'Oddly Reserved Beacons LLC')).records).toEqual([]);
    },
  },
  'us-pa': {
    'several rows an entity': async (playing) => {
      const [rows, entities] = counted(await playing.rows('us-pa', 'xvd7-5r2c'), 'filing_number');
      expect(rows).toBeGreaterThan(entities!);
    },
    'organisers among officers': async (playing) => {
      const [row] = await playing.rows('us-pa', 'xvd7-5r2c', { party_type: 'Organizer' });
      const found = await playing.fetched('us-pa', String(row!['filing_number']));
      expect(JSON.stringify(found)).not.toContain('Organizer');
    },
  },
  'us-tx': {
    'codes of two offices': async (playing) => {
      const rows = await playing.rows('us-tx', '9cir-efmm', { right_to_transact_business_code: 'N' });
      expect(new Set(column(rows, 'sos_status_code'))).toEqual(new Set(['A', 'F']));
    },
    'blank for an ended tax': async (playing) => {
      const rows = await playing.rows('us-tx', '9cir-efmm', { sos_status_code: 'T' });
      expect([rows.length > 0, column(rows, 'right_to_transact_business_code')]).toEqual([true, []]);
    },
    'what stands behind a name at another service': async (playing) => {
      const [row] = await playing.rows('us-tx', '9cir-efmm');
      const found = await playing.fetched('us-tx', String(row!['taxpayer_number']));
      expect(JSON.stringify(row)).not.toMatch(/officer/i);
      expect(found).toMatchObject({ details: { officers: [{ name: expect.stringContaining('OFFICER') }, {}] } });
    },
  },
};

export const OTHER_STATES: Quirks = {
  'us-dc': {
    'errors inside HTTP 200': async (playing) => {
      const answer = await playing.ask(`${DC}/0/query`, new URLSearchParams({ where: 'NOTHING =', f: 'json' }));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ error: { code: 400 } });
    },
    'fewer rows than were asked for, with `exceededTransferLimit`': async (playing) => {
      const { body, rows } = await layer(playing, 0, { resultRecordCount: '1000' });
      expect([rows.length, body['exceededTransferLimit']]).toEqual([25, true]);
      const { records, complete } = await playing.search('us-dc', 'Imaginary');
      expect([complete, new Set(records.map(({ id }) => id)).size]).toEqual([true, records.length]);
    },
    'milliseconds of Washington': async (playing) => {
      const { rows } = await layer(playing, 0);
      expect(column(rows, 'EFFECTIVE_DATE').every((at) => Number(at) % 86_400_000 === 5 * 3_600_000)).toBe(true);
    },
    '`BUSNIESS_`': async (playing) => {
      const { rows } = await layer(playing, 0);
      expect(Object.keys(rows[0]!)).toContain('BUSNIESS_ADDRESS_LINE1');
      expect(Object.keys(rows[0]!)).not.toContain('BUSINESS_ADDRESS_LINE1');
    },
    'a file number listed twice': async (playing) => {
      const { records } = await playing.search('us-dc', 'Oddly Doubled');
      expect(records.map(({ name }) => name)).toEqual(['Oddly Doubled Kites LLC', 'Oddly Doubled Sundials LLC']);
      expect(new Set(records.map(({ id }) => id)).size).toBe(1);
      for (const listed of records) {
        const read = await playing.registries.of('us-dc').fetch(listed.id, new AbortController().signal, listed);
        expect(read).toMatchObject({ name: listed.name, status: listed.status });
      }
    },
    'ended trade names': async (playing) => {
      const { rows } = await layer(playing, 1);
      const ended = rows.find((row) => row['TRADENAME_STATUS'] === 'Cancelled Trade Name')!;
      const record = await playing.numbered('us-dc', String(ended['INITIAL_FILENUMBER']));
      expect(JSON.stringify(record)).not.toContain(String(ended['TRADE_NAME']));
    },
  },
  'every register': {
    'forced names (`Sandbox Timeout LLC` and its like), which no register has': async (playing) => {
      for (const code of playing.sandbox.codes) {
        await expect(playing.search(code, 'Sandbox Unavailable LLC')).rejects.toThrow(/503|unavailable/i);
      }
    },
    'a leading article, numerals, dotted letters, accents and signs in names': async (playing) => {
      for (const [typed, listed] of [
        ['Griffin and Griffin Company', 'The Griffin and Griffin Company'],
        ['Dragon Rental 3 LLC', 'Dragon Rental III LLC'],
        ['ABC Imaginary Blocks LLC', 'A.B.C. Imaginary Blocks L.L.C.'],
        ['Cafe Chimere LLC', 'Café Chimère LLC'],
        ['OFable and Sons LLC', "O'Fable & Sons, LLC"],
      ] as const) {
        const { records } = await playing.search('us-co', typed);
        expect(records.map(({ name }) => name)).toContain(listed);
        const { explanation } = compareNames(parseName(typed, 'us-co'), parseName(listed, 'us-co'));
        expect([typed, explanation]).toEqual([typed, [expect.any(String), ...explanation.slice(1)]]);
      }
    },
  },
};
