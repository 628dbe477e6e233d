import { readdirSync, readFileSync } from 'node:fs';
import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { ofAll } from '../../src/core/matching/countries/countries.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import { REGISTERS } from '../../src/registers/registers.js';

const confidence = (a: string, b: string, jurisdiction: string) =>
  compareNames(parseName(a, jurisdiction), parseName(b, jurisdiction)).confidence;

interface Listed {
  country: string;
  abbreviation: string;
  /** The reason it is not treated as a legal form; empty if it is one. */
  noForm: string;
}

const FOLDER = 'test/data/elf';
const LISTED: Listed[] = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [abbreviation = '', noForm = ''] = line.split(',');
      return { country: file.replace('.csv', ''), abbreviation, noForm };
    }),
);

describe('recognition of the legal forms of ISO 20275', () => {
  const forms = LISTED.filter(({ noForm }) => noForm === '');

  it('finds every abbreviation in every country with a register', () => {
    const here = new Set(REGISTERS.facts.map(({ country }) => country));
    expect([...new Set(forms.map(({ country }) => country))].toSorted()).toEqual([...here].toSorted());
    const unknown = forms.filter(({ country, abbreviation }) => {
      const { form, words } = parseName(`Quillmark ${abbreviation}`, country);
      return form === null || words.join(' ') !== 'QUILLMARK';
    });
    expect(unknown).toEqual([]);
  });

  it('leaves out forms for three reasons only, and covers more than 250', () => {
    const reasons = new Set(LISTED.map(({ noForm }) => noForm).filter((reason) => reason !== ''));
    expect(reasons.size).toBe(3);
    expect(forms.length).toBeGreaterThan(250);
  });
});

describe('a run of single letters', () => {
  const short = LISTED.filter(({ noForm, abbreviation }) => noForm === '' && /^[A-Z]{2,3}$/.test(abbreviation));
  const unmistakable = new Set(ofAll((words) => words.unmistakable).flatMap((forms) => forms.split('|')));
  const misread = (written: (letters: string[]) => string, among = short) =>
    among.flatMap(({ country, abbreviation }) => {
      const name = written([...abbreviation]);
      const { words, form } = parseName(name, country);
      return form === null && words.join('') === name.replace(/[ &]/g, '').toUpperCase() ? [] : [[country, name]];
    });

  it('keeps its letters in front of a name, whatever form its first letters spell', () => {
    expect(misread((letters) => `${letters.join(' ')} Q Quillmark`)).toEqual([]);
    expect(misread((letters) => `${letters.join(' & ')} Quillmark`)).toEqual([]);
    expect(misread(([first, ...others]) => `${first} ${others.join('')}Q Quillmark`)).toEqual([]);
  });

  it('keeps its letters at the end of a name, unless they spell a form that is never a word', () => {
    const doubtful = short.filter(({ abbreviation }) => !unmistakable.has(abbreviation));
    expect(misread((letters) => `Quillmark Q ${letters.join(' ')}`, doubtful)).toEqual([]);
    expect(misread((letters) => `Quillmark ${letters.join(' & ')}`)).toEqual([]);
  });

  it('is a form where it spells nothing else', () => {
    for (const { country, abbreviation } of short) {
      const { form, words } = parseName(`Quillmark ${[...abbreviation].join(' ')}`, country);
      expect([country, abbreviation, words.join(' '), form === null]).toEqual([
        country,
        abbreviation,
        'QUILLMARK',
        false,
      ]);
    }
  });

  it('finds the business whose name begins with it', () => {
    for (const [code, asked, registered] of [
      ['fi-18', 'A B C Imaginary Blocks', 'ABC Imaginary Blocks Oy'],
      ['fi-18', 'A B C Imaginary Blocks Oy', 'A.B.C. Imaginary Blocks Oy'],
      ['fi-18', 'A & B Imaginary Blocks', 'A & B Imaginary Blocks Oy'],
      ['no-03', 'A S Imaginary Blocks AS', 'A.S. Imaginary Blocks AS'],
      ['fr-idf', 'S A R L Quillmark', 'QUILLMARK SARL'],
      ['fr-idf', 'S A Quillmark', 'QUILLMARK SA'],
      ['us-co', 'Quillmark L L C', 'QUILLMARK LLC'],
    ] as const) {
      expect([asked, confidence(asked, registered, code) >= 85]).toEqual([asked, true]);
    }
    expect(confidence('A B Imaginary Blocks Oy', 'Imaginary Blocks Oy', 'fi-18')).toBeLessThan(85);
    expect(confidence('A & S Imaginary Blocks', 'Imaginary Blocks AS', 'no-03')).toBeLessThan(85);
  });
});

