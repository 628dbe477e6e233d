import { dtoSchema } from '../../src/modules/http/input/dto-schema.js';
import { AcceptCheck, InputReader } from '../../src/modules/http/input/input.pipe.js';
import { requestSchema } from '../../src/modules/http/input/request-schema.js';
import { messageOf, type InvalidRequest } from '../../src/core/invalid-request.js';
import { readAddress } from '../../src/core/matching/addresses/given-address.js';
import { fileNameOf } from '../../src/core/batches/file-name.js';
import { fold } from '../../src/core/text/fold.js';
import { comparedText, isReadable, READABLE_RULE } from '../../src/core/text/text.js';
import { shownName } from '../../src/modules/oauth/provider/registration.js';
import { everyDto } from '../support/every-dto.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const INVISIBLE = [
  '\u202E',
  '\u2066',
  '\u200E',
  '\u200F',
  '\u061C',
  '\u200B',
  '\u2060',
  '\u2028',
  '\uFEFF',
  '\u00AD',
  '\u3164',
  '\u2800',
];

/** Invisible where they stand, though they have their place elsewhere. */
const OUT_OF_PLACE = [
  'pay\u200Droll',
  'pay\u200Croll',
  'م\u200C\u200Cا',
  '👩\u200D\u200D👧',
  '👩\u200D',
  'a\uFE0F',
  '1\uFE0F',
  '❤\uFE0F\uFE0F',
  'a\uFE00',
  'é\u{E0101}',
  '葛\u{E0100}\u{E0101}',
  'x\u180B',
  'ᠠ\u180B\u180B',
  'a\u{E0061}\u{E0062}',
  '🏴\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E0067}\u{E0067}',
  'a\u{E0001}',
];

const CHAINED = ['\u180B', '\u200C', '\u200D', '\uFE00', '\uFE0F', '\u{E0100}', '\u{E0067}'];

const IN_PLACE = [
  'می\u200Cخواهم',
  'न्\u200Cद',
  'ക്\u200D',
  '👩\u200D👧',
  '👩🏽\u200D⚕\uFE0F',
  '❤\uFE0F',
  '❤\uFE0E',
  '1\uFE0F\u20E3',
  '葛\u{E0100}城',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
];

let service: Service;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records = [record({ id: '20019000001', name: 'Alder Works LLC' })];
});
afterAll(() => service.close());

const fields = (await everyDto()).flatMap(([name, dto]) =>
  Object.entries(dtoSchema(dto).properties).map(([field, schema]) => ({
    name: `${name}.${field}`,
    dto,
    field,
    schema,
  })),
);

function faultsOf(dto: new () => object, given: object): unknown[] {
  try {
    InputReader.of(dto, 'body').read(given);
    return [];
  } catch (error) {
    return (error as InvalidRequest).problems.map((problem) => messageOf(problem, (field) => `body.${field}`));
  }
}

/** Examples of the fields that a body must have. */
function required(dto: new () => object): Record<string, unknown> {
  const { properties, required: names } = dtoSchema(dto);
  return Object.fromEntries(names.map((name) => [name, properties[name]?.['example']]));
}

