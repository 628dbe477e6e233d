import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type {
  Alias,
  MovedRecord,
  Officer,
  RecordDetails,
  RegisterRecord,
  StandingHint,
} from '../../core/registries/record.js';
import { unlessNone } from '../../adapters/registries/relations.js';
import { FILING_ROWS, filingsOf, officeOf, officerOf } from './details.js';
import type { HomeNation } from './register.js';
import { nationOf, officeIn, seatOf } from './seat.js';
import { overseasHome, overseasRelations, UK_BRANCH } from './overseas.js';
import { INSOLVENT, OVERSEAS, STATUSES, STRIKE_OFF, TYPES } from './words.js';
import { alias, date, required, text } from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { isTrue, listOf, objectOf, optionalList, part, type Json } from '../../adapters/registries/http/json.js';
import { askTogether, eachOnce } from '../../adapters/registries/http/forms.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows, unlessOdd } from '../../adapters/registries/http/rows.js';

const RANKED_ROWS = 100;
const PAGE_ROWS = 500;
/** The ranked search finds names with other spellings. */
const BOUNDS = { pages: 4, nearPages: 0 };
const OFFICER_ROWS = 100;
const OFFICER_PAGES = 20;
const COMPANY_PAGE = 'https://find-and-update.company-information.service.gov.uk/company';

interface Company {
  profile: Json;
  entity: RegisterRecord;
}

/**
 * Companies House: one instance for each of the three registers of the United Kingdom, or one for
 * all of them.
 *
 * Docs: https://developer-specs.company-information.service.gov.uk. Quota: 600 requests in five
 * minutes per key, then 429. Licence: Companies House: no rules on the use of its register
 * information. Quirks: a search cannot be limited to a jurisdiction, so the prefix of the number
 * decides, or the profile's `jurisdiction` if it names a home nation. All-digit numbers are
 * unpadded in places. The ranked search finds words in any number of names, including former ones:
 * `snippet` is the former name that was found, without its days. The advanced search finds only
 * current names that contain every word. A total may be a string. Companies in `liquidation` and
 * the like still exist. A missing company is 404, while its filing history may still be an empty
 * 200. Officers come 100 at a time. Those in office when a company ended have no end date of their
 * own: they get the company's `date_of_cessation`. `X-Ratelimit-Remain` and `-Reset` show the rest
 * of the quota. An overseas company may have a placeholder in place of its address. Standing is not
 * published; hints come from insolvency, a proposal to strike off, or overdue filings, of which a
 * search shows only insolvency. There is no registered agent.
 *
 * The whole country: the same questions, of which no answer is left out. The seat names the nation
 * of each company, and the country of an overseas one.
 */
export class CompaniesHouse extends Registry {
  readonly parserVersion = 4;

