import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type {
  EntityStatus,
  Home,
  MovedRecord,
  Officer,
  RecordDetails,
  RegisterRecord,
  StandingHint,
  StatedRelation,
  WithheldRecord,
} from '../../core/registries/record.js';
import { date, officer, required, text } from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import {
  eachText,
  isTrue,
  listOf,
  objectOf,
  optionalList,
  part,
  type Json,
} from '../../adapters/registries/http/json.js';
import { isEndOrMore, searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import type { Connect } from '../../adapters/registries/register.js';
import { relation, unlessNone } from '../../adapters/registries/relations.js';
import { municipalityOf } from './counties.js';
import { NO, NO_03 } from './register.js';
import { addressOf, hasNoSeat, isHere, movedOf, seatOf } from './seat.js';

export const facts = [NO_03, NO];

export const connect: Connect = ({ code }) => ({
  origin: 'https://data.brreg.no',
  pace: { source: 'enhetsregisteret', concurrency: 4, spacingMs: 200 },
  adapter: ({ baseUrl, client }) => new Enhetsregisteret(municipalityOf(code), baseUrl, client),
});

const UNITS = '/enhetsregisteret/api/enheter';
const SUB_UNITS = '/enhetsregisteret/api/underenheter';
const PAGE_ROWS = 200;
const BOUNDS = { pages: 5, nearPages: 1 };
const UNIT_PAGE = 'https://virksomhet.brreg.no/nb/oppslag/enheter';

interface Unit {
  record: RegisterRecord;
  address: Json | undefined;
}

/**
 * Norway, Enhetsregisteret of the Brønnøysund registers, for business addresses in the county of
 * Oslo, which is a single municipality, or for the whole country.
 *
 * Docs: https://data.brreg.no/enhetsregisteret/api/dokumentasjon. Quota: none published; we keep to
 * five requests a second, for Oslo and the country together. Licence: NLOD 2.0. Quirks: an empty
 * result has no `_embedded` at all. Pages count from 0. The search omits deleted units and no
 * parameter includes them, so absence says nothing about the past. A deleted unit keeps its own
 * page, without an address that would show its county. 410 means that a unit was taken out of
 * publication for legal reasons: it had the number, and the register does not say whether it still
 * exists. Bankruptcy and winding up are flags on units that still exist. Places of business are
 * sub-units with numbers of the same kind: a lookup of such a number returns the unit above it. The
 * address of a foreign unit's branch is not its seat, and some units publish only a postal address.
 * People who have left a role are marked `fratraadt` or `avregistrert`, without a date. The trustee
 * of a bankrupt unit has a role of a shape of its own. Standing is not published; a hint comes from
 * bankruptcy, winding up or insolvency abroad. The home country, and the number there, of a foreign
 * unit are published. Former names, agents and filings are not published. Officers' birth dates
 * are, but are never read.
 *
 * The whole country: asked without a list of municipalities. A unit belongs to it with any business
 * address, perhaps abroad, or with none: its seat is then `null`, as for deleted units. A name with
 * more hits than are read is found if it is among the nearest, and the search is incomplete.
 */
class Enhetsregisteret extends Registry {
  readonly parserVersion = 2;

  constructor(
    /** The number of a municipality; `undefined` for the whole country. */
    private readonly municipality: string | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, ...at) => this.page(query, name, at, signal), BOUNDS, signal);
  }

  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const unit = await this.numbered(id, signal);
    return unit && ('record' in unit ? unit.record : unit);
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await this.numbered(id, signal);
    const ended = found && 'withholds' in found ? found.ended : undefined;
    const unit = ended ? { record: ended, address: undefined } : found;
    if (!unit || !('record' in unit)) return unit;
    const url = `${this.baseUrl}${UNITS}/${encodeURIComponent(unit.record.id)}/roller`;
    const officers = await this.client.ask({ url, absent: [404] }, signal, (body) =>
      listOf(objectOf(body, 'the roles'), 'rollegrupper').flatMap(officersOf),
    );
    const details = readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => officers ?? null,
      principalAddress: () => addressOf(unit.address),
      filingHistorySummary: () => null,
    });
    return withMore(unit.record, { details });
  }

  /** Returns the unit with this number, or the one above the sub-unit with this number. */
  private async numbered(id: string, signal: AbortSignal): Promise<Unit | WithheldRecord | MovedRecord | undefined> {
    const unit = await this.unit(id, signal);
    if (unit !== undefined) return unit;
    const above = await this.unitAbove(id, signal);
    return typeof above === 'string' ? this.unit(above, signal) : above;
  }

  /**
   * A deleted unit has no address that would show its county, so it is withheld from strangers who
   * ask for one.
   */
  private unit(id: string, signal: AbortSignal): Promise<Unit | WithheldRecord | MovedRecord | undefined> {
    const url = `${this.baseUrl}${UNITS}/${encodeURIComponent(id)}`;
    const request = { url, absent: [404], withdrawn: [410] };
    return this.client.ask(request, signal, (body): Unit | WithheldRecord | MovedRecord => {
      if (body === null) return { id, withholds: 'record' };
      const answer = objectOf(body, 'the unit');
      const unit = { record: this.recordOf(answer), address: part(answer, 'forretningsadresse') };
      if (isHere(answer, this.municipality)) return unit;
      if (!hasNoSeat(unit.address)) return movedOf(unit.address, id);
      return { id, withholds: 'seat', ...(unit.record.status === 'dissolved' && { ended: unit.record }) };
    });
  }

  /**
   * Returns the number of the unit that a sub-unit belongs to. A deleted sub-unit may not state it.
   */
  private unitAbove(id: string, signal: AbortSignal): Promise<string | WithheldRecord | undefined> {
    const url = `${this.baseUrl}${SUB_UNITS}/${encodeURIComponent(id)}`;
    return this.client.ask({ url, absent: [404], withdrawn: [410] }, signal, (body): string | WithheldRecord => {
      const above = body === null ? null : text(objectOf(body, 'the sub-unit'), 'overordnetEnhet');
      return above ?? { id, withholds: 'record' };
    });
  }

  private page(
    query: NameQuery,
    name: string,
    [page, from]: readonly [number, number],
    signal: AbortSignal,
  ): Promise<TextPage> {
    const parameters = new URLSearchParams({
      navn: name,
      ...(this.municipality !== undefined && { kommunenummer: this.municipality }),
      size: String(PAGE_ROWS),
      page: String(page),
    });
    const url = `${this.baseUrl}${UNITS}?${parameters.toString()}`;
    return this.client.getJson(url, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      const paging = objectOf(answer['page'], 'page');
      const pages = Number(required(paging, 'totalPages'));
      const embedded = part(answer, '_embedded');
      const units = embedded === undefined ? [] : listOf(embedded, 'enheter');
      const read = (unit: Json) => (isHere(unit, this.municipality) ? this.recordOf(unit) : undefined);
      const { rows, complete } = readRows(
        units,
        read,
        this.client.rowSkipped,
        mayBear(query, (unit) => [text(unit, 'navn')]),
      );
      const isWhole = isEndOrMore(units, from, Number(text(paging, 'totalElements') ?? 0));
      return { records: rows, received: units.length, more: page + 1 < pages, pages, complete: complete && isWhole };
    });
  }

  private recordOf(unit: Json): RegisterRecord {
    return recordOf(unit, this.municipality === undefined);
  }
}

