import type { FictionalCompany, FilingType } from '../../companies/company.js';
import type { Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';
import { withEndedOnes } from '../../companies/trade-names.js';

/**
 * Colorado, Business Entities in Colorado and its siblings (https://data.colorado.gov/d/4ykn-tg5h).
 */

const ENDED = /dissolved|withdrawn|merged|revoked|consolidated|converted/i;

/** Suffixes the register appends to the names of entities not in good standing. */
const NAME_SUFFIXES: Readonly<Record<string, string>> = {
  Delinquent: 'Delinquent',
  Noncompliant: 'Noncompliant',
  'Voluntarily Dissolved': 'Dissolved',
  'Administratively Dissolved': 'Dissolved',
  'Judicially Dissolved': 'Dissolved',
  'Dissolved (Term Expired)': 'Dissolved',
  Withdrawn: 'Colorado Authority Relinquished',
  Revoked: 'Revoked',
  Merged: 'Merged',
};

const TYPES = { llc: 'LLC', corporation: 'PC', nonprofit: 'NC' } as const;

const FORMATIONS = {
  llc: 'Articles of Organization',
  corporation: 'Articles of Incorporation',
  nonprofit: 'Articles of Incorporation for a Nonprofit Corporation',
} as const;

const HISTORY: Readonly<Record<Exclude<FilingType, 'formation'>, string>> = {
  report: 'Periodic Report',
  'agent change': 'Statement of Change Changing the Registered Agent Information',
  'name change': 'Entity Name Change',
  end: 'Statement of Dissolution',
};

export const US_CO: SodaRegister = {
  code: 'us-co',
  vocabulary: {
    code: 'us-co',
    firstName: 'Imaginary Lanterns LLC',
    otherStatuses: [
      'Voluntarily Dissolved',
      'Delinquent',
      'Noncompliant',
      'Exists',
      'Administratively Dissolved',
      'Dissolved (Term Expired)',
      'Withdrawn',
      'Revoked',
      'Merged',
      'Registered Agent Resigned',
    ],
    script: { ended: 'Voluntarily Dissolved', lapsed: 'Delinquent' },
    notEntities: [],
    cities: ['Imaginary Springs', 'Nowhere Falls', 'Fable Junction'],
    zipPrefix: '800',
  },
  nameColumn: 'entityname',
  datasets: [
    {
      id: '4ykn-tg5h',
      columns: [
        'entityid',
        'entityname',
        ...addressColumns('principal'),
        ...addressColumns('mailing'),
        'entitystatus',
        'jurisdictonofformation',
        'entitytype',
        'agentfirstname',
        'agentmiddlename',
        'agentlastname',
        'agentsuffix',
        'agentorganizationname',
        ...addressColumns('agentprincipal'),
        ...addressColumns('agentmailing'),
        'entityformdate',
      ],
    },
    {
      id: 'casm-dbbj',
      nickname: 'transaction-history',
      columns: ['entityid', 'transactionid', 'historydes', 'comment', 'receiveddate', 'effectivedate', 'name'],
    },
    {
      id: 'u7sb-g482',
      nickname: 'trade-names',
      columns: [
        'mastertradenameid',
        'tradenamedescription',
        'tradenameform',
        'registrantorganization',
        'firstname',
        'middlename',
        'lastname',
        'suffix',
        'address1',
        'address2',
        'city',
        'state',
        'zipcode',
        'country',
        'effectivedate',
        'entitystatus',
        'entityformdate',
        'entityid',
      ],
    },
  ],
  isLive: (row) => /^(good standing|exists)$/i.test(row['entitystatus'] ?? ''),

  /** An entity without a status. */
  oddRows: [
    {
      entityid: '20109910001',
      entityname: 'Oddly Unsaid Beacons LLC',
      jurisdictonofformation: 'CO',
      entitytype: 'DLLC',
      entityformdate: timestamp('2010-02-03'),
    },
  ],

  rowsOf(company) {
    const entityid = `${company.formed.slice(0, 4)}9${String(company.serial).padStart(6, '0')}`;
    return {
      '': [mainRow(company, entityid)],
      'transaction-history': company.filings.map(({ date, type }, at) => ({
        entityid,
        transactionid: `${entityid}${String(at + 1).padStart(3, '0')}`,
        historydes: type === 'formation' ? formation(company) : HISTORY[type],
        receiveddate: timestamp(date),
        effectivedate: timestamp(date),
        name: type === 'name change' ? (company.formerNames?.at(-1)?.name ?? company.name) : company.name,
      })),
      'trade-names': withEndedOnes(company.tradeNames ?? []).map(({ name: tradeName, ended }, at) => ({
        mastertradenameid: `${entityid.slice(0, 4)}8${String(company.serial * 10 + at).padStart(6, '0')}`,
        tradenamedescription: tradeName,
        tradenameform: 'Entity Type',
        registrantorganization: company.name,
        city: company.office.city,
        state: 'CO',
        country: 'US',
        effectivedate: timestamp(company.formed),
        entitystatus: ended ? 'Expired' : 'Effective',
        entityid,
      })),
    };
  },
};

export const registers = [portal(US_CO)];

function formation({ kind, foreignTo }: FictionalCompany): string {
  return foreignTo === undefined ? FORMATIONS[kind] : 'Statement of Foreign Entity Authority';
}

function mainRow(company: FictionalCompany, entityid: string): Row {
  const status = company.status ?? 'Good Standing';
  const suffix = NAME_SUFFIXES[status];
  const since = company.filings.at(-1)?.date ?? company.formed;
  const { street, unit, city, zip } = company.office;
  return {
    entityid,
    entityname: suffix === undefined ? company.name : `${company.name}, ${suffix} ${spelledOut(since)}`,
    principaladdress1: street,
    ...(unit !== undefined && { principaladdress2: unit }),
    principalcity: city,
    principalstate: 'CO',
    principalzipcode: zip,
    principalcountry: 'US',
    entitystatus: status,
    jurisdictonofformation: company.foreignTo ?? 'CO',
    entitytype: `${company.foreignTo === undefined ? 'D' : 'F'}${TYPES[company.kind]}`,
    ...(company.agent !== false && !ENDED.test(status) && agentCells(company.agent)),
    entityformdate: timestamp(company.formed),
  };
}

function agentCells(agent: string): Row {
  return {
    agentorganizationname: agent,
    agentprincipaladdress1: '400 Nowhere Plaza',
    agentprincipalcity: 'Imaginary Springs',
    agentprincipalstate: 'CO',
    agentprincipalzipcode: '80000',
    agentprincipalcountry: 'US',
  };
}

function addressColumns(prefix: string): string[] {
  return ['address1', 'address2', 'city', 'state', 'zipcode', 'country'].map((part) => `${prefix}${part}`);
}

function timestamp(date: string): string {
  return `${date}T00:00:00.000`;
}

function spelledOut(date: string): string {
  const options = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', options).format(new Date(`${date}T00:00:00Z`));
}