  constructor(
    /** `undefined`: the whole country. */
    private readonly nation: HomeNation | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  /**
   * Uses the search that can be read to its end, and beside it the ranked search, which knows other
   * spellings and former names. That one has no end, so if it alone finds a name, there may be other
   * companies with it.
   */
  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const read = (name: string, _: number, from: number) => this.advanced(query, name, from, signal);
    const advanced = () => searchByText(query, read, BOUNDS, signal);
    const forms: (() => Promise<Candidates & { isWhole?: boolean }>)[] = [advanced, () => this.ranked(query, signal)];
    const { answers, records, complete } = await askTogether(query, forms, signal);
    const [listed, nearest] = answers;
    const isEnded = nearest?.isWhole === true || query.satisfiedBy(listed?.records ?? []);
    return { records: eachOnce(records), complete: complete && (isEnded || !query.satisfiedBy(records)) };
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const company = `/company/${encodeURIComponent(id)}`;
    const found = await this.company(id, signal);
    if (!found || 'movedTo' in found) return found;
    const { profile, entity } = found;
    const [officers, filings] = await Promise.all([
      this.officers(`${company}/officers?items_per_page=${OFFICER_ROWS}`, signal),
      this.list(`${company}/filing-history?items_per_page=${FILING_ROWS}`, signal),
    ]);
    const details = readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => officers && endedWith(profile, entity, officers),
      principalAddress: () => officeOf(part(profile, 'registered_office_address')),
      filingHistorySummary: () => filings && filingsOf(filings),
    });
    return withMore(entity, { details });
  }

  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const found = await this.company(id, signal);
    return found && ('movedTo' in found ? found : found.entity);
  }

  private company(id: string, signal: AbortSignal) {
    const url = `${this.baseUrl}/company/${encodeURIComponent(id)}`;
    return this.client.ask({ url, absent: [404] }, signal, (body): Company | MovedRecord => {
      const profile = objectOf(body, 'the profile');
      const nation = nationOf(profile);
      return this.isHere(nation) ? { profile, entity: this.profileOf(profile) } : { id, movedTo: nation };
    });
  }

  /** Reads all pages. `null` if no officer was ever filed. */
  private async officers(path: string, signal: AbortSignal): Promise<Officer[] | null> {
    const officers: Officer[] = [];
    for (let page = 0; page < OFFICER_PAGES; page += 1) {
      const list = await this.list(page === 0 ? path : `${path}&start_index=${officers.length}`, signal);
      if (!list) return page === 0 ? null : officers;
      const items = optionalList(list, 'items');
      officers.push(...items.map(officerOf));
      if (items.length === 0 || officers.length >= Number(text(list, 'total_results') ?? 0)) break;
    }
    return officers;
  }

  /**
   * Reads only the best matches. Complete if each of them was readable. `isWhole`: the register
   * found no others.
   */
  private ranked(query: NameQuery, signal: AbortSignal): Promise<Candidates & { isWhole: boolean }> {
    const parameters = new URLSearchParams({
      q: query.typed.replace(/\p{Cc}+/gu, ' '),
      items_per_page: String(RANKED_ROWS),
    });
    const url = `${this.baseUrl}/search/companies?${parameters.toString()}`;
    const read = this.client.getJson(url, signal, (body) => {
      const items = listOf(objectOf(body, 'the answer'), 'items');
      const { rows, complete } = this.readItems(items, 'title', query);
      const isWhole = items.length < RANKED_ROWS;
      return { records: rows.filter((record) => record !== undefined), complete, isWhole };
    });
    return unlessOdd(read, { records: [], complete: false, isWhole: false });
  }

  private async advanced(query: NameQuery, name: string, start: number, signal: AbortSignal): Promise<TextPage> {
    const parameters = new URLSearchParams({
      company_name_includes: name,
      size: String(PAGE_ROWS),
      start_index: String(start),
    });
    const url = `${this.baseUrl}/advanced-search/companies?${parameters.toString()}`;
    const found = await this.client.ask({ url, absent: [404] }, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      const items = listOf(answer, 'items');
      const { rows, complete } = this.readItems(items, 'company_name', query);
      const hits = Number(required(answer, 'hits'));
      const received = items.length;
      return { records: rows, received, more: start + received < hits, pages: Math.ceil(hits / PAGE_ROWS), complete };
    });
    // 404 means no hits here.
    return found ?? { records: [], more: false };
  }

  /** The register answers 404 if nothing of the kind was ever filed. */
  private list(path: string, signal: AbortSignal): Promise<Json | null> {
    const url = `${this.baseUrl}${path}`;
    return this.client
      .ask({ url, absent: [404] }, signal, (body) => objectOf(body, 'the list'))
      .then((list) => list ?? null);
  }

  private readItems(items: readonly Json[], nameField: string, query: NameQuery) {
    const read = (item: Json) => this.listed(item, nameField);
    const bears = mayBear<Json>(query, (item) => [text(item, nameField), text(item, 'snippet')]);
    return readRows(items, read, this.client.rowSkipped, bears);
  }

  private listed(item: Json, nameField: string): RegisterRecord | undefined {
    const current = this.recordOf(item, nameField, 'company_type');
    const record = withMore(current, readFields<Pick<RegisterRecord, 'aliases'>>({ aliases: () => foundBy(item) }));
    return this.isHere(nationOf(item)) ? withMore(record, { isBrief: true as const }) : undefined;
  }

  private isHere(nation: HomeNation): boolean {
    return this.nation === undefined || this.nation === nation;
  }

  private profileOf(profile: Json): RegisterRecord {
    const record = this.recordOf(profile, 'company_name', 'type');
    if (record.goodStanding !== null || record.standingHint) return record;
    const papers = [part(profile, 'accounts'), part(profile, 'confirmation_statement')];
    const areOverdue = () => papers.some((paper) => paper !== undefined && isTrue(paper, 'overdue'));
    const hint = readFields<Pick<RegisterRecord, 'standingHint'>>({
      standingHint: () => (areOverdue() ? OVERDUE : undefined),
    });
    return withMore(record, hint);
  }

  private recordOf(company: Json, nameField: string, typeField: string): RegisterRecord {
    const word = text(company, 'company_status');
    if (word !== null && !Object.hasOwn(STATUSES, word)) this.client.unknownStatus(word);
    const record = recordOf(company, nameField, typeField);
    if (this.nation !== undefined) return record;
    const seat = () => seatOf(company, text(company, typeField));
    return withMore(record, readFields<Pick<RegisterRecord, 'seat'>>({ seat }));
  }
}

