import { TAGS } from '../../src/modules/openapi/tags.js';
import { startService, type Service } from '../support/harness.js';
import { EVERY_ROUTE } from './every-entrance.js';

type Json = Record<string, any>;

let service: Service;
let document: Json;
beforeAll(async () => {
  service = await startService({ env: EVERY_ROUTE });
  document = (await service.ask('GET', '/openapi.json')).body;
});
afterAll(() => service.close());

const operations = () => Object.values<Json>(document['paths']).flatMap((path) => Object.values<Json>(path));
/** The operations of a chapter, as the reference lists them. */
const chapter = (name: string) =>
  operations().flatMap(({ operationId, tags }) => (tags[0] === name ? [operationId] : []));

describe('the reading order of the reference', () => {
  it('has every operation in exactly one of its chapters', () => {
    const chapters = TAGS.map(({ name }) => name);
    expect(document['tags'].map(({ name }: Json) => name)).toEqual(chapters);
    for (const { tags } of operations()) {
      expect(tags).toHaveLength(1);
      expect(chapters).toContain(tags[0]);
    }
  });

  it('moves forward only operations that exist', () => {
    for (const { name, first = [] } of TAGS) expect(chapter(name)).toEqual(expect.arrayContaining([...first]));
  });

  it('begins each chapter with what a reader needs first', () => {
    expect(chapter('Access')).toEqual(['requestAccess', 'verifyAccess']);
    expect(chapter('Verification').slice(0, 3)).toEqual(['verifyBusiness', 'getVerificationStatus', 'quotePrice']);
    expect(chapter('Batches').slice(0, 2)).toEqual(['uploadBatch', 'listBatches']);
    expect(chapter('Watches').slice(0, 2)).toEqual(['createWatch', 'listWatches']);
    expect(chapter('Facts')).toEqual(['listJurisdictions', 'getConfig']);
  });

  it('introduces keys, credits, repeats and errors instead of headers of caches', () => {
    const { description } = document['info'];
    for (const word of ['X-API-Key', 'X-Credits-Remaining', 'Idempotency-Key', 'code', '## Start', '## Errors'])
      expect(description).toContain(word);
    expect(description).not.toMatch(/Cache-Control|Vary/);
  });

  it('leads to pages that exist', async () => {
    const links = [...String(document['info'].description).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect((await fetch(service.url + new URL(link).pathname)).status).toBe(200);
    const page = await (await fetch(`${service.url}/reference`)).text();
    const ways = [...page.matchAll(/<a href="([^"]+)">/g)].map(([, way = '']) => way);
    expect(ways.slice(0, 3)).toEqual(['.', 'docs', 'console']);
    for (const way of ways) expect((await fetch(new URL(way, `${service.url}/reference`))).status).toBe(200);
  });
});
