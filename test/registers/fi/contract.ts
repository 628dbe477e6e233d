import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const FI_PAGE = 100;
const finnish = ({ id, name, ended }: ListedEntity) => ({
  businessId: { value: id },
  names: [{ name, type: '1', endDate: null }],
  addresses: [{ type: 1, postOffices: [{ city: 'HELSINKI', languageCode: '1', municipalityCode: '091' }] }],
  tradeRegisterStatus: ended === true ? '4' : '1',
});
const finnishPage = (companies: readonly object[], totalResults = companies.length) =>
  JSON.stringify({ totalResults, companies });

export const CONTRACTS: readonly Contract[] = ['fi-18', 'fi'].map((code) => ({
  ...connectedAs(code),
  answer: (entities, _request, total) => finnishPage(entities.map(finnish), total),
  noRecord: { body: finnishPage([]) },
  paging: { rows: FI_PAGE, at: ({ query }) => Number(query.get('page')) - 1, mayBeShort: 'by page' },
  fetchesAtOnce: true,
  listsEnded: true,
  withoutMandatory: {
    body: finnishPage([{ businessId: { value: '1' }, names: [{ name: 'x', type: '1', endDate: null }] }]),
    field: 'tradeRegisterStatus',
  },
  errorInside200: JSON.stringify({ errorCode: '500', message: 'Internal Server Error' }),
  refusal: { status: 400, body: JSON.stringify({ errorCode: '400' }) },
  questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
}));
