import { withClues } from '../../core/registries/clues.js';
import { fold } from '../../core/text/fold.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readAgain, readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type { Address, MovedRecord, RegisterRecord, Seat, WithheldRecord } from '../../core/registries/record.js';
import { alias, changedFormat, required } from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { listOf, objectOf, part, type Json } from '../../adapters/registries/http/json.js';
import { askTogether, eachOnce as byNumber } from '../../adapters/registries/http/forms.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows, unlessOdd } from '../../adapters/registries/http/rows.js';
import { branchOf, domesticOf } from './branches.js';
import { lettersAndDigits, literal, numbered, PAGE_ROWS, selecting } from './sparql.js';
import { codeOf, seatIn } from './seat.js';
import { ENDING, inLiquidation } from './zefix.js';

export const LINDAS_ORIGIN = 'https://lindas.admin.ch';

const BOUNDS = { pages: 4, nearPages: 1, ignoresSigns: true } as const;

/** eCH-0097, as the last part of the type's URL. */
const LEGAL_FORMS: Readonly<Record<string, string>> = {
  '0101': 'Sole proprietorship',
  '0103': 'General partnership',
  '0104': 'Limited partnership',
  '0105': 'Partnership limited by shares',
  '0106': 'Company limited by shares',
  '0107': 'Limited liability company',
  '0108': 'Cooperative',
  '0109': 'Association',
  '0110': 'Foundation',
  '0111': 'Branch of a foreign company',
  '0113': 'Special form',
  '0117': 'Institute under public law',
  '0151': 'Swiss branch',
};

/**
 * Switzerland without a login: the extract of the commercial registers that LINDAS publishes as
 * linked data, for one canton or the whole country.
 *
 * Docs: https://lindas.admin.ch (SPARQL 1.1). Quota: none published; we keep to one request a
 * second. Licence: open use, source must be named. Quirks: there is no status. A listed company is
 * active, and deleted companies are not listed, so absence says nothing about the past. Liquidation
 * shows only in the name. A filter over all names takes 4 to 9 seconds, a lookup by UID a third of
 * a second. A company may be returned once per language of its name. The graph has no dates,
 * officers or filings.
 *
 * The whole country: the queries name no canton and need no address. A beginning of a name may be
 * that of more companies than one page has, so the shortest names come first: the name itself is
 * among them.
 */
export class Lindas extends Registry {
  /** The extract uses other words than the register itself. */
  readonly parserVersion = 2;

  constructor(
    /** Its two letters; `undefined`: the whole country. */
    private readonly canton: string | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  /**
   * Searches inside names, without their signs, and beside that for names that begin like it: they
   * contain the name itself even if its words are too common to be read to their end.
   */
  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const beginning = beginningOf(query);
    const named = (name: string, page: number) => this.named(query, name, page, signal);
    const inside = () => searchByText(query, named, BOUNDS, signal);
    const forms = /[\p{L}\p{N}]/u.test(beginning) ? [inside, () => this.beginning(query, beginning, signal)] : [inside];
    const { records, complete } = await askTogether(query, forms, signal);
    return { records: byNumber(records), complete };
  }

  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const found = await this.numbered(id, signal);
    return found && ('record' in found ? found.record : found);
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await this.numbered(id, signal);
    if (!found || !('record' in found)) return found;
    const { record, row } = found;
    const details = {
      registeredAgent: null,
      officers: null,
      principalAddress: addressOf(row, this.canton),
      filingHistorySummary: null,
    };
    return withMore(record, { details });
  }

  /** Returns the record of a UID with the row that has its address. */
  private async numbered(
    id: string,
    signal: AbortSignal,
  ): Promise<{ record: RegisterRecord; row: Json } | WithheldRecord | MovedRecord | undefined> {
    const rows = await this.ask(numbered(id), signal);
    if (rows.length === 0) return undefined;
    const { canton } = this;
    const placed = rows.filter((row) => canton === undefined || valueOf(row, 'region') !== null);
    if (placed.length === 0) return { id, withholds: 'seat' };
    const here = placed.filter((row) => canton === undefined || valueOf(row, 'region') === canton);
    if (here.length === 0) return movedOf(placed[0]!, id);
    const [row, ...others] = here.filter((candidate) => valueOf(candidate, 'legalName') !== null);
    if (!row) return { id, withholds: 'name' };
    const [record] = eachOnce([row, ...others].map((named) => recordOf(named, canton, id)));
    return record && { record, row };
  }

  private async named(query: NameQuery, name: string, page: number, signal: AbortSignal): Promise<TextPage> {
    const pieces = name.toLowerCase().split(/\s+/).map(lettersAndDigits);
    const told = pieces.filter((piece) => piece !== '');
    const condition = [told.join(' '), ...told].map((piece) => `CONTAINS(?letters, ${literal(piece)})`);
    // The words side by side, or each of them anywhere in the name.
    const [together, ...apart] = condition;
    const rows = await this.ask(
      selecting(`${together} || (${apart.join(' && ')})`, { page, canton: this.canton }),
      signal,
    );
    const { records, complete } = this.read(query, rows);
    return { records, more: rows.length >= PAGE_ROWS, complete };
  }

  private beginning(query: NameQuery, name: string, signal: AbortSignal): Promise<Candidates> {
    const condition = `STRSTARTS(LCASE(?legalName), ${literal(name.toLowerCase())})`;
    // Whether it ends says nothing: the search inside names finds the same companies.
    const selection = { page: 0, canton: this.canton, shortestFirst: this.canton === undefined };
    const reading = this.ask(selecting(condition, selection), signal).then((rows) => this.read(query, rows));
    return unlessOdd(reading, { records: [], complete: true }).then(({ records }) => ({ records, complete: true }));
  }

  private read(query: NameQuery, rows: readonly Json[]): { records: RegisterRecord[]; complete: boolean } {
    const { rows: read, complete } = readRows(
      rows,
      (row) => recordOf(row, this.canton),
      this.client.rowSkipped,
      mayBear(query, (row) => [valueOf(row, 'legalName')]),
    );
    return { records: eachOnce(read), complete };
  }

  private ask(query: string, signal: AbortSignal): Promise<readonly Json[]> {
    const body = {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams({ query }).toString(),
    } as const;
    const headers = { accept: 'application/sparql-results+json' };
    return this.client
      .ask({ url: `${this.baseUrl}/query`, headers, body }, signal, (answer) =>
        listOf(objectOf(objectOf(answer, 'the answer')['results'], 'results'), 'bindings'),
      )
      .then((rows) => rows ?? []);
  }
}

