import { compare } from '../../src/core/watches/comparison/compare.js';
import { recordStateOf } from '../../src/core/watches/comparison/record-state.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { askedRegister } from '../registers/asked-register.js';

const register = askedRegister();

/** One record, as a register sends it while nothing speaks against the business, and later. */
interface Told {
  answer: (more: object) => object;
  good: object;
  bad: object;
  because: RegExp;
}

const COMPANIES_HOUSE: Told = {
  answer: (more) => ({ hits: 1, items: [{ company_name: 'IMAGINARY SOMETHING LTD', type: 'ltd', ...more }] }),
  good: { company_status: 'active' },
  bad: { company_status: 'liquidation' },
  because: /"liquidation"/,
};

const TOLD: Record<string, Told> = {
  'gb-eaw': { ...COMPANIES_HOUSE, answer: (more) => COMPANIES_HOUSE.answer({ company_number: '00000001', ...more }) },
  'gb-sct': { ...COMPANIES_HOUSE, answer: (more) => COMPANIES_HOUSE.answer({ company_number: 'SC000001', ...more }) },
  'gb-nir': { ...COMPANIES_HOUSE, answer: (more) => COMPANIES_HOUSE.answer({ company_number: 'NI000001', ...more }) },
  'no-03': {
    answer: (more) => ({
      _embedded: {
        enheter: [
          {
            organisasjonsnummer: '999000001',
            navn: 'IMAGINARY SOMETHING AS',
            forretningsadresse: { kommunenummer: '0301' },
            ...more,
          },
        ],
      },
      page: { totalPages: 1 },
    }),
    good: {},
    bad: { konkurs: true },
    because: /"Konkurs"/,
  },
  'fi-18': {
    answer: (more) => ({
      totalResults: 1,
      companies: [
        {
          businessId: { value: '9000001-0' },
          names: [{ name: 'Imaginary Something Oy', type: '1', endDate: null }],
          addresses: [{ type: 1, postOffices: [{ city: 'ESPOO', languageCode: '1', municipalityCode: '049' }] }],
          tradeRegisterStatus: '1',
          status: '2',
          ...more,
        },
      ],
    }),
    good: {},
    bad: { companySituations: [{ type: 'KONK', endDate: null }] },
    because: /bankruptcy/i,
  },
  'cz-10': {
    answer: (more) => ({
      pocetCelkem: 1,
      ekonomickeSubjekty: [
        { ico: '90000001', obchodniJmeno: 'Imaginary Something s.r.o.', sidlo: { kodKraje: 19 }, ...more },
      ],
    }),
    good: { seznamRegistraci: { stavZdrojeVr: 'AKTIVNI' } },
    bad: { seznamRegistraci: { stavZdrojeVr: 'AKTIVNI', stavZdrojeIr: 'AKTIVNI' } },
    because: /insolvency register/,
  },
  'ch-zh': {
    answer: (more) => [{ uid: 'CHE900000001', name: 'Imaginary Something AG', canton: 'ZH', ...more }],
    good: { status: 'ACTIVE' },
    bad: { status: 'BEING_CANCELLED' },
    because: /./,
  },
  'us-ct': {
    answer: (more) => [{ accountnumber: '1', name: 'Imaginary Something', status: 'Active', ...more }],
    good: { annual_report_due_date: '2999-03-31T00:00:00.000' },
    bad: { annual_report_due_date: '2019-03-31T00:00:00.000' },
    because: /annual report was due on 2019-03-31/,
  },
};

describe.each(Object.entries(TOLD))('a watch in %s', (code, { answer, good, bad, because }) => {
  const stateWith = async (more: object) => {
    const [record] = await register.listed(code, answer(more));
    return recordStateOf({ jurisdiction: code, record: record!, deep: undefined }, 'quick');
  };

  it('tells that good standing was lost and regained as the data of the register imply, with the reason', async () => {
    const [before, during] = [await stateWith(good), await stateWith(bad)];
    expect([before.status, during.status, during.goodStanding]).toEqual(['active', 'active', null]);
    const standing = (from: typeof before, to: typeof before) =>
      compare(from, to).filter(({ code: name }) => name.startsWith('GOOD_STANDING'));
    expect(standing(before, during)).toEqual([
      expect.objectContaining({
        field: 'standingHint',
        code: 'GOOD_STANDING_LOST',
        basis: 'inferred',
        because: expect.stringMatching(because),
      }),
    ]);
    expect(standing(during, before)).toMatchObject([
      { field: 'standingHint', code: 'GOOD_STANDING_REGAINED', basis: 'inferred', because: expect.any(String) },
    ]);
    expect(compare(during, during)).toEqual([]);
  });
});

it('covers every register that implies bad standing without stating it', () => {
  // Illinois implies good standing only.
  const implying = ['gb-eaw', 'gb-sct', 'gb-nir', 'no-03', 'fi-18', 'cz-10', 'ch-zh', 'us-ct'];
  expect(Object.keys(TOLD).toSorted()).toEqual(implying.toSorted());
  expect(REGISTERS.facts.map(({ code }) => code)).toEqual(expect.arrayContaining(implying));
});
