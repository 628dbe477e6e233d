import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type {
  EntityStatus,
  FilingHistorySummary,
  RecordDetails,
  RegisteredAgent,
  RegisterRecord,
} from '../../core/registries/record.js';
import {
  address,
  columnsOf,
  agent,
  LostColumn,
  date,
  required,
  statusOfWord,
  text,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import { filing, summariseFilings } from '../../adapters/registries/socrata/filings.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import { equals } from '../../adapters/registries/socrata/soql.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';

export { US_CO as facts } from './register.js';

/**
 * Colorado Secretary of State, Business Entities in Colorado: every entity since 1864, mirrored
 * daily.
 *
 * Docs: https://dev.socrata.com/foundry/data.colorado.gov/4ykn-tg5h. Quota and protocol: see
 * SocrataRegistry. Licence: public domain. Quirks: the name of an entity that is not in good
 * standing contains its state and a date (`Acme LLC, Delinquent May 1, 2022`); the column of the
 * place of formation is misspelt `jurisdictonofformation`; `Exists` is the status of entities that
 * file no reports, so it says nothing about standing; officers are not published; trade names
 * (u7sb-g482) may belong to people without a record here, and ended ones stay listed. The
 * transaction history (casm-dbbj) lists name changes, each with a name; its columns are not
 * documented, so a portal without them is not asked again, and no date is read from them.
 */
const HISTORY = 'casm-dbbj';
const TRADE_NAMES = 'u7sb-g482';
const NAME_CHANGE = equals('historydes', 'Entity Name Change');
/** Statuses of a trade name that is no longer used. */
const ENDED = /expired|withdrawn|cancel|dissol|terminat|inactive|revoked|relinquish/i;
const RECORD_PAGE = 'https://www.coloradosos.gov/biz/BusinessEntityDetail.do';

const STATUSES: Record<string, EntityStatus> = {
  'good standing': 'active',
  exists: 'active',
  delinquent: 'suspended',
  noncompliant: 'suspended',
  'registered agent resigned': 'suspended',
  'effectiveness prevented': 'suspended',
  'voluntarily dissolved': 'dissolved',
  'administratively dissolved': 'dissolved',
  'judicially dissolved': 'dissolved',
  'dissolved (term expired)': 'dissolved',
  dissolved: 'dissolved',
  revoked: 'revoked',
  withdrawn: 'inactive',
  converted: 'inactive',
  merged: 'merged',
  consolidated: 'merged',
};

const ENTITY_TYPES: Record<string, string> = {
  DLLC: 'Domestic Limited Liability Company',
  FLLC: 'Foreign Limited Liability Company',
  DPC: 'Domestic Profit Corporation',
  FPC: 'Foreign Profit Corporation',
  DNC: 'Domestic Nonprofit Corporation',
  FNC: 'Foreign Nonprofit Corporation',
};

const STATE_WORDS =
  'Delinquent|Noncompliant|Dissolved|Withdrawn|Revoked|Relinquished|Expired|Merged|Consolidated|Converted|Terminated|Resigned|Prevented|Cancelled';
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const STATE_SUFFIX = new RegExp(
  `,\\s+(?:[A-Z][\\w()]*\\s+){0,4}\\(?(?:${STATE_WORDS})\\)?(?:\\s+\\([^)]*\\))?\\s+(?:${MONTHS})\\s+\\d{1,2},\\s+\\d{4}$`,
  'i',
);

const OFFICE = {
  line1: 'principaladdress1',
  line2: 'principaladdress2',
  city: 'principalcity',
  region: 'principalstate',
  postalCode: 'principalzipcode',
  country: 'principalcountry',
} as const;

const PROFILE: SocrataProfile = {
  code: 'us-co',
  parserVersion: 1,
  origin: 'https://data.colorado.gov',
  dataset: '4ykn-tg5h',
  idColumn: 'entityid',
  nameColumn: 'entityname',
  suffixCharacters: 60,
  statusColumn: 'entitystatus',
  columns: [
    'entityid',
    'entityname',
    'entitystatus',
    'jurisdictonofformation',
    'entitytype',
    'entityformdate',
    ...columnsOf(OFFICE),
  ],
  aliases: [
    {
      dataset: TRADE_NAMES,
      nameColumn: 'tradenamedescription',
      keyColumn: 'entityid',
      mainColumn: 'entityid',
      kind: 'trade',
      fromColumn: 'effectivedate',
      ended: (row) => ENDED.test(text(row, 'entitystatus') ?? ''),
    },
    {
      dataset: HISTORY,
      nameColumn: 'name',
      keyColumn: 'entityid',
      mainColumn: 'entityid',
      kind: 'former',
      condition: NAME_CHANGE,
      unproven: true,
    },
  ],

  toRecord(row, { unknownStatus }) {
    const id = readOnce(() => required(row, 'entityid'));
    const statusDetail = () => text(row, 'entitystatus');
    const record = readFields<RegisterRecord>({
      id,
      name: () => required(row, 'entityname').replace(STATE_SUFFIX, ''),
      aliases: () => [],
      status: () => statusOfWord(STATUSES, statusDetail(), unknownStatus),
      statusDetail,
      goodStanding: () => goodStanding(statusDetail()),
      entityType: () => typeOf(text(row, 'entitytype')),
      formationDate: () => date(row, 'entityformdate'),
      domestic: () => isDomestic(row),
      home: () => homeOf(() => text(row, 'jurisdictonofformation'), 'us-co'),
      url: () => pageOf(id()),
    });
    const listedAs = () => {
      const listed = required(row, 'entityname');
      return STATE_SUFFIX.test(listed) ? listed : undefined;
    };
    return withClues(record, () => address(row, OFFICE), { listedAs });
  },

  async details(row, ask) {
    const where = equals('entityid', required(row, 'entityid'));
    const history = await unlessLost(ask(HISTORY, { where, order: 'receiveddate DESC' }));
    return readFields<RecordDetails>({
      registeredAgent: () => agentOf(row),
      officers: () => null,
      principalAddress: () => address(row, OFFICE),
      filingHistorySummary: () => history && filings(history),
    });
  },
};

export const credentials = [APP_TOKEN];
export const connect = socrata(PROFILE);

/** `null` if the history, whose columns are not documented, has lost one. */
async function unlessLost(reading: Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof LostColumn)) throw error;
    return null;
  }
}

