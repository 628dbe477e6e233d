import { describe, expect, it } from '@jest/globals';
import { searchByText } from '../../../src/adapters/registries/http/paged-search.js';
import type { RegisterRecord } from '../../../src/core/registries/record.js';
import { asking } from '../../contracts/registry.suite.js';

const record = (name: string): RegisterRecord => ({
  id: name,
  name,
  aliases: [],
  status: 'active',
  statusDetail: null,
  goodStanding: null,
  entityType: null,
  formationDate: null,
  domestic: null,
  url: null,
});

/** A register that knows these names by these texts, in pages of one. */
function registerOf(found: Record<string, string[]>) {
  const asked: [string, number][] = [];
  const read = (text: string, page: number) => {
    asked.push([text, page]);
    const names = found[text] ?? [];
    return Promise.resolve({ records: names.slice(page, page + 1).map(record), more: page + 1 < names.length });
  };
  return { asked, read, texts: () => [...new Set(asked.map(([text]) => text))] };
}
const BOUNDS = { pages: 3, nearPages: 1 };

describe('a name looked for with plain text', () => {
  it('is asked as typed, by its core, by its telling words, and without each of them', async () => {
    const register = registerOf({});
    const query = { ...asking('Imaginary Lantern Works LLC'), distinctive: ['LANTERN', 'IMAGINARY'] };
    await expect(searchByText(query, register.read, BOUNDS)).resolves.toEqual({ records: [], complete: true });
    expect(register.texts()).toEqual([
      'Imaginary Lantern Works LLC',
      'IMAGINARY LANTERN WORKS',
      'IMAGINARY LANTERN',
      'IMAGINARY WORKS',
      'LANTERN WORKS',
    ]);
  });

  it('of a single word is asked by its first half too, which a slip in the other half leaves alone', async () => {
    const register = registerOf({ LANT: ['Lantern LLC'] });
    const { records, complete } = await searchByText(asking('Lantren LLC'), register.read, BOUNDS);
    expect(records.map(({ name }) => name)).toEqual(['Lantern LLC']);
    expect(complete).toBe(true);
    expect(register.texts()).toEqual(['Lantren LLC', 'LANTREN', 'LANT']);
  });

  it.each([
    ['Acme LLC', ['Acme LLC', 'ACME']],
    ['Lantern Acme LLC', ['Lantern Acme LLC', 'LANTERN ACME', 'ACME', 'LANTERN']],
  ])('is not asked by half of a short word, nor of one among others: %s', async (name, texts) => {
    const register = registerOf({});
    await searchByText(asking(name), register.read, BOUNDS);
    expect(register.texts()).toEqual(texts);
  });

  it('is asked no further, and no page more is turned, once it is found', async () => {
    const register = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three', 'Acme Four'] });
    const { records } = await searchByText(asking('ACME'), register.read, BOUNDS);
    expect(records.map(({ name }) => name)).toEqual(['Acme']);
    expect(register.asked).toEqual([['ACME', 0]]);
  });

  it('is not denied when its core has more pages than may be read', async () => {
    const register = registerOf({ ACME: ['A', 'B', 'C', 'D'] });
    await expect(searchByText(asking('Acme LLC'), register.read, BOUNDS)).resolves.toMatchObject({ complete: false });
  });

  it('may be denied when only texts that are less than its core have more pages', async () => {
    const register = registerOf({ IMAGINARY: ['A', 'B', 'C', 'D'], 'IMAGINARY ACME': ['A'] });
    await expect(searchByText(asking('Imaginary Acme'), register.read, BOUNDS)).resolves.toMatchObject({
      complete: true,
    });
    expect(register.asked).toContainEqual(['IMAGINARY', 0]);
  });

  it.each(['!!!', '%%%', '\u0000'])('is not asked when there is nothing to look for: %j', async (name) => {
    const register = registerOf({});
    await expect(searchByText(asking(name), register.read, BOUNDS)).resolves.toEqual({ records: [], complete: true });
    expect(register.asked).toEqual([]);
  });
});
