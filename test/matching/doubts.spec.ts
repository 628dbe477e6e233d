import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { decide } from '../../src/core/matching/decide.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { record } from '../support/fakes.js';

const compared = (a: string, b: string, jurisdiction: string) =>
  compareNames(parseName(a, jurisdiction), parseName(b, jurisdiction));

/** Only another business is registered, and its name differs in how a word is read. */
const READ_AS_ANOTHER = [
  ['initials', 'us-ny', 'Brewster A&S&T Inc', 'BREWSTER AUTO SALVAGE TOWING, INC.'],
  ['initials of two words', 'us-ny', 'Brewster A&S Inc', 'BREWSTER AUTO SALVAGE, INC.'],
  ['an abbreviation that is a word', 'ca-bc', 'Quillmark Resorts Bus Ltd.', 'QUILLMARK RESORTS BUSINESS LTD.'],
  ['an abbreviation of another word', 'us-ny', 'Harrow Const LLC', 'HARROW CONSULTANTS LLC'],
  ['an abbreviation that is in no table', 'us-ny', 'Quillmark Engtrs LLC', 'QUILLMARK ENGINEERS TRAILERS LLC'],
  ['the code of a state as first word', 'us-ny', 'MI Quillmark Corporation', 'MICHIGAN QUILLMARK CORPORATION'],
  ['the code of a state elsewhere', 'fr-idf', 'La Quillmark', 'LOUISIANA QUILLMARK'],
  ['a national number word', 'cz-10', 'Pet Shop Pérko s.r.o.', '5 Shop Pérko s.r.o.'],
  ['a lone numeral', 'us-ny', 'Quillmark Space X LLC', 'QUILLMARK SPACE 10 LLC'],
  ['two words exchanged', 'us-ny', 'Quillmark Bramble LLC', 'BRAMBLE QUILLMARK LLC'],
  ['two numbers exchanged', 'us-ny', '12 East 34 LLC', '34 EAST 12 LLC'],
  ['a slip in a short word', 'us-ny', 'Quillmark Carex LLC', 'QUILLMARK CAVEX LLC'],
  ['a slip in the only telling word', 'us-ny', 'Kristiansund Holdings LLC', 'KRISTIANSAND HOLDINGS LLC'],
  ['a series behind the form', 'us-ny', 'Quillmark LLC', 'QUILLMARK LLC SERIES A'],
  ['a place behind a national form', 'cz-10', 'Quillmark s.r.o., Praha', 'Quillmark s.r.o.'],
] as const;

describe('a word read as another word', () => {
  it.each(READ_AS_ANOTHER)('caps confidence at 83, the same in both directions: %s', (_what, code, asked, official) => {
    const { confidence, explanation } = compared(asked, official, code);
    expect(confidence).toBeLessThanOrEqual(83);
    expect(explanation[0]!.startsWith('for review: ')).toBe(confidence >= 60);
    expect(compared(official, asked, code).confidence).toBe(confidence);
  });

  it.each(READ_AS_ANOTHER)(
    'never matches the only registered company without review: %s',
    (_what, code, asked, official) => {
      const decision = decide(asked, code, [record({ id: '1', name: official })]);
      expect(decision.kind === 'no_match' || decision.match.review).toBe(true);
    },
  );

  it('caps confidence at 83 when a name was cut off within the word', () => {
    const { confidence, explanation } = compared(
      'Quillmark Housing Development Fo',
      'QUILLMARK HOUSING DEVELOPMENT FOUNDATION',
      'us-ny',
    );
    expect(confidence).toBe(83);
    expect(explanation[0]).toBe('for review: one name has a word that the other lacks');
  });

  it.each([
    ['us-ny', 'Quillmark Intl Svcs LLC', 'QUILLMARK INTERNATIONAL SERVICES LLC'],
    ['us-ny', 'Quillmark Mgmt of NY LLC', 'QUILLMARK MANAGEMENT OF NEW YORK LLC'],
    ['us-ny', 'Quillmark Freight NY', 'QUILLMARK FREIGHT NEW YORK'],
    ['us-ny', 'Quillmark Dental Assoc', 'QUILLMARK DENTAL ASSOCIATION'],
  ])('scores at least 85 when the word has one meaning (%s): %s, %s', (code, asked, official) => {
    expect(compared(asked, official, code).confidence).toBeGreaterThanOrEqual(85);
  });

  it('is read in the language of its register only', () => {
    expect(compared('Boulangerie des Lilas', 'Boulangerie Lilas', 'fr-idf').confidence).toBeGreaterThanOrEqual(85);
    expect(compared('Perko a syn s.r.o.', 'Perko & syn s.r.o.', 'cz-10').confidence).toBeGreaterThanOrEqual(97);
    expect(compared('Perko Rent a Car s.r.o.', 'Perko Rent & Car s.r.o.', 'cz-10').confidence).toBeLessThan(85);
  });
});