function typeOf(code: string | null): string | null {
  return code && (ENTITY_TYPES[code] ?? code);
}

function pageOf(id: string): string {
  return `${RECORD_PAGE}?${new URLSearchParams({ masterFileId: id, entityId2: id, fileId: id, srchTyp: 'ENTITY' }).toString()}`;
}

function goodStanding(statusDetail: string | null): boolean | null {
  const word = statusDetail?.toLowerCase();
  if (word === undefined || word === 'exists' || STATUSES[word] === undefined) return null;
  return word === 'good standing';
}

function isDomestic(row: Row): boolean | null {
  const type = text(row, 'entitytype') ?? '';
  if (type.startsWith('D')) return true;
  if (type.startsWith('F')) return false;
  const formedIn = text(row, 'jurisdictonofformation');
  return formedIn === null ? null : formedIn === 'CO';
}

function agentOf(row: Row): RegisteredAgent | null {
  const parts = () =>
    ['agentfirstname', 'agentmiddlename', 'agentlastname', 'agentsuffix'].map((column) => text(row, column));
  const person = () =>
    parts()
      .filter((part) => part !== null)
      .join(' ');
  return agent(
    () => text(row, 'agentorganizationname') ?? (person() || null),
    () =>
      address(row, {
        line1: 'agentprincipaladdress1',
        line2: 'agentprincipaladdress2',
        city: 'agentprincipalcity',
        region: 'agentprincipalstate',
        postalCode: 'agentprincipalzipcode',
        country: 'agentprincipalcountry',
      }),
  );
}

function filings(history: Row[]): FilingHistorySummary | null {
  return summariseFilings(
    history.map((row) =>
      filing(
        () => date(row, 'receiveddate') ?? date(row, 'effectivedate'),
        () => text(row, 'historydes'),
      ),
    ),
  );
}