describe('a legal form', () => {
  it.each([
    ['fi-18', 'Oy Sulka Ab', 'Sulka Oy'],
    ['fi-18', 'Ab Sulka Oy', 'Oy Sulka Ab'],
    ['fi-18', 'Sulka Oy Ab', 'Ab Sulka Oy'],
    ['fi-18', 'As. Oy Sulkapolku', 'Asunto Oy Sulkapolku'],
    ['fi-18', 'Bostads Ab Sulkapolku', 'As Oy Sulkapolku'],
    ['fi-18', 'Koy Sulkapolku 7', 'Kiinteistö Oy Sulkapolku 7'],
    ['fi-18', 'Sulka Kommandiittiyhtiö', 'Sulka Ky'],
    ['cz-10', 'Pérko veř. obch. spol.', 'Pérko v.o.s.'],
    ['cz-10', 'Pérko, spol. s r. o.', 'Pérko s.r.o.'],
    ['ch-zh', 'Müllhaupt SCm', 'Müllhaupt Kommanditgesellschaft'],
    ['ch-zh', 'Fondation Perchoir', 'Perchoir Stiftung'],
    ['no-03', 'Fjellrype Samvirkeforetak', 'FJELLRYPE SA'],
    ['ee', 'OÜ Õunapuu Öökull', 'Õunapuu Öökull OÜ'],
    ['ee', 'Ounapuu Ookull osauhing', 'Õunapuu Öökull OÜ'],
    ['ee', 'Mittetulundusühing Õunapuu', 'Õunapuu MTÜ'],
    ['lt', 'Žąsų Žibintai UAB', 'UAB "Žąsų žibintai"'],
    ['lt', 'Uzdaroji akcine bendrove Zasu Zibintai', 'UAB „Žąsų Žibintai“'],
    ['lt', 'VšĮ Žąsų Žibintai', 'Viešoji įstaiga "Žąsų žibintai"'],
    ['lt', 'Žąsų Žibintai, IĮ', 'Žąsų Žibintai individuali įmonė'],
    ['fr-idf', "SOCIÉTÉ D'EXERCICE LIBÉRAL À RESPONSABILITÉ LIMITÉE PERCHOIR", 'SELARL PERCHOIR'],
    ['ca-bc', 'Quillmark Community Contribution Company Ltd.', 'QUILLMARK CCC'],
    ['ca-bc', 'Quillmark Ltée', 'QUILLMARK LTD.'],
    ['us-ny', 'Quillmark R.L.L.P.', 'QUILLMARK LLP'],
    ['gb-eaw', 'Quillmark Unltd', 'QUILLMARK UNLIMITED COMPANY'],
  ])('matches in front, behind, on both sides and in any spelling (%s): %s, %s', (code, a, b) => {
    expect(confidence(a, b, code)).toBeGreaterThanOrEqual(97);
  });

  it.each([
    ['gb-eaw', 'CIO', 'SCIO'],
    ['us-ny', 'RLLP', 'RLLLP'],
    ['us-ny', 'P.S.', 'Professional Services Corporation'],
    ['us-ny', 'Ltda', 'Ltd'],
    ['us-ny', 'PJSC', 'JSC'],
    ['fr-idf', 'SCOP', 'SCP'],
    ['ch-zh', 'KmG', 'KmAG'],
    ['cz-10', 'o.s.', 'organizační složka'],
    ['fi-18', 'Kiinteistö Oy', 'Oy'],
    ['lt', 'UAB', 'AB'],
    ['ee', 'OÜ', 'AS'],
    ['ee', 'TÜ', 'UÜ'],
    ['lt', 'MB', 'UAB'],
    ['lt', 'VšĮ', 'VĮ'],
  ])('does not match another form (%s): %s, %s', (code, a, b) => {
    expect(confidence(`Quillmark ${a}`, `Quillmark ${b}`, code)).toBeLessThan(85);
  });

  it.each([
    ['us-ny', 'Harrow M.D. P.C.', 'HARROW MD', 'PC'],
    ['ca-bc', 'Harrow B.C. L.P.', 'HARROW BC', 'LP'],
    ['us-ny', 'Harrow P LLC', 'HARROW P', 'LLC'],
    ['us-ny', 'Harrow L. L. C.', 'HARROW', 'LLC'],
    ['fi-18', 'Oy Harrow B Ab', 'HARROW B', 'OY'],
    ['us-ny', 'Blue Cross of SC', 'BLUE CROSS OF SC', null],
    ['cz-10', 'Pérko s.r.o. V', 'PERKO V', 'SRO'],
  ])('is separated from the words of the name (%s): %s', (code, name, words, form) => {
    const parsed = parseName(name, code);
    expect([parsed.words.join(' '), parsed.form]).toEqual([words, form]);
  });
});