describe('a word of standing in a name', () => {
  it.each([
    ['cz-10', 'Stavby Pérko s.r.o.', 'Stavby Pérko s.r.o. v likvidaci', 'V LIKVIDACI'],
    ['cz-10', 'Stavby Pérko', 'Stavby Pérko s.r.o. - v likvidaci', 'V LIKVIDACI'],
    ['cz-10', 'Stavby Pérko a.s.', 'Stavby Pérko, a.s. "v likvidaci"', 'V LIKVIDACI'],
    ['ch-zh', 'Müllhaupt Werkzeuge AG', 'Müllhaupt Werkzeuge AG in Liquidation', 'IN LIQUIDATION'],
    ['ch-zh', 'Müllhaupt Werkzeuge AG', 'Müllhaupt Werkzeuge en liquidation AG', 'EN LIQUIDATION'],
    ['ch-zh', 'Müllhaupt Werkzeuge AG', 'Müllhaupt Werkzeuge AG (gelöscht)', 'GELOSCHT'],
    ['no-03', 'Fjellrype Bygg AS', 'FJELLRYPE BYGG AS UNDER AVVIKLING', 'UNDER AVVIKLING'],
    ['no-03', 'Fjellrype Bygg AS', 'FJELLRYPE BYGG KONKURSBO AS', 'KONKURSBO'],
    ['co', 'Frailejón Labs S.A.S.', 'FRAILEJON LABS S.A.S. EN LIQUIDACION', 'EN LIQUIDACION'],
    ['co', 'Frailejón Labs S.A.', 'FRAILEJON LABS S.A. EN REORGANIZACION', 'EN REORGANIZACION'],
    ['fi-18', 'Sulka Oy', 'Sulka Oy konkurssissa', 'KONKURSSISSA'],
    ['fi-18', 'Sulka Oy', 'Sulka (selvitystilassa) Oy', 'SELVITYSTILASSA'],
    ['fr-idf', 'SARL Perchoir Doré', 'PERCHOIR DORE SARL EN LIQUIDATION JUDICIAIRE', 'EN LIQUIDATION JUDICIAIRE'],
    ['gb-eaw', 'Quillmark Limited', 'QUILLMARK LIMITED (IN ADMINISTRATION)', 'IN ADMINISTRATION'],
    ['gb-eaw', 'Quillmark Limited', 'QUILLMARK (Dissolved) LIMITED', 'DISSOLVED'],
  ])('keeps confidence at 80 to 83 and sends the match to review (%s): %s, %s', (code, asked, official, standing) => {
    const { confidence, explanation } = compared(asked, official, code);
    expect(confidence).toBeGreaterThanOrEqual(80);
    expect(confidence).toBeLessThanOrEqual(83);
    expect(explanation[0]).toBe(`for review: only one name says ${standing}`);
  });

  it.each([
    [
      'us-ny',
      'in Liquidation|in Members Voluntary Liquidation|in Administration|in Receivership|in Bankruptcy|in Dissolution|Debtor in Possession|(Struck off)',
    ],
    ['ca-bc', 'en faillite|(In Receivership)'],
    [
      'fr-idf',
      'en redressement judiciaire|en cours de dissolution|en sauvegarde|en cessation de paiements|(radiée)|(dissoute)',
    ],
    [
      'ch-zh',
      'in Liq.|in Nachlassstundung|in Konkurs|en sursis concordataire|in liquidazione|in fallimento|(aufgelöst)|(cancellata)',
    ],
    [
      'no-03',
      'under frivillig avvikling|under tvangsoppløsning|under konkursbehandling|under rekonstruksjon|dets konkursbo|(slettet)',
    ],
    ['cz-10', 'v konkursu|v insolvenci|v úpadku|v reorganizaci|v nucené správě|(zaniklá)'],
    ['fi-18', 'yrityssaneerauksessa|konkurssipesä|i likvidation|i konkurs|i företagssanering|(lakannut)|(purettu)'],
  ])('is read in every country: %s', (code, phrases) => {
    const unread = phrases.split('|').filter((phrase) => parseName(`Quillmark ${phrase}`, code).standing === null);
    expect(unread).toEqual([]);
  });

  it('does not lower confidence when both names have it', () => {
    expect(compared('Sulka Oy selvitystilassa', 'SULKA OY (SELVITYSTILASSA)', 'fi-18').confidence).toBeGreaterThan(97);
  });

  it.each([
    ['us-ny', 'Liquidation Channel LLC', ['LIQUIDATION', 'CHANNEL']],
    ['gb-eaw', 'In Liquidation Limited', ['IN', 'LIQUIDATION']],
    ['us-ny', 'Dissolved Oxygen LLC', ['DISSOLVED', 'OXYGEN']],
  ])('remains a word of the name when it is not a status (%s): %s', (code, name, words) => {
    const { standing, words: read } = parseName(name, code);
    expect(standing).toBeNull();
    expect(read).toEqual(words);
  });
});
