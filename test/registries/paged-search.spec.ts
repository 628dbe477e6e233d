import { searchByText } from '../../src/adapters/registries/http/paged-search.js';
import { SourceError } from '../../src/core/registries/ports.js';
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

/** A register that finds these names by these search texts, one per page. */
function registerOf(found: Record<string, string[]>) {
  const asked: [string, number][] = [];
  const read = (text: string, page: number) => {
    asked.push([text, page]);
    const names = found[text] ?? [];
    return Promise.resolve({ records: names.slice(page, page + 1).map(record), more: page + 1 < names.length });
  };
  return { asked, read, texts: () => [...new Set(asked.map(([text]) => text))] };
}
const never = new AbortController().signal;
const BOUNDS = { pages: 3, nearPages: 1 };

describe('searchByText', () => {
  it('searches for the core in its writings, the typed name, its distinctive words, and without each of them', async () => {
    const register = registerOf({});
    const query = { ...asking('Imaginary Lantern Works LLC'), distinctive: ['LANTERN', 'IMAGINARY'] };
    await expect(searchByText(query, register.read, BOUNDS, never)).resolves.toEqual({ records: [], complete: true });
    expect(register.texts()).toEqual([
      'IMAGINARY LANTERN WORKS',
      "IMAGINARY L'ANTERN WORKS",
      'Imaginary Lantern Works LLC',
      'IMAGINARY LANTERN',
      'IMAGINARY WORKS',
      'LANTERN WORKS',
    ]);
  });

  it('searches for a number in two other spellings, and finds it by the first', async () => {
    const register = registerOf({ '125 LARIMER': ['125 Larimer LLC'] });
    const query = { ...asking('One Twenty Five Larimer LLC'), distinctive: ['LARIMER'] };
    query.otherwise = [
      ['125', 'LARIMER'],
      ['CXXV', 'LARIMER'],
      ['ONE', 'HUNDRED', 'TWENTY', 'FIVE', 'LARIMER'],
    ];
    const { records } = await searchByText(query, register.read, BOUNDS, never);
    expect(records.map(({ name }) => name)).toEqual(['125 Larimer LLC']);
    expect(register.texts()).toEqual([
      'ONE TWENTY FIVE LARIMER',
      "ONE TWENTY FIVE L'ARIMER",
      '125 LARIMER',
      'CXXV LARIMER',
      'One Twenty Five Larimer LLC',
      'LARIMER',
      'ONE TWENTY FIVE',
    ]);
  });

  it('searches for initials with dots, as some registers write them', async () => {
    const register = registerOf({ 'H.L.F. IMAGES': ['H.L.F. Images LLC'] });
    const query = { ...asking('HLF Images LLC'), satisfiedBy: (found: readonly RegisterRecord[]) => found.length > 0 };
    const { records } = await searchByText(query, register.read, BOUNDS, never);
    expect(records.map(({ name }) => name)).toEqual(['H.L.F. Images LLC']);
    expect(register.texts()).toEqual(['HLF IMAGES', 'H.L.F. IMAGES']);
  });

  it('searches for the first half of a single word, to find it despite a slip in the other half', async () => {
    const register = registerOf({ LANT: ['Lantern LLC'] });
    const { records, complete } = await searchByText(asking('Lantren LLC'), register.read, BOUNDS, never);
    expect(records.map(({ name }) => name)).toEqual(['Lantern LLC']);
    expect(complete).toBe(true);
    expect(register.texts()).toEqual(['LANTREN', "L'ANTREN", 'Lantren LLC', 'LANT']);
  });

  it.each([
    ['Acme LLC', ['ACME', 'Acme LLC']],
    ['Lantern Acme LLC', ['LANTERN ACME', "L'ANTERN ACME", 'Lantern Acme LLC', 'ACME', 'LANTERN']],
  ])('does not search for half of a short word, nor of one among others: %s', async (name, texts) => {
    const register = registerOf({});
    await searchByText(asking(name), register.read, BOUNDS, never);
    expect(register.texts()).toEqual(texts);
  });

  it('asks every writing of a name together with it, and offers the records of each', async () => {
    const register = registerOf({ 'JB TOOLING': ['JB Tooling'], 'J.B. TOOLING': ['J.B. Tooling'] });
    const query = { ...asking('JB Tooling'), satisfiedBy: (found: readonly RegisterRecord[]) => found.length > 0 };
    const { records, complete } = await searchByText(query, register.read, BOUNDS, never);
    expect([records.map(({ name }) => name), complete]).toEqual([['JB Tooling', 'J.B. Tooling'], true]);
    expect(register.texts()).toEqual(['JB TOOLING', 'J.B. TOOLING']);
  });

  it.each([
    ['fails when its first form fails', 'JB TOOLING', true, 'rejected'],
    ['fails when another form fails before the name is found', 'J.B. TOOLING', false, 'rejected'],
    ['is incomplete when another form fails after the name is found', 'J.B. TOOLING', true, 'incomplete'],
  ])('%s', async (_, failing, isKnown, outcome) => {
    const register = registerOf({ 'JB TOOLING': ['JB Tooling'] });
    const read = (text: string, page: number) =>
      text === failing ? Promise.reject(new SourceError('unavailable', 'closed')) : register.read(text, page);
    const query = { ...asking('JB Tooling'), satisfiedBy: () => isKnown };
    const reading = searchByText(query, read, BOUNDS, never);
    await expect(
      reading.then(({ complete }) => (complete ? 'complete' : 'incomplete')).catch(() => 'rejected'),
    ).resolves.toBe(outcome);
  });

  it('asks no form of another name once the name is found, and reads its pages to the last', async () => {
    const register = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three'] });
    const { records, complete } = await searchByText(asking('ACME'), register.read, BOUNDS, never);
    expect(records.map(({ name }) => name)).toEqual(['Acme', 'Acme Two', 'Acme Three']);
    expect(complete).toBe(true);
    expect(register.texts()).toEqual(['ACME']);
  });

  it('is incomplete when a found name has too many pages, and reads no page in vain', async () => {
    const register = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three', 'Acme Four'] });
    await expect(searchByText(asking('ACME'), register.read, BOUNDS, never)).resolves.toMatchObject({
      complete: false,
    });
    expect(register.asked).toHaveLength(3);
    const counted = registerOf({ ACME: ['Acme', 'Acme Two', 'Acme Three', 'Acme Four'] });
    const read = async (text: string, page: number) => ({ ...(await counted.read(text, page)), pages: 4 });
    await expect(searchByText(asking('ACME'), read, BOUNDS, never)).resolves.toMatchObject({ complete: false });
    expect(counted.asked).toEqual([['ACME', 0]]);
  });

  it('reads another form to its end when only that form finds the name', async () => {
    const register = registerOf({ 'Äcme LLC': ['Äcme LLC', 'Äcme Two', 'Äcme Three'] });
    const query = { ...asking('Äcme LLC'), words: ['ACME'], distinctive: ['ACME'] };
    const { records, complete } = await searchByText(query, register.read, BOUNDS, never);
    expect([records.length, complete]).toEqual([3, true]);
    const endless = registerOf({ 'Äcme LLC': ['Äcme LLC', 'Äcme Two', 'Äcme Three', 'Äcme Four'] });
    await expect(searchByText(query, endless.read, BOUNDS, never)).resolves.toMatchObject({ complete: false });
  });

  it('is incomplete when the core has more pages than may be read', async () => {
    const register = registerOf({ ACME: ['A', 'B', 'C', 'D'] });
    await expect(searchByText(asking('Acme LLC'), register.read, BOUNDS, never)).resolves.toMatchObject({
      complete: false,
    });
  });

  it('is complete when only shorter texts than the core have more pages', async () => {
    const register = registerOf({ IMAGINARY: ['A', 'B', 'C', 'D'], 'IMAGINARY ACME': ['A'] });
    await expect(searchByText(asking('Imaginary Acme'), register.read, BOUNDS, never)).resolves.toMatchObject({
      complete: true,
    });
    expect(register.asked).toContainEqual(['IMAGINARY', 0]);
  });

  it.each(['!!!', '%%%', '\u0000'])('sends no query when there is nothing to look for: %j', async (name) => {
    const register = registerOf({});
    await expect(searchByText(asking(name), register.read, BOUNDS, never)).resolves.toEqual({
      records: [],
      complete: true,
    });
    expect(register.asked).toEqual([]);
  });
});
