import { AgentCard } from '@a2a-js/sdk';
import { parse } from 'yaml';
import { startService, type Service } from '../support/harness.js';
import {
  AGENT_CARD,
  AI_CATALOG,
  API_CATALOG,
  breaches,
  securityFields,
  securityTxtOn,
  SERVER_CARD,
  SKILLS_INDEX,
} from './document-schemas.js';

const BASE_URL = 'https://standing.example.com/kyb';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { BASE_URL } });
});
afterAll(() => service.close());

async function read(address: string): Promise<string> {
  const answer = await fetch(address.replace(BASE_URL, service.url));
  expect(answer.status).toBe(200);
  return answer.text();
}
const readJson = async (path: string): Promise<any> => JSON.parse(await read(BASE_URL + path));

describe.each([
  ['/mcp/server-card', SERVER_CARD],
  ['/.well-known/mcp/server-card.json', SERVER_CARD],
  ['/.well-known/ai-catalog.json', AI_CATALOG],
  ['/.well-known/api-catalog', API_CATALOG],
  ['/.well-known/agent-card.json', AGENT_CARD],
  ['/.well-known/agent-skills/index.json', SKILLS_INDEX],
])('%s', (path, schema) => {
  it('matches its specification', async () => {
    expect(breaches(schema, await readJson(path))).toEqual([]);
  });

  it('fails the schema without a required member or with a plain http address', async () => {
    const document = await readJson(path);
    for (const name of schema.required) {
      const { [name]: _gone, ...rest } = document;
      expect(breaches(schema, rest)).toContain(`/ must have required property '${name}'`);
    }
    const plain = JSON.parse(JSON.stringify(document).replaceAll(BASE_URL, 'http://standing.example.com'));
    expect(breaches(schema, plain).join('\n')).toContain('must match pattern');
  });
});

describe('the agent card in the A2A library', () => {
  const roundTrip = (card: unknown): unknown => AgentCard.toJSON(AgentCard.fromJSON(card));

  it('survives a round trip', async () => {
    const card = await readJson('/.well-known/agent-card.json');
    expect(roundTrip(card)).toEqual(withoutEmptyLists(card));
  });

  it.each([
    ['a member it does not know', (card: any) => ({ ...card, preferredTransport: 'JSONRPC' })],
    ['a scheme in the shape of OpenAPI', (card: any) => ({ ...card, securitySchemes: { a: { type: 'apiKey' } } })],
  ])('does not survive a round trip with %s', async (_what, change) => {
    const card = change(await readJson('/.well-known/agent-card.json'));
    expect(roundTrip(card)).not.toEqual(withoutEmptyLists(card));
  });
});

/** In ProtoJSON, an empty list equals an omitted one and is written as omitted. */
function withoutEmptyLists(value: any): any {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([, inner]) => !(Array.isArray(inner) && inner.length === 0));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutEmptyLists(inner)]));
}

describe('a skill', () => {
  it('has only a name and a description in its head, as specified', async () => {
    const { skills } = await readJson('/.well-known/agent-skills/index.json');
    expect(skills.length).toBeGreaterThanOrEqual(4);
    for (const { name, url, description } of skills) {
      const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(await read(url)) ?? [];
      expect(parse(head)).toEqual({ name, description });
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(name.length).toBeLessThanOrEqual(64);
      expect(description.length).toBeLessThanOrEqual(1024);
    }
  });
});

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt';

  it('matches RFC 9116 now and in 150 days, and names its own address', async () => {
    const fields = securityFields(await read(BASE_URL + PATH));
    const now = Date.now();
    for (const days of [0, 150]) {
      expect(breaches(securityTxtOn(new Date(now + days * 86_400_000)), fields)).toEqual([]);
    }
    expect(fields['canonical']).toEqual([BASE_URL + PATH]);
  });

  it.each([
    ['without a contact', /^Contact: .*\n/m, '', "/ must have required property 'contact'"],
    ['with a bare address', /^Contact: mailto:/m, 'Contact: ', '/contact/0 must match format "uri"'],
    ['without an end', /^Expires: .*\n/m, '', "/ must have required property 'expires'"],
    ['with two ends', /^(Expires: .*\n)/m, '$1$1', '/expires must NOT have more than 1 items'],
    ['that has run out', /^Expires: \d+/m, 'Expires: 2020', '/expires/0 should be >'],
    ['for years', /^Expires: \d+/m, 'Expires: 2999', '/expires/0 should be <'],
    [
      'with a canonical address in plain http',
      /^Canonical: https/m,
      'Canonical: http',
      '/canonical/0 must match pattern',
    ],
  ])('fails the schema: %s', async (_what, pattern, replacement, found) => {
    const source = (await read(BASE_URL + PATH)).replace(pattern, replacement);
    expect(breaches(securityTxtOn(new Date()), securityFields(source)).join('\n')).toContain(found);
  });
});
