import { ckan } from '../../adapters/registries/ckan/ckan-registry.js';
import type { CkanProfile } from '../../adapters/registries/ckan/profile.js';
import { date, officer, publishedSeat, required, text, type Row } from '../../adapters/registries/http/fields.js';
import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { Address, EntityStatus, RegisterRecord } from '../../core/registries/record.js';

export { LV as facts } from './register.js';

/** `closed`, without its blanks. */
const CLOSED: Readonly<Record<string, string>> = { L: 'Likvidēts', R: 'Reorganizēts' };
/** An individual merchant, and a farm. */
const PEOPLE = new Set(['IK', 'ZEM']);
const POSITIONS: Readonly<Record<string, string>> = {
  BOARD_MEMBER: 'Valdes loceklis',
  CHAIR_OF_BOARD: 'Valdes priekšsēdētājs',
};

/**
 * Latvia, register of enterprises on data.gov.lv: businesses, associations and foundations, living
 * or struck out, daily.
 *
 * Docs: https://data.gov.lv/dati/lv/dataset/uz. Quota: none published, but the portal refuses
 * bursts with 403; we keep to one request a second. Protocol: see CkanRegistry. Licence: CC0.
 * Quirks: numbers are JSON numbers; `closed` is a letter or a blank, and `terminated` the day of
 * striking out; a name has its form before or behind its quotation marks; former names and officers
 * are resources of their own; an address is one text, the town first. Individual merchants and
 * farms are named after people, and left out. Of officers, only name, position and day are asked
 * for. Good standing, agents and filings are not published.
 */
const PROFILE: CkanProfile = {
  parserVersion: 1,
  origin: 'https://data.gov.lv',
  path: '/dati/api/3/action/datastore_search',
  pace: { concurrency: 1, spacingMs: 1_000 },
  resource: '25e80bf3-f107-4ab4-89ef-251b5b9374e9',
  idColumn: 'regcode',
  idIsNumber: true,
  nameColumn: 'name',
  columns: ['regcode', 'name', 'type', 'type_text', 'registered', 'terminated', 'closed', 'address', 'index', 'atvk'],
  accents: 'āčēģīķļņšūž',
  formerNames: {
    resource: 'ad772b8b-76e4-4334-83d9-3beadf513aa6',
    keyColumn: 'regcode',
    nameColumn: 'name',
    untilColumn: 'date_to',
  },
  officers: {
    resource: 'e665114a-73c2-4375-9470-55874b4cfa6b',
    keyColumn: 'at_legal_entity_registration_number',
    columns: ['at_legal_entity_registration_number', 'name', 'position', 'registered_on'],
    toOfficer(row) {
      const position = () => text(row, 'position');
      return officer(
        () => text(row, 'name'),
        () => POSITIONS[position() ?? ''] ?? position(),
      );
    },
  },
  isPerson: (row) => PEOPLE.has(text(row, 'type') ?? ''),

  toRecord(row, { today, unknownStatus }) {
    const state = readOnce(() => stateOf(row, today, unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'regcode'),
      name: () => required(row, 'name'),
      aliases: () => [],
      status: () => state()[0],
      statusDetail: () => state()[1],
      goodStanding: () => (state()[0] === 'dissolved' ? false : null),
      entityType: () => text(row, 'type_text'),
      formationDate: () => date(row, 'registered'),
      domestic: () => null,
      seat: () => publishedSeat({ ...UNKNOWN, place: () => townOf(row) ?? undefined, country: () => countryOf(row) }),
      url: () => null,
    });
    return withClues(record, () => addressOf(row), { isSeat: true });
  },

  addressOf,
};

const UNKNOWN = { region: () => undefined, jurisdiction: () => undefined };

export const connect = ckan(PROFILE);

/** A day of striking out may lie ahead. */
function stateOf(row: Row, today: string, unknown: (word: string) => void): readonly [EntityStatus, string | null] {
  const closed = text(row, 'closed');
  const ended = date(row, 'terminated');
  if (closed !== null && !Object.hasOwn(CLOSED, closed)) unknown(closed);
  if (closed !== null) return Object.hasOwn(CLOSED, closed) ? ['dissolved', CLOSED[closed]!] : ['unknown', closed];
  return ended !== null && ended <= today ? ['dissolved', `Izslēgts ${ended}`] : ['active', null];
}

/** Of the territories of Latvia. */
function countryOf(row: Row): string | undefined {
  return /[1-9]/.test(text(row, 'atvk') ?? '') ? 'lv' : undefined;
}

function townOf(row: Row): string | null {
  const [town = ''] = (text(row, 'address') ?? '').split(',');
  return /\d/.test(town) || town.trim() === '' ? null : town.trim();
}

function streetOf(row: Row): string | null {
  const written = text(row, 'address');
  const town = townOf(row);
  return town === null || written === null ? written : written.slice(town.length).replace(/^[\s,]+/, '') || null;
}

function addressOf(row: Row): Address | null {
  if (text(row, 'address') === null) return null;
  return readFields<Address>({
    line1: () => streetOf(row),
    line2: () => null,
    city: () => townOf(row),
    region: () => null,
    postalCode: () => text(row, 'index'),
    country: () => null,
  });
}
