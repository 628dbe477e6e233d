import type { FictionalCompany } from '../companies/company.js';

/**
 * Iowa, dataset 554 of the Iowa Data Hub: one JSON object a line, columns without a value left out.
 */

const TYPES = {
  llc: 'LIMITED LIABILITY COMPANY',
  corporation: 'PROFIT',
  nonprofit: 'NON-PROFIT',
} as const;

export function iowaFile(companies: readonly FictionalCompany[]): Buffer {
  return Buffer.from(companies.map((company) => `${JSON.stringify(row(company))}\n`).join(''), 'utf8');
}

function row({ serial, name, kind, formed, foreignTo, agent, office }: FictionalCompany): Record<string, string> {
  return {
    corp_number: String(100_000 + serial),
    legal_name: name.toUpperCase(),
    corporation_type: `${foreignTo === undefined ? 'DOMESTIC' : 'FOREIGN'} ${TYPES[kind]}`,
    effective_date: formed,
    ...(agent !== false && {
      registered_agent: agent.toUpperCase(),
      ra_address_1: '400 NOWHERE PLAZA',
      ra_city: 'FABLE RAPIDS',
      ra_state: 'IA',
      ra_zip: '50000',
    }),
    ho_address_1: office.street.toUpperCase(),
    ...(office.unit !== undefined && { ho_address_2: office.unit.toUpperCase() }),
    ho_city: office.city.toUpperCase(),
    ho_state: 'IA',
    ho_zip: office.zip,
    ho_country: 'USA',
  };
}
