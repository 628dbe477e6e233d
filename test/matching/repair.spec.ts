import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { isDamaged } from '../../src/core/text/text.js';
import { repair } from '../../src/core/text/repair.js';
import { fc } from '../support/property.js';

const confidence = (asked: string, official: string, jurisdiction = 'us-co') =>
  compareNames(parseName(asked, jurisdiction), parseName(official, jurisdiction)).confidence;

const PIECES = [
  'Ã©',
  'Ã¼',
  'ÃƒÂ¼',
  'â€™',
  'â„¢',
  'Â©',
  '™',
  '©',
  '®',
  '🌟',
  '&amp;',
  '&copy;',
  'amp;',
  'N°',
  '1',
  ' ',
  'é',
  'Z',
  '–',
  '(TM)',
];

describe('repair of a name', () => {
  it.each([
    ['Smith &amp; Jones LLC', 'Smith & Jones LLC'],
    ['Smith &amp;amp; Jones LLC', 'Smith & Jones LLC'],
    ['Z&uuml;rich AG', 'Zürich AG'],
    ['O&#39;Brannigan', "O'Brannigan"],
    ['MÃ¼ller Feder AG', 'Müller Feder AG'],
    ['NestlÃƒÂ© S.A.', 'Nestlé S.A.'],
    ['Natureâ€™s Larder', 'Nature’s Larder'],
    ['CafÃ© Plumedor™', 'Café Plumedor '],
    ['🌟CafÃ© Plumedor', ' Café Plumedor'],
    ['Nestlé® S.A.', 'Nestlé  S.A.'],
    ['N°1 ZÃ¼rich', 'No. 1 Zürich'],
    ['AT&T', 'AT&T'],
    ['Café Plumedor', 'Café Plumedor'],
  ])('corrects only what is certain: %s', (name, meant) => {
    expect(repair(name)).toBe(meant);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        expect(repair(repair(name))).toBe(repair(name));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (pieces) => {
        const name = pieces.join('');
        expect(repair(repair(name))).toBe(repair(name));
      }),
    );
  });

  it('ends for deeply nested entities', () => {
    expect(repair(`Acorn ${'&amp;'.repeat(1)}${'amp;'.repeat(40)} Elm`)).toBe('Acorn & Elm');
  });

  it.each(['Brightwater™ LLC', 'Brightwater® LLC', 'Brightwater (TM) LLC', '🌟 Brightwater LLC', 'Brightwater ❤️ LLC'])(
    'ignores trademark signs and pictures: %s',
    (name) => {
      expect(confidence(name, 'BRIGHTWATER LLC')).toBeGreaterThanOrEqual(97);
    },
  );

  it.each([
    ['K\uFFFDr\uFFFD Lanternes', true],
    ['K??R?? LANTERNES', true],
    ['Who Cares?', false],
    ['Who Cares?? Ltd', false],
    ['Cares??? Who', false],
    ['??ESKA LANTERNES', true],
    ['Z?rich AG', false],
  ])('detects whether a name is damaged: %s', (name, damaged) => {
    expect(isDamaged(name)).toBe(damaged);
  });

  it('sends a name with a lost letter to review, and names the word', () => {
    const { confidence: near, explanation } = compareNames(
      parseName('Flughafen Perchoir Z?rich AG', 'ch-zh'),
      parseName('Flughafen Perchoir Zürich AG', 'ch-zh'),
    );
    expect(near).toBeGreaterThanOrEqual(60);
    expect(near).toBeLessThan(85);
    expect(explanation[0]).toBe('for review: Z?RICH is read as ZURICH (damaged)');
  });
});

describe('question marks at the end of a word', () => {
  it.each(['Acorn Ridge?? LLC', 'Acorn Ridge???', 'Acorn Ridge?', 'Acorn?? Ridge LLC'])(
    'are punctuation: %s',
    (name) => {
      expect(confidence(name, 'Acorn Ridge LLC')).toBeGreaterThanOrEqual(85);
    },
  );

  it('are lost letters when they end two words', () => {
    const near = confidence('Cestovn? kancel?? Perchoir, s.r.o.', 'Cestovní kancelář Perchoir, s.r.o.', 'cz-10');
    expect(near).toBeGreaterThanOrEqual(60);
    expect(near).toBeLessThan(85);
  });
});

describe('a name of pictures', () => {
  it('is told by its pictures, with and without a legal form', () => {
    for (const [a, b] of [
      ['🍕 LLC', '🍔 LLC'],
      ['🍕', '🍔'],
      ['🍕', 'Pizza LLC'],
      ['🍕🍔 LLC', '🍕 LLC'],
    ] as const)
      expect(confidence(a, b)).toBeLessThan(60);
    expect(confidence('🍕 LLC', '🍕 L.L.C.')).toBeGreaterThanOrEqual(97);
    expect(confidence('👍🏽 LLC', '👍 LLC')).toBeGreaterThanOrEqual(97);
  });
});

describe('a name of signs', () => {
  it('does not match a name of other signs', () => {
    const names = ['! LTD', '$ LTD', '* LTD', '+ LTD'];
    const others = names.flatMap((a) => names.filter((b) => b !== a).map((b) => confidence(a, b, 'gb-eaw')));
    expect(Math.max(...others)).toBeLessThan(60);
    expect(confidence('! Limited', '! LTD', 'gb-eaw')).toBeGreaterThanOrEqual(85);
  });

  it('keeps a plus after a letter', () => {
    expect(confidence('C++ LTD', 'C LTD', 'gb-eaw')).toBeLessThan(85);
    expect(confidence('A+ LTD', 'A LTD', 'gb-eaw')).toBeLessThan(85);
    expect(confidence('Acorn + Elm LTD', 'Acorn and Elm LTD', 'gb-eaw')).toBeGreaterThanOrEqual(98);
  });
});