function recordOf(unit: Json, tellsSeat: boolean): RegisterRecord {
  const id = readOnce(() => required(unit, 'organisasjonsnummer'));
  const form = part(unit, 'organisasjonsform');
  const state = readOnce(() => statusOf(unit));
  const record = readFields<RegisterRecord>({
    id,
    name: () => required(unit, 'navn'),
    aliases: () => [],
    status: () => state()[0],
    statusDetail: () => state()[1],
    goodStanding: () => (state()[0] === 'dissolved' ? false : null),
    standingHint: () => endingHint(...state()),
    entityType: () => (form ? text(form, 'beskrivelse') : null),
    formationDate: () => date(unit, 'stiftelsesdato') ?? date(unit, 'registreringsdatoEnhetsregisteret'),
    domestic: () => (form ? text(form, 'kode') !== 'NUF' : null),
    home: () => foreignHome(unit),
    seat: () => (tellsSeat ? seatOf(unit) : undefined),
    relations: () => unlessNone(homeRelation(unit)),
    url: () => `${UNIT_PAGE}/${id()}`,
  });
  return withClues(record, () => addressOf(part(unit, 'forretningsadresse')), { isSeat: true });
}

function statusOf(unit: Json): [EntityStatus, string | null] {
  if (date(unit, 'slettedato') !== null) return ['dissolved', 'Slettet'];
  if (isTrue(unit, 'konkurs')) return ['active', 'Konkurs'];
  if (isTrue(unit, 'underTvangsavviklingEllerTvangsopplosning')) {
    return ['active', 'Under tvangsavvikling eller tvangsoppløsning'];
  }
  if (isTrue(unit, 'underAvvikling')) return ['active', 'Under avvikling'];
  const isForeignInsolvency = date(unit, 'underUtenlandskInsolvensbehandlingDato') !== null;
  return ['active', isForeignInsolvency ? 'Under utenlandsk insolvensbehandling' : null];
}

function endingHint(status: EntityStatus, statusDetail: string | null): StandingHint | undefined {
  if (status !== 'active' || statusDetail === null) return undefined;
  return { goodStanding: false, because: `The register says "${statusDetail}" of the unit.` };
}

/** The country whose law a foreign unit is subject to. */
function foreignHome(unit: Json): Home | undefined {
  const country = () => text(unit, 'underlagtLovgivningLandKode')?.toLowerCase();
  const code = country();
  if (code === undefined || code === 'no') return undefined;
  return readFields<Home>({
    jurisdiction: () => country() ?? code,
    name: () => text(unit, 'underlagtLovgivningLand') ?? undefined,
  });
}

/** The unit itself in its home register, with its number there. */
function homeRelation(unit: Json): StatedRelation[] {
  return relation('home', {
    jurisdiction: () => text(unit, 'underlagtLovgivningLandKode')?.toLowerCase(),
    number: () => text(unit, 'registreringsnummerIHjemlandet'),
  });
}

/** Omits officers who have left: they are marked, without a date. */
function officersOf(group: Json): Officer[] {
  return optionalList(group, 'roller').flatMap((role) => {
    if (isTrue(role, 'fratraadt') || isTrue(role, 'avregistrert')) return [];
    const name = readOnce(() => holderOf(role));
    const kind = part(role, 'type');
    const title = () => (kind ? text(kind, 'beskrivelse') : null);
    return officer(name, title);
  });
}

function holderOf(role: Json): string | null {
  const trustee = part(role, 'bostyrer');
  if (trustee) return text(trustee, 'navn');
  const unit = part(role, 'enhet');
  if (unit) return eachText(unit, 'navn', text).join(' ') || text(unit, 'navn');
  const person = part(role, 'person');
  const names = person && part(person, 'navn');
  if (!names) return null;
  const parts = ['fornavn', 'mellomnavn', 'etternavn'].map((column) => text(names, column));
  return parts.filter((given) => given !== null).join(' ') || null;
}
