import type { FictionalCompany } from '../../companies/company.js';
import { sixDigits } from '../../companies/check-digits.js';
import { textTest } from '../../companies/text-search.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';

/**
 * California, CALICO (https://calicodev.sos.ca.gov): a keyword search and the details of a number.
 * At most 150 hits, without pages. Nothing found is 400, as is a malformed question.
 */

const API = '/cbc/v1/api';
const MAX_HITS = 150;
const TYPES = {
  llc: 'Limited Liability Company',
  corporation: 'Stock Corporation',
  nonprofit: 'Nonprofit Corporation',
} as const;

interface Entity {
  EntityID: string;
  EntityName: string;
  StatusDescription: string;
  StandingVCFCF?: string | null;
}

const US_CA: PlayedRegister = {
  code: 'us-ca',
  vocabulary: {
    code: 'us-ca',
    firstName: 'Fabled Sundials LLC',
    otherStatuses: ['Suspended - FTB', 'Forfeited - SOS', 'Terminated', 'Merged Out', 'Cancelled', 'Surrendered'],
    notEntities: [],
    cities: ['Nowhere Beach', 'San Fabulo', 'Imaginary Springs'],
    zipPrefix: '900',
    script: { ended: 'Terminated', lapsed: 'Suspended - FTB' },
  },

  extracts: (companies) => ({ 'us-ca.jsonl': [...companies.map(entityOf), ...oddEntities()] }),

  open(folder, companies) {
    const entities = loadObjects(folder, 'us-ca') as Entity[] | undefined;
    return entities && new Calico([...entities, ...companies.map(entityOf)]);
  },
};

export const registers = [US_CA];

class Calico implements Dialect {
  constructor(private readonly entities: readonly Entity[]) {}

  answer({ path, query }: Question): Answer {
    if (path === `${API}/ServerStatus`) return { status: 200, body: { Status: 'Running' } };
    if (path === `${API}/BusinessEntityKeywordSearch`) return this.search(query);
    if (path === `${API}/BusinessEntityDetails`) return this.numbered(query.get('entity-number'));
    return { status: 404, body: { statusCode: 404, message: 'Resource not found' } };
  }

  sampleNames(): string[] {
    const live = this.entities.filter(({ StatusDescription }) => StatusDescription === 'Active');
    return [...new Set(live.map(({ EntityName }) => EntityName))].slice(0, 3);
  }

  private search(query: URLSearchParams): Answer {
    const term = query.get('search-term') ?? '';
    if (term.trim() === '') return refused('Invalid request: search-term is required.');
    const begins = (name: string) => name.toUpperCase().startsWith(term.toUpperCase());
    const test = textTest(term);
    const isHit = ({ EntityName: name }: Entity) => (query.get('begins-with') === 'true' ? begins(name) : test([name]));
    return found(this.entities.filter(isHit).slice(0, MAX_HITS));
  }

  private numbered(number: string | null): Answer {
    if (number === null || !/^(?:C\d{7}|\d{12}|B\d{11})$/.test(number)) {
      return refused('Invalid request: entity-number is malformed.');
    }
    return found(this.entities.filter(({ EntityID }) => EntityID === number));
  }
}

function found(entities: readonly Entity[]): Answer {
  if (entities.length === 0) return refused('No business entities were found.');
  return { status: 200, body: { RecordCount: entities.length, EntityData: entities } };
}

function refused(message: string): Answer {
  return { status: 400, body: { statusCode: 400, message } };
}

/** Corporations keep their C, and the newest numbers begin with a B. */
function numberOf({ serial, kind }: Pick<FictionalCompany, 'serial' | 'kind'>): string {
  if (kind === 'corporation') return `C9${sixDigits(serial)}`;
  return serial % 2 === 0 ? `209900${sixDigits(serial)}` : `B99900${sixDigits(serial)}`;
}

function entityOf(company: FictionalCompany): Entity {
  const { street, unit, city, zip } = company.office;
  const status = company.status ?? 'Active';
  const foreign = company.foreignTo !== undefined;
  return {
    EntityID: numberOf(company),
    EntityName: company.name.toUpperCase(),
    ...{ ForeignEntityName: null, StatusCode: status.slice(0, 1), StatusDescription: status },
    ...{
      EntityType: `${TYPES[company.kind]} - ${foreign ? 'Out of State' : 'CA'}`,
      FilingDate: `${company.formed}T00:00:00`,
      Jurisdiction: foreign ? 'DELAWARE' : 'CALIFORNIA',
      EntityStreetAddress1: street,
      EntityStreetAddress2: unit ?? null,
      EntityCity: city,
      EntityState: 'CA',
      EntityZipCode: zip,
      AgentName: company.agent === false ? null : company.agent,
      AgentAddress1: company.agent === false ? null : '7 Placeholder Way',
      AgentCity: company.agent === false ? null : 'Nowhere Beach',
      AgentState: company.agent === false ? null : 'CA',
      AgentZipCode: company.agent === false ? null : '90000',
    },
    ...standings(status),
  };
}

function standings(status: string): Pick<Entity, 'StandingVCFCF'> {
  const [, office] = status.split(' - ');
  const good = (of: string) => (office === of ? 'Not Good' : 'Good');
  return {
    ...{ StandingSOS: good('SOS'), StandingFTB: good('FTB'), StandingAgent: 'Good' },
    StandingVCFCF: 'Good',
  };
}

/** One with three standings, one with a standing that is not good, and too many of one word. */
function oddEntities(): Entity[] {
  const odd = (serial: number, name: string, more: object): Entity => ({
    ...{ EntityID: numberOf({ serial, kind: 'llc' }), EntityName: name, StatusDescription: 'Active' },
    ...{ EntityType: 'Limited Liability Company - CA', FilingDate: '2012-03-04T00:00:00', Jurisdiction: 'CALIFORNIA' },
    ...standings('Active'),
    ...more,
  });
  const crowd = Array.from({ length: MAX_HITS + 10 }, (_, at) =>
    odd(930_000 + at, `ODDLY CROWDED PIER ${at + 1} LLC`, {}),
  );
  return [
    odd(910_001, 'ODDLY UNSTATED PIER LLC', { StandingVCFCF: null }),
    odd(910_002, 'ODDLY TAXED PIER LLC', { StandingFTB: 'Not Good' }),
    ...crowd,
  ];
}
