import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const BC_PAGE = 200;
const canadian = ({ id, name, ended }: ListedEntity) => ({
  source_id: id,
  type: 'registration.registries.ca',
  names: [{ text: name, type: 'entity_name' }],
  attributes: [{ type: 'entity_status', value: ended === true ? 'HIS' : 'ACT' }],
  inactive: ended === true,
});
const canadianPage = (results: readonly object[], total = results.length, page_size = BC_PAGE) =>
  JSON.stringify({ total, page_size, results });

export const NAMES_NO_STREET = true;

export const CONTRACTS: readonly Contract[] = [
  {
    ...connectedAs('ca-bc'),
    answer: (entities, _request, total) => canadianPage(entities.map(canadian), total),
    noRecord: { body: canadianPage([]) },
    paging: { rows: BC_PAGE, at: ({ query }) => Number(query.get('page')) - 1, mayBeShort: 'by page' },
    fetchesAtOnce: true,
    listsEnded: true,
    withoutMandatory: {
      body: canadianPage([{ source_id: '1', names: [{ text: 'x', type: 'entity_name' }], attributes: [] }]),
      field: 'entity_status',
    },
    errorInside200: JSON.stringify({ detail: 'Internal server error' }),
    refusal: { status: 400, body: JSON.stringify({ detail: 'Invalid page.' }) },
    questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
  },
];