/**
 * Returns the name as typed, up to its last word before the legal form: names with another legal
 * form, or without one, also begin like this.
 */
function beginningOf({ typed, words }: NameQuery): string {
  const written = typed
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .split(/\s+/);
  const core = words.join('');
  const upTo = (count: number) => written.slice(0, count).join(' ');
  const isCore = (text: string) => core !== '' && fold(text).replace(/[^A-Z0-9]/g, '') === core;
  const at = written.findIndex((_, index) => isCore(upTo(index + 1)));
  return (at === -1 ? written.join(' ') : upTo(at + 1)).replace(/[^\p{L}\p{N}]+$/u, '');
}

/** `asked` is the UID if the query was for a UID. Such rows do not repeat it. */
function recordOf(row: Json, canton: string | undefined, asked?: string): RegisterRecord {
  const name = readOnce(() => needed(valueOf(row, 'legalName'), 'legalName'));
  const record = readFields<RegisterRecord>({
    id: () => asked ?? needed(valueOf(row, 'uid'), 'uid'),
    name,
    aliases: () => [],
    status: () => 'active',
    statusDetail: () => (inLiquidation(name()) ? 'In liquidation' : null),
    goodStanding: () => null,
    standingHint: () => (inLiquidation(name()) ? ENDING : undefined),
    entityType: () => formOf(row),
    formationDate: () => null,
    domestic: () => domesticOf(formCode(row)),
    isBranch: () => branchOf(formCode(row)),
    seat: () => (canton === undefined ? seatOf(row) : undefined),
    url: () => null,
  });
  return withClues(record, () => addressOf(row, canton), { isSeat: true });
}

function needed(value: string | null, what: string): string {
  if (value === null) throw changedFormat(`a company without ${what}`);
  return value;
}

function formOf(row: Json): string | null {
  const form = formCode(row);
  return form === undefined ? null : (LEGAL_FORMS[form] ?? form);
}

function formCode(row: Json): string | undefined {
  return valueOf(row, 'form')?.split('/').at(-1);
}

/** Names in other languages become aliases of the first. */
function eachOnce(rows: readonly RegisterRecord[]): RegisterRecord[] {
  const records = new Map<string, RegisterRecord>();
  for (const row of rows) {
    const known = records.get(row.id);
    if (!known) records.set(row.id, row);
    else if (![known, ...known.aliases].some(({ name }) => name === row.name)) {
      // `readAgain` keeps the place from which the name was read.
      known.aliases.push(...alias('trade', () => readAgain(row, 'name')));
    }
  }
  return [...records.values()];
}

function movedOf(row: Json, id: string): MovedRecord {
  const [canton, place] = [valueOf(row, 'region'), valueOf(row, 'locality')];
  return { id, movedTo: canton === null ? undefined : codeOf(canton), ...(place !== null && { place }) };
}

function seatOf(row: Json): Seat | null {
  return seatIn(
    () => valueOf(row, 'locality'),
    () => valueOf(row, 'region'),
  );
}

function addressOf(row: Json, canton: string | undefined): Address {
  return readFields<Address>({
    line1: () => valueOf(row, 'street'),
    line2: () => null,
    city: () => valueOf(row, 'locality'),
    region: () => canton ?? valueOf(row, 'region'),
    postalCode: () => valueOf(row, 'zip'),
    country: () => 'CH',
  });
}

function valueOf(row: Json, variable: string): string | null {
  const binding = part(row, variable);
  return binding ? required(binding, 'value') : null;
}
