import type { Row } from '../../dialect.js';
import { byScore } from '../../companies/text-search.js';
import { nationOf, type Company, type Nation } from './extract.js';

const JURISDICTIONS: Readonly<Record<Nation, string>> = {
  'gb-eaw': 'england-wales',
  'gb-sct': 'scotland',
  'gb-nir': 'northern-ireland',
};

const USUAL_OFFICERS = 35;
const MAX_OFFICERS = 100;

/** `snippet` has the former name in which the search found words. */
export function searchItem(company: Company, asked: string): object {
  const { number, name, formerNames, status, type, created, ceased, office } = company;
  return {
    kind: 'searchresults#company',
    title: name,
    company_number: number,
    company_status: status,
    company_type: type,
    ...(created !== undefined && { date_of_creation: created }),
    ...(ceased !== undefined && { date_of_cessation: ceased }),
    address: office,
    snippet: byScore(asked, formerNames, ({ name: former }) => [former])[0]?.name ?? '',
    links: { self: `/company/${number}` },
  };
}

export function advancedItem({ number, name, status, type, created, ceased, office }: Company): object {
  return {
    kind: 'search-results#company',
    company_name: name,
    company_number: number,
    company_status: status,
    company_type: type,
    ...(created !== undefined && { date_of_creation: created }),
    ...(ceased !== undefined && { date_of_cessation: ceased }),
    registered_office_address: office,
    links: { company_profile: `/company/${number}` },
  };
}

export function profile(company: Company): object {
  const { number, name, formerNames, status, detail, type, created, ceased, office, home, parent } = company;
  return {
    company_name: name,
    company_number: number,
    company_status: status,
    ...(detail !== undefined && { company_status_detail: detail }),
    type,
    jurisdiction: JURISDICTIONS[nationOf(number)],
    ...(created !== undefined && { date_of_creation: created }),
    ...(ceased !== undefined && { date_of_cessation: ceased }),
    registered_office_address: office,
    ...(formerNames.length > 0 && {
      previous_company_names: formerNames.map((former) => ({
        name: former.name,
        effective_from: created,
        ceased_on: former.until,
      })),
    }),
    ...(home && {
      foreign_company_details: {
        originating_registry: { name: home.name, country: home.country },
        registration_number: home.number,
      },
    }),
    ...(parent && {
      branch_company_details: { parent_company_name: parent.name, parent_company_number: parent.number },
    }),
    links: { self: `/company/${number}` },
  };
}

/** At most 100 per page, whatever the query requests. */
export function officerList(rows: readonly Row[], query: URLSearchParams): object {
  const start = Number(query.get('start_index') ?? 0);
  const size = Math.min(MAX_OFFICERS, Number(query.get('items_per_page') ?? USUAL_OFFICERS));
  return {
    kind: 'officer-list',
    items: rows
      .slice(start, start + size)
      .map(({ name, officer_role: role, appointed_on: appointed, resigned_on: resigned }) => ({
        name,
        officer_role: role,
        appointed_on: appointed,
        ...(resigned !== undefined && { resigned_on: resigned }),
      })),
    total_results: rows.length,
    active_count: rows.filter(({ resigned_on: resigned }) => resigned === undefined).length,
    start_index: start,
    items_per_page: size,
  };
}

export function filingList(rows: readonly Row[], query: URLSearchParams): object {
  const newestFirst = rows.toSorted((left, right) => (left['date']! < right['date']! ? 1 : -1));
  return {
    kind: 'filing-history',
    filing_history_status: 'filing-history-available',
    items: newestFirst
      .slice(0, Number(query.get('items_per_page') ?? 25))
      .map(({ transaction_id: id, date, type, category, description }) => ({
        transaction_id: id,
        date,
        type,
        category,
        description,
      })),
    total_count: rows.length,
    start_index: 0,
  };
}