describe('a legal form that is written out', () => {
  const WRITTEN: readonly [code: string, short: string, written: string][] = [
    ['fr-idf', 'SARL', 'société à responsabilité limitée|société à responsabilité limitée à capital variable'],
    [
      'fr-idf',
      'EURL',
      'société à responsabilité limitée à associé unique|société à responsabilité limitée unipersonnelle',
    ],
    ['fr-idf', 'SAS', 'société par actions simplifiée|société par actions simplifiée à capital variable'],
    ['fr-idf', 'SA', "société anonyme|société anonyme à conseil d'administration|société anonyme à directoire"],
    ['fr-idf', 'SA', 'société anonyme à directoire et conseil de surveillance|SA à capital variable'],
    [
      'fi-18',
      'Oy',
      'osakeyhtiö|yksityinen osakeyhtiö|aktiebolag|privat aktiebolag|Limited Company|Private Limited Company',
    ],
    ['fi-18', 'Oyj', 'julkinen osakeyhtiö|publikt aktiebolag|Public Limited Company'],
    ['gb-eaw', 'Ltd', 'Limited Company|Private Limited Company|Private Company Limited by Shares|Private Ltd Co'],
    ['gb-eaw', 'Ltd', 'Cyf|Cyfyngedig|Cwmni Cyfyngedig|Cwmni Preifat Cyfyngedig'],
    ['gb-eaw', 'PLC', 'Public Limited Company|Public Ltd Co|Cwmni Cyfyngedig Cyhoeddus|Cwmni Cyhoeddus Cyfyngedig'],
    ['gb-eaw', 'Unlimited', 'Unlimited Company|Private Unlimited Company|Cwmni Anghyfyngedig'],
    ['gb-eaw', 'BenCom', 'Community Benefit Society|Cymdeithas Budd Cymunedol'],
    ['gb-eaw', 'Co-op', 'Co-operative Society|Cymdeithas Gydweithredol'],
    ['ch-zh', 'AG', 'Aktiengesellschaft|société anonyme|Limited Company|Public Limited Company'],
    ['ch-zh', 'Zweigniederlassung', 'Zweigniederlassung Zürich'],
    ['ca-bc', 'Ltd.', 'Limited|Limited Company|Ltée'],
    ['ca-bc', 'LLP', 'société à responsabilité limitée'],
    ['lt', 'UAB', 'uždaroji akcinė bendrovė|Uzdaroji akcine bendrove'],
    ['lt', 'MB', 'mažoji bendrija'],
    ['ee', 'OÜ', 'osaühing'],
    ['us-ny', 'S.C.', 'Service Corporation|Service Corp.'],
    ['us-ny', 'Oyj', 'julkinen osakeyhtiö'],
  ];

  it('is the same one as its abbreviation, in upper and lower case', () => {
    for (const [code, short, list] of WRITTEN)
      for (const written of list.split('|'))
        for (const spelt of [written, written.toUpperCase()])
          expect([code, spelt, confidence(`Quillmark ${spelt}`, `Quillmark ${short}`, code) >= 85]).toEqual([
            code,
            spelt,
            true,
          ]);
  });

  it('stays another one than the other forms of the country', () => {
    for (const [code, short, list] of WRITTEN)
      for (const [, other] of WRITTEN.filter(([otherCode, form]) => otherCode === code && form !== short))
        for (const written of list.split('|'))
          expect([written, other, confidence(`Quillmark ${written}`, `Quillmark ${other}`, code) < 85]).toEqual([
            written,
            other,
            true,
          ]);
  });

  it('leaves SERVICE in the name beside every form but that of service corporations', () => {
    for (const other of ['Quillmark Corporation', 'Quillmark Corp', 'Quillmark LLC', 'Quillmark']) {
      const parsed = [parseName('Quillmark Service Corporation', 'us-ny'), parseName(other, 'us-ny')] as const;
      const { confidence: stated, explanation } = compareNames(...parsed);
      expect([other, stated < 85]).toEqual([other, true]);
      expect(explanation.join()).toContain('only in the name asked for: SERVICE');
    }
    expect(confidence('Quillmark Service Corporation', 'Quillmark Service Corp', 'us-ny')).toBeGreaterThanOrEqual(97);
  });
});

