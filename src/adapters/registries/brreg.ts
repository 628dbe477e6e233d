import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import type {
  Address,
  DetailedRecord,
  EntityStatus,
  Officer,
  RegisterRecord,
  StandingHint,
  WithheldRecord,
} from '../../core/registries/record.js';
import { date, required, text } from './http/fields.js';
import type { QuestionClient } from './http/client.js';
import { listOf, objectOf, optionalList, part, type Json } from './http/json.js';
import { searchByText, type TextPage } from './http/paged-search.js';
import { readRows } from './http/rows.js';

export const BRREG_ORIGIN = 'https://data.brreg.no';

const UNITS = '/enhetsregisteret/api/enheter';
const OSLO = '0301';
const PAGE_ROWS = 200;
const BOUNDS = { pages: 5, nearPages: 1 };
const UNIT_PAGE = 'https://virksomhet.brreg.no/nb/oppslag/enheter';

interface Unit {
  record: RegisterRecord;
  address: Json | undefined;
}

/**
 * Norway, Enhetsregisteret of the Brønnøysund registers, for business addresses in the county of
 * Oslo, which is a single municipality.
 *
 * Docs: https://data.brreg.no/enhetsregisteret/api/dokumentasjon. Quota: none published; we keep to
 * five requests a second. Licence: NLOD 2.0. Quirks: an empty result has no `_embedded` at all.
 * Pages count from 0. The search leaves out deleted units and no parameter includes them, so
 * absence says nothing about the past. A deleted unit keeps a page of its own, without an address
 * that would show its county. 410 is the answer of a unit that was taken out of publication for
 * legal reasons: it had the number, and whether it goes on is not said. Bankruptcy and winding up
 * are flags on units that still exist. The address of a foreign unit's branch is not its seat, and
 * some units publish a postal address only. People who have left a role are marked `fratraadt` or
 * `avregistrert`, without a date. Standing is not published; it is hinted at when a unit is
 * bankrupt or being wound up. Former names, agents and filings are not published. Officers' birth
 * dates are, and are never read.
 */
export class Oslo extends Registry {
  readonly parserVersion = 1;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, page) => this.page(name, page, signal), BOUNDS);
  }

  async findByNumber(id: string, signal: AbortSignal): Promise<RegisterRecord | WithheldRecord | undefined> {
    const unit = await this.unit(id, signal);
    return unit && ('withholds' in unit ? unit : unit.record);
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | WithheldRecord | undefined> {
    const unit = await this.unit(id, signal);
    if (!unit || 'withholds' in unit) return unit;
    const url = `${this.baseUrl}${UNITS}/${encodeURIComponent(id)}/roller`;
    const officers = await this.client.ask({ url, absent: [404] }, signal, (body) =>
      listOf(objectOf(body, 'the roles'), 'rollegrupper').flatMap(officersOf),
    );
    return {
      ...unit.record,
      details: {
        registeredAgent: null,
        officers: officers ?? null,
        principalAddress: addressOf(unit.address),
        filingHistorySummary: null,
      },
    };
  }

  /** A deleted unit has no address that would show its county. */
  private unit(id: string, signal: AbortSignal): Promise<Unit | WithheldRecord | undefined> {
    const url = `${this.baseUrl}${UNITS}/${encodeURIComponent(id)}`;
    return this.client.ask(
      { url, absent: [404], withdrawn: [410] },
      signal,
      (body): Unit | WithheldRecord | undefined => {
        if (body === null) return { id, withholds: 'record' };
        const answer = objectOf(body, 'the unit');
        const unit = { record: recordOf(answer), address: part(answer, 'forretningsadresse') };
        if (isHere(answer) || unit.record.status === 'dissolved') return unit;
        return hasNoSeat(unit.address) ? { id, withholds: 'seat' } : undefined;
      },
    );
  }

  private page(name: string, page: number, signal: AbortSignal): Promise<TextPage> {
    const parameters = { navn: name, kommunenummer: OSLO, size: String(PAGE_ROWS), page: String(page) };
    const url = `${this.baseUrl}${UNITS}?${new URLSearchParams(parameters).toString()}`;
    return this.client.getJson(url, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      const pages = Number(required(objectOf(answer['page'], 'page'), 'totalPages'));
      const embedded = part(answer, '_embedded');
      const units = embedded === undefined ? [] : listOf(embedded, 'enheter');
      const read = (unit: Json) => (isHere(unit) ? recordOf(unit) : undefined);
      const { rows, complete } = readRows(units, read, this.client.rowSkipped);
      return { records: rows, more: page + 1 < pages, pages, complete };
    });
  }
}

