import { dtoSchema } from '../../src/modules/http/input/dto-schema.js';
import { InputReader } from '../../src/modules/http/input/input.pipe.js';
import { requestSchema } from '../../src/modules/http/input/request-schema.js';
import type { AppError } from '../../src/core/errors.js';
import { readAddress } from '../../src/core/matching/addresses/given-address.js';
import { comparedText } from '../../src/core/text/text.js';
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
    const { details } = error as AppError;
    return ((details?.['errors'] ?? []) as { message: string }[]).map(({ message }) => message);
  }
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
      'jurisdiction',
      'jurisdiction_id',
      'new_password',
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