/**
 * Officers of a company that has ended were in office until its end date at most, if it states one.
 */
function endedWith(profile: Json, { status }: RegisterRecord, officers: readonly Officer[]): Officer[] {
  if (status !== 'dissolved' && status !== 'inactive') return [...officers];
  const end = () => date(profile, 'date_of_cessation') ?? undefined;
  return officers.map((officer) =>
    officer.endDate === undefined ? withMore(officer, readFields<Pick<Officer, 'endDate'>>({ endDate: end })) : officer,
  );
}

const OVERDUE: StandingHint = {
  goodStanding: false,
  because: 'Its accounts or its confirmation statement are overdue.',
};

function recordOf(company: Json, nameField: string, typeField: string): RegisterRecord {
  const id = readOnce(() => padded(required(company, 'company_number')));
  const word = () => text(company, 'company_status');
  const detail = () => text(company, 'company_status_detail');
  const status = () => STATUSES[word() ?? ''] ?? 'unknown';
  const type = () => text(company, typeField);
  const record = readFields<RegisterRecord>({
    id,
    name: () => required(company, nameField),
    aliases: () => optionalList(company, 'previous_company_names').flatMap(formerName),
    status,
    statusDetail: () => detail() ?? word(),
    goodStanding: () => (status() === 'dissolved' || status() === 'inactive' ? false : null),
    standingHint: () => (status() === 'active' ? hintOf(word(), detail()) : undefined),
    entityType: () => typeOf(type()),
    formationDate: () => date(company, 'date_of_creation'),
    domestic: () => isDomestic(type()),
    isBranch: () => (type() === UK_BRANCH ? true : undefined),
    home: () => overseasHome(company),
    relations: () => unlessNone(overseasRelations(company)),
    url: () => `${COMPANY_PAGE}/${id()}`,
  });
  return withClues(record, () => officeOf(officeIn(company)), {
    isSeat: true,
  });
}

function typeOf(type: string | null): string | null {
  return type && (TYPES[type] ?? type);
}

function isDomestic(type: string | null): boolean | null {
  return type === null ? null : !OVERSEAS.test(type);
}

function padded(number: string): string {
  return /^\d+$/.test(number) ? number.padStart(8, '0') : number.toUpperCase();
}

function formerName(previous: Json): Alias[] {
  const [from, until] = [() => date(previous, 'effective_from'), () => date(previous, 'ceased_on')];
  return alias('former', () => text(previous, 'name'), from, until);
}

/** The search shows one former name, if its words were found there. The profile has the days. */
function foundBy(item: Json): Alias[] {
  return alias('former', () => text(item, 'snippet'));
}

function hintOf(word: string | null, detail: string | null): StandingHint | undefined {
  const because = INSOLVENT.test(word ?? '')
    ? `The register says "${word}" of the company.`
    : STRIKE_OFF.test(detail ?? '')
      ? 'There is a proposal to strike the company off.'
      : undefined;
  return because === undefined ? undefined : { goodStanding: false, because };
}