describe('the spellings of a Czech legal form', () => {
  const FORMS = [
    's.r.o.|s. r. o.|S.R.O.|sro|spol. s r.o.|spol. s r. o.|Spol.s r.o.|společnost s r.o.|společnost s ručením omezeným|spol. s ruč. omezeným',
    'a.s.|a. s.|A.S.|akciová společnost|akc. spol.|akc. společnost',
    'v.o.s.|v. o. s.|veřejná obchodní společnost|veř. obch. spol.|veř. obch. společnost',
    'k.s.|k. s.|komanditní společnost|kom. spol.|kom. společnost',
    'z.s.|z. s.|zapsaný spolek|spolek',
    'z.ú.|z. ú.|zapsaný ústav|ústav',
    'o.p.s.|o. p. s.|obecně prospěšná společnost',
    's.p.|s. p.|státní podnik',
    'p.o.|příspěvková organizace|příspěvková org.',
    'z.s.p.o.|zájmové sdružení právnických osob',
  ].map((line) => line.split('|'));

  it('are one form, and the forms are told apart', () => {
    for (const spellings of FORMS) {
      for (const a of spellings) {
        for (const b of spellings)
          expect([a, b, confidence(`Perchoir ${a}`, `Perchoir, ${b}`, 'cz-10') >= 85]).toEqual([a, b, true]);
        for (const other of FORMS.filter((each) => each !== spellings))
          expect(confidence(`Perchoir ${a}`, `Perchoir ${other[0]}`, 'cz-10')).toBeLessThan(85);
      }
    }
  });
});

describe('a legal form in front of a name', () => {
  it.each('ANS KS AS A/S ASA DA SA IKS KF HF RHF BA'.split(' '))('is the one behind it in Norway: %s', (form) => {
    expect(confidence(`${form} Fjellrype`, `Fjellrype ${form}`, 'no-03')).toBeGreaterThanOrEqual(85);
    expect(confidence(`${form} Fjellrype`, 'Fjellrype ENK', 'no-03')).toBeLessThan(85);
  });

  it('may be SOCIETE in France, for review', () => {
    for (const [a, b] of [
      ['Société Lanterne', 'Lanterne'],
      ['Ste Lanterne SARL', 'Lanterne SARL'],
    ] as const) {
      expect(confidence(a, b, 'fr-idf')).toBeGreaterThanOrEqual(60);
      expect(confidence(a, b, 'fr-idf')).toBeLessThan(85);
    }
    expect(confidence('Société Lanterne', 'Lanterne Bleue', 'fr-idf')).toBeLessThan(60);
    expect(confidence('Ste Lanterne', 'Société Lanterne', 'fr-idf')).toBeGreaterThanOrEqual(85);
  });
});

describe('Y between words of an American name', () => {
  it('is "and" beside a Spanish word, and a letter elsewhere', () => {
    expect(confidence('Pollo y Mas LLC', 'Pollo & Mas LLC', 'us-ny')).toBeGreaterThanOrEqual(97);
    expect(confidence('Marigold y Hijos Inc', 'Marigold and Hijos Inc', 'us-tx')).toBeGreaterThanOrEqual(97);
    expect(confidence('Generation Y Media LLC', 'Generation & Media LLC', 'us-ny')).toBeLessThan(85);
    expect(confidence('A Y M LLC', 'A & M LLC', 'us-ny')).toBeLessThan(85);
  });
});