describe('text that people read later', () => {
  it.each(fields.filter(({ schema }) => schema['format'] === 'text'))(
    'is refused with an invisible character, and by the document: $name',
    ({ dto, field }) => {
      const pattern = new RegExp(String(requestSchema(dto).properties[field]?.['pattern']), 'u');
      for (const sign of INVISIBLE) {
        expect(pattern.test(`a${sign}b`)).toBe(false);
        const rule = `body.${field} must not contain control characters or direction marks.`;
        expect(faultsOf(dto, { [field]: `a${sign}b` })).toContain(rule);
      }
      expect(pattern.test('می\u200Cخواهم 👩\u200D👧')).toBe(true);
    },
  );

  it.each(OUT_OF_PLACE)('is refused where %j is invisible, and read without it where it is compared', (text) => {
    expect(isReadable(text)).toBe(false);
    const read = comparedText(text);
    expect(isReadable(read)).toBe(true);
    expect(text.length).toBeGreaterThan(read.length);
  });

  it('keeps no invisible character in place by another of its kind, so that few passes remove all', () => {
    const places = ['a', 'ᠠ', '葛', 'م', '🏴', '❤', '1'];
    for (const [place, sign] of places.flatMap((each) => CHAINED.map((one) => [each, one] as const))) {
      const kept = comparedText(place + sign.repeat(50)).slice(place.length);
      expect({ place, sign, kept: [...kept].length <= 6 }).toEqual({ place, sign, kept: true });
      // Nothing is kept that was out of place at first.
      expect(isReadable(place + sign.repeat(7))).toBe(false);
    }
  });

  it.each(IN_PLACE)('is kept as it is shown: %j', (text) => {
    expect(isReadable(text)).toBe(true);
    expect(comparedText(text)).toBe(text);
    expect(fileNameOf(`${text}.csv`)).toBe(`${text}.csv`);
    expect(shownName(text)).toBe(text);
  });

  it.each(['می\u200Cخواهم', 'न्\u200Cद', '葛\u{E0100}城'])('is compared without what joins or varies it: %j', (text) => {
    expect(fold(text)).toBe(fold(text.replaceAll(/\u200C|\u200D|\u{E0100}/gu, '')));
  });

  it.each(fields.filter(({ schema }) => schema['format'] === 'note'))(
    'has lines where it is a note, with one kind of line end: $name',
    async ({ dto, field }) => {
      const pattern = new RegExp(String(requestSchema(dto).properties[field]?.['pattern']), 'u');
      const given = ' On their invoice:\r\n1 Main Street\tDenver\rSuite 4\n ';
      expect(pattern.test(given)).toBe(true);
      const read = 'On their invoice:\n1 Main Street Denver\nSuite 4';
      expect(new AcceptCheck(dto).read({ ...required(dto), [field]: given })).toMatchObject({ [field]: read });
      for (const sign of [...INVISIBLE, '\0', '\u001B', '\v', '\u0085']) {
        expect(pattern.test(`a${sign}b`)).toBe(false);
        expect(faultsOf(dto, { [field]: `a\n${sign}b` })).toContain(`body.${field} must ${READABLE_RULE}.`);
      }
    },
  );

  it('is every text field that is no id, address, secret or choice: a new one is listed here first', () => {
    const free = fields.filter(({ schema }) => {
      const { type, enum: choice, pattern, format } = schema;
      return [type].flat().includes('string') && !choice && !pattern && format === undefined;
    });
    expect([...new Set(free.map(({ field }) => field))].toSorted()).toEqual([
      'account_id',
      'as_of',
      'by',
      'current_password',
      'cursor',
      'entity_id',
      'from',
      'jurisdiction',
      'jurisdiction_id',
      'new_password',
      'reference',
      'to',
      'watch_id',
    ]);
  });

  it('is refused in the format of the contract', async () => {
    const { key } = await service.signUp();
    const answer = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'pay\u202Eroll' } });
    const message = 'body.label must not contain control characters or direction marks.';
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: {
        code: 'VALIDATION_ERROR',
        message,
        details: { errors: [{ location: 'body', field: 'label', message }] },
      },
    });
  });
});

describe('text that is compared', () => {
  it.each(INVISIBLE)('is compared and kept without %j', async (sign) => {
    const { key } = await service.signUp();
    const asked = {
      entity_name: `${sign}Alder${sign === '\u2028' ? sign : `${sign} `}Works LLC`,
      jurisdiction: 'us-co',
    };
    const { body } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: asked });
    expect(body.data).toMatchObject({ entity_name: 'Alder Works LLC', confidence: 100 });
    const { body: list } = await service.ask('GET', '/v1/jobs?text=Alder%E2%80%AE', { key });
    for (const job of list.jobs) expect(job.entity_name).toBe('Alder Works LLC');
    const again = { entity_name: 'Alder Works LLC', jurisdiction: 'us-co' };
    expect((await service.ask('POST', '/v1/verify', { key, body: again })).status).toBe(200);
  });

  it('keeps the joiners of scripts and emoji', () => {
    expect(comparedText(' می\u200Cخواهم 👩\u200D👧 ')).toBe('می\u200Cخواهم 👩\u200D👧');
  });

  it('is cleaned in rows of files and in addresses', async () => {
    const { key } = await service.signUp();
    const sent = await fetch(`${service.url}/v1/batches?start=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: 'custom_id,entity_name,jurisdiction\nA\u202E1,Alder\u202E Works LLC,\u200Eus-co\n',
    });
    const { batch_id }: any = await sent.json();
    await until(async () => (await service.ask('GET', `/v1/batches/${batch_id}`, { key })).body.status === 'completed');
    const { body } = await service.ask('GET', `/v1/batches/${batch_id}/results?format=ndjson`, { key });
    const row = typeof body === 'string' ? JSON.parse(body) : body;
    expect(row).toMatchObject({ custom_id: 'A\u202E1', outcome: 'found' });
    expect(JSON.stringify(row.entity_name)).toBe('"Alder Works LLC"');
    expect(readAddress('1 Main\u200F Street, Denver')).toBe('1 Main Street, Denver');
  });
});
