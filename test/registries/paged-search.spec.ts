import { searchByText } from '../../src/adapters/registries/http/paged-search.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';
import { asking } from './registry.suite.js';

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
  it('is asked by its core, as typed, by its telling words, and without each of them', async () => {
    const register = registerOf({});
    const query = { ...asking('Imaginary Lantern Works LLC'), distinctive: ['LANTERN', 'IMAGINARY'] };
    await expect(searchByText(query, register.read, BOUNDS)).resolves.toEqual({ records: [], complete: true });
    expect(register.texts()).toEqual([
      'IMAGINARY LANTERN WORKS',
      'Imaginary Lantern Works LLC',
      'IMAGINARY LANTERN',
      'IMAGINARY WORKS',
      'LANTERN WORKS',
    ]);
  });

  it('is asked with its numbers in two other writings, the first of which finds it', async () => {
    const register = registerOf({ '125 LARIMER': ['125 Larimer LLC'] });
    const query = { ...asking('One Twenty Five Larimer LLC'), distinctive: ['LARIMER'] };
    query.otherwise = [
      ['125', 'LARIMER'],
      ['CXXV', 'LARIMER'],
      ['ONE', 'HUNDRED', 'TWENTY', 'FIVE', 'LARIMER'],
    ];
    const { records } = await searchByText(query, register.read, BOUNDS);
    expect(records.map(({ name }) => name)).toEqual(['125 Larimer LLC']);
    expect(register.texts()).toEqual([
      'ONE TWENTY FIVE LARIMER',
      'One Twenty Five Larimer LLC',
      '125 LARIMER',
      'CXXV LARIMER',
      'LARIMER',
      'ONE TWENTY FIVE',
    ]);
  });

  it('is asked with dots between initials, which some registers keep in a word', async () => {
    const register = registerOf({ 'H.L.F. IMAGES': ['H.L.F. Images LLC'] });
    const query = { ...asking('HLF Images LLC'), satisfiedBy: (found: readonly RegisterRecord[]) => found.length > 0 };
    const { records } = await searchByText(query, register.read, BOUNDS);
    expect(records.map(({ name }) => name)).toEqual(['H.L.F. Images LLC']);
    expect(register.texts()).toEqual(['HLF IMAGES', 'HLF Images LLC', 'H.L.F. IMAGES']);
  });

  it('of a single word is asked by its first half too, which a slip in the other half leaves alone', async () => {
    const register = registerOf({ LANT: ['Lantern LLC'] });
    const { records, complete } = await searchByText(asking('Lantren LLC'), register.read, BOUNDS);
    expect(records.map(({ name }) => name)).toEqual(['Lantern LLC']);
    expect(complete).toBe(true);
    expect(register.texts()).toEqual(['LANTREN', 'Lantren LLC', 'LANT']);
  });

  it.each([
    ['Acme LLC', ['ACME', 'Acme LLC']],
    ['Lantern Acme LLC', ['LANTERN ACME', 'Lantern Acme LLC', 'ACME', 'LANTERN']],
  ])('is not asked by half of a short word, nor of one among others: %s', async (name, texts) => {
    const register = registerOf({});
    await searchByText(asking(name), register.read, BOUNDS);
    expect(register.texts()).toEqual(texts);
  });

  it('is asked in no other form once it is found, and read on to its last page, where another may bear it', async () => {
    const register = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three'] });
    const { records, complete } = await searchByText(asking('ACME'), register.read, BOUNDS);
    expect(records.map(({ name }) => name)).toEqual(['Acme', 'Acme Two', 'Acme Three']);
    expect(complete).toBe(true);
    expect(register.texts()).toEqual(['ACME']);
  });

  it('is not called complete once it is found where its pages have no end, and no page is turned in vain', async () => {
    const register = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three', 'Acme Four'] });
    await expect(searchByText(asking('ACME'), register.read, BOUNDS)).resolves.toMatchObject({ complete: false });
    expect(register.asked).toHaveLength(3);
    const counted = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three', 'Acme Four'] });
    const read = async (text: string, page: number) => ({ ...(await counted.read(text, page)), pages: 4 });
    await expect(searchByText(asking('ACME'), read, BOUNDS)).resolves.toMatchObject({ complete: false });
    expect(counted.asked).toEqual([['ACME', 0]]);
  });

  it('that only another form finds is read to the end of that form', async () => {
    const register = registerOf({ 'Äcme LLC': ['Äcme LLC', 'Äcme Two', 'Äcme Three'] });
    const query = { ...asking('Äcme LLC'), words: ['ACME'], distinctive: ['ACME'] };
    const { records, complete } = await searchByText(query, register.read, BOUNDS);
    expect([records.length, complete]).toEqual([3, true]);
    const endless = registerOf({ 'Äcme LLC': ['Äcme LLC', 'Äcme Two', 'Äcme Three', 'Äcme Four'] });
    await expect(searchByText(query, endless.read, BOUNDS)).resolves.toMatchObject({ complete: false });
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
