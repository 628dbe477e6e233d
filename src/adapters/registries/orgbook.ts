import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import type { DetailedRecord, EntityStatus, RegisterRecord } from '../../core/registries/record.js';
import { changedFormat, required, text } from './http/fields.js';
import type { RegisterClient } from './http/client.js';
import { listOf, objectOf, type Json } from './http/json.js';
import { searchByText, type TextPage } from './http/paged-search.js';

export const ORGBOOK_ORIGIN = 'https://orgbook.gov.bc.ca';

const TOPICS = '/api/v4/search/topic';
const REGISTRATION = 'registration.registries.ca';
const PAGE_ROWS = 10;
/** An eleventh page is refused. */
const BOUNDS = { pages: 10, nearPages: 1 };
const ENTITY_PAGE = 'https://orgbook.gov.bc.ca/entity/registration.registries.ca';

const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  ACT: ['active', 'Active'],
  HIS: ['inactive', 'Historical'],
};

const TYPES: Readonly<Record<string, string>> = {
  A: 'Extraprovincial company',
  B: 'Extraprovincial company',
  BC: 'BC company',
  BEN: 'Benefit company',
  C: 'Continued-in company',
  CBEN: 'Continued-in benefit company',
  CC: 'BC community contribution company',
  CCC: 'Continued-in community contribution company',
  CP: 'Cooperative',
  CUL: 'Continued-in unlimited liability company',
  EPR: 'Extraprovincial registration',
  FOR: 'Foreign registration',
  GP: 'General partnership',
  LIC: 'Licensed extraprovincial company',
  LL: 'Limited liability partnership',
  LLC: 'Limited liability company',
  LP: 'Limited partnership',
  PA: 'Private act company',
  REG: 'Registered extraprovincial company',
  S: 'Society',
  SP: 'Sole proprietorship',
  ULC: 'BC unlimited liability company',
  XCP: 'Extraprovincial cooperative',
  XL: 'Extraprovincial limited liability partnership',
  XP: 'Extraprovincial limited partnership',
  XS: 'Extraprovincial society',
};

/**
 * British Columbia, OrgBook BC: credentials that BC Registries issues for every registered entity, historical ones included.
 *
 * Docs: https://github.com/bcgov/orgbook-bc-api-docs. Quota: none published; we keep to four requests a second. Licence: Open Government
 * Licence - British Columbia. Known lies: historical entities are hidden unless `inactive=any`; of a text no more than 100 hits can
 * be reached; the numeric `id` of a topic changes between editions, `source_id` does not; related topics come back beside the one
 * asked for; the business number stands among the names. `Historical` covers dissolved, merged and withdrawn alike. Standing,
 * addresses, officers, agents and filings are not published.
 */
export class BritishColumbia extends Registry {
  constructor(
    private readonly baseUrl: string,
    private readonly client: RegisterClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, page) => this.page(name, page, signal), BOUNDS);
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const { records } = await this.page(id, 0, signal);
    const record = records.find((candidate) => candidate?.id === id);
    return (
      record && {
        ...record,
        details: { registeredAgent: null, officers: null, principalAddress: null, filingHistorySummary: null },
      }
    );
  }

  private page(q: string, page: number, signal: AbortSignal): Promise<TextPage> {
    const parameters = { q, page: String(page + 1), inactive: 'any', revoked: 'false', latest: 'true' };
    const url = `${this.baseUrl}${TOPICS}?${new URLSearchParams(parameters).toString()}`;
    return this.client.getJson(url, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      return {
        records: listOf(answer, 'results').map(recordOf),
        more: (page + 1) * PAGE_ROWS < Number(required(answer, 'total')),
      };
    });
  }
}

/** `undefined` for topics of other registers of the province. */
function recordOf(topic: Json): RegisterRecord | undefined {
  const kind = text(topic, 'type');
  if (kind !== null && kind !== REGISTRATION) return undefined;
  const id = required(topic, 'source_id');
  const names = listOf(topic, 'names');
  const current = names.find((name) => text(name, 'type') === 'entity_name');
  if (!current) throw changedFormat('a topic without an entity_name');
  const attribute = attributesOf(topic);
  const word = attribute('entity_status');
  if (word === null) throw changedFormat('a topic without entity_status');
  const [status, statusDetail] = STATUSES[word] ?? (['unknown', word] as const);
  const ended = topic['inactive'] === true || topic['revoked'] === true;
  const home = attribute('home_jurisdiction');
  const type = attribute('entity_type');
  return {
    id,
    name: required(current, 'text'),
    aliases: names
      .filter((name) => text(name, 'type') === 'entity_name_assumed')
      .map((name) => ({ name: required(name, 'text'), kind: 'trade' })),
    status: ended && status === 'active' ? 'inactive' : status,
    statusDetail,
    goodStanding: ended || status === 'inactive' ? false : null,
    entityType: type && (TYPES[type] ?? type),
    formationDate: attribute('registration_date')?.slice(0, 10) ?? null,
    domestic: home === null ? null : home === 'BC',
    url: `${ENTITY_PAGE}/${id}`,
  };
}

function attributesOf(topic: Json): (type: string) => string | null {
  const attributes = listOf(topic, 'attributes');
  return (type) => {
    const found = attributes.find((candidate) => text(candidate, 'type') === type);
    return found ? text(found, 'value') : null;
  };
}