/**
 * A unit without a business address has no seat that we know of. Missing fields are named before
 * that is asked.
 */
function isHere(unit: Json): boolean {
  required(unit, 'navn');
  const office = part(unit, 'forretningsadresse');
  return office !== undefined && text(office, 'kommunenummer') === OSLO;
}

/** Neither a municipality nor a country: some units publish where to write to them alone. */
function hasNoSeat(office: Json | undefined): boolean {
  return !office || (text(office, 'kommunenummer') === null && (text(office, 'landkode') ?? 'NO') === 'NO');
}

function recordOf(unit: Json): RegisterRecord {
  const id = required(unit, 'organisasjonsnummer');
  const form = part(unit, 'organisasjonsform');
  const [status, statusDetail] = statusOf(unit);
  return {
    id,
    name: required(unit, 'navn'),
    aliases: [],
    status,
    statusDetail,
    goodStanding: status === 'dissolved' ? false : null,
    ...(status === 'active' && statusDetail !== null && { standingHint: endingHint(statusDetail) }),
    entityType: form ? text(form, 'beskrivelse') : null,
    formationDate: date(unit, 'stiftelsesdato') ?? date(unit, 'registreringsdatoEnhetsregisteret'),
    domestic: form ? text(form, 'kode') !== 'NUF' : null,
    url: `${UNIT_PAGE}/${id}`,
  };
}

function statusOf(unit: Json): [EntityStatus, string | null] {
  if (date(unit, 'slettedato') !== null) return ['dissolved', 'Slettet'];
  if (unit['konkurs'] === true) return ['active', 'Konkurs'];
  if (unit['underTvangsavviklingEllerTvangsopplosning'] === true) {
    return ['active', 'Under tvangsavvikling eller tvangsoppløsning'];
  }
  return unit['underAvvikling'] === true ? ['active', 'Under avvikling'] : ['active', null];
}

function endingHint(statusDetail: string): StandingHint {
  return { goodStanding: false, because: `The register says "${statusDetail}" of the unit.` };
}

/** `null` where nothing but the municipality's number is left of it. */
function addressOf(office: Json | undefined): Address | null {
  if (!office) return null;
  const lines = Array.isArray(office['adresse']) ? office['adresse'].filter((line) => typeof line === 'string') : [];
  const address = {
    line1: lines[0] ?? null,
    line2: lines.slice(1).join(', ') || null,
    city: text(office, 'poststed'),
    region: text(office, 'kommune'),
    postalCode: text(office, 'postnummer'),
    country: text(office, 'landkode'),
  };
  return Object.values(address).every((value) => value === null) ? null : address;
}

/** Those who have left are marked, without a date: they are left out. */
function officersOf(group: Json): Officer[] {
  return optionalList(group, 'roller').flatMap((role) => {
    const left = role['fratraadt'] === true || role['avregistrert'] === true;
    const name = left ? null : holderOf(role);
    const kind = part(role, 'type');
    return name === null ? [] : [{ name, title: kind ? text(kind, 'beskrivelse') : null }];
  });
}

function holderOf(role: Json): string | null {
  const unit = part(role, 'enhet');
  if (unit) return Array.isArray(unit['navn']) ? unit['navn'].join(' ') : text(unit, 'navn');
  const person = part(role, 'person');
  const names = person && part(person, 'navn');
  if (!names) return null;
  const parts = ['fornavn', 'mellomnavn', 'etternavn'].map((column) => text(names, column));
  return parts.filter((given) => given !== null).join(' ') || null;
}
