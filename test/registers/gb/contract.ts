import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const GB_PAGE = 500;

function companiesHouse(code: string, prefix: string): Contract {
  const item = ({ id, name, ended }: ListedEntity, nameField: string) => ({
    company_number: id,
    [nameField]: name,
    company_status: ended === true ? 'dissolved' : 'active',
    company_type: 'ltd',
    date_of_creation: '2001-02-03',
  });
  return {
    ...connectedAs(code),
    idOf: (number) => `${prefix}${String(number).padStart(8 - prefix.length, '0')}`,
    answer: (entities, request, total = entities.length) =>
      request?.path === '/advanced-search/companies'
        ? JSON.stringify({ items: entities.map((entity) => item(entity, 'company_name')), hits: total })
        : JSON.stringify({ items: entities.map((entity) => item(entity, 'title')), total_results: total }),
    one: (entity) => JSON.stringify({ ...item(entity, 'company_name'), type: 'ltd' }),
    noRecord: { status: 404, body: JSON.stringify({ errors: [{ error: 'company-profile-not-found' }] }) },
    paging: {
      rows: GB_PAGE,
      at: ({ path, query }) =>
        path === '/advanced-search/companies' ? Number(query.get('start_index')) / GB_PAGE : undefined,
      mayBeShort: 'by entry',
    },
    listsEnded: true,
    withoutMandatory: {
      body: JSON.stringify({ items: Array.from({ length: 3 }, () => ({ title: 'x', company_status: 'active' })) }),
      field: 'company_number',
    },
    errorInside200: JSON.stringify({ errors: [{ error: 'internal', type: 'ch:service' }] }),
    refusal: { status: 400, body: JSON.stringify({ errors: [{ error: 'invalid-request' }] }) },
    questionWithoutTexts: ({ query, path }) =>
      [path.replace(/^\/company\/[^/]+/, '/company/'), ...[...query.keys()].toSorted()].join(' '),
  };
}

export const CONTRACTS: readonly Contract[] = [
  companiesHouse('gb-eaw', ''),
  companiesHouse('gb-sct', 'SC'),
  companiesHouse('gb-nir', 'NI'),
  companiesHouse('gb', 'SC'),
];
