import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const swiss = ({ id, name, ended }: ListedEntity) => ({
  uid: id,
  name,
  canton: 'ZH',
  status: ended === true ? 'CANCELLED' : 'ACTIVE',
});

const LINDAS_PAGE = 500;
const bindings = (entities: readonly ListedEntity[]) =>
  JSON.stringify({
    results: { bindings: entities.map(({ id, name }) => ({ legalName: { value: name }, uid: { value: id } })) },
  });

export const NAMES_NO_STREET = true;

/** With a login to Zefix, and without one. */
const contracts = (code: string): Contract[] => [
  {
    ...connectedAs(code),
    answer: (entities) => JSON.stringify(entities.map(swiss)),
    noRecord: { status: 404, body: JSON.stringify({ error: { type: 'NOT_FOUND', message: 'no company' } }) },
    paging: undefined,
    tooMany: { status: 400, body: JSON.stringify({ error: { type: 'RESULTLIST_TO_LARGE', message: 'too many' } }) },
    fetchesAtOnce: true,
    listsEnded: true,
    withoutMandatory: { body: JSON.stringify([{ uid: '1', name: 'x' }]), field: 'status' },
    errorInside200: JSON.stringify({ error: { type: 'INTERNAL_SERVER_ERROR', message: 'internal' } }),
    refusal: { status: 400, body: JSON.stringify({ error: { type: 'INVALID_REQUEST_DATA', message: 'invalid' } }) },
    questionWithoutTexts: ({ path, body }) =>
      [path.replace(/\/uid\/.*/, '/uid/'), ...Object.keys(body).toSorted()].join(' '),
  },
  {
    ...connectedAs(code, {}),
    answer: bindings,
    noRecord: { body: bindings([]) },
    paging: {
      rows: LINDAS_PAGE,
      at: ({ query }) => Number(/OFFSET (\d+)/.exec(query.get('query') ?? '')?.[1]) / LINDAS_PAGE,
    },
    fetchesAtOnce: true,
    listsEnded: false,
    withoutMandatory: {
      body: JSON.stringify({ results: { bindings: [{ uid: { value: '1' } }] } }),
      field: 'legalName',
    },
    errorInside200: JSON.stringify({ error: 'query timed out' }),
    refusal: { status: 400, body: 'Parse error' },
    questionWithoutTexts: ({ query }) => (query.get('query') ?? '').replace(/"(?:[^"\\]|\\.)*"/g, ''),
  },
];

export const CONTRACTS: readonly Contract[] = [...contracts('ch-zh'), ...contracts('ch')];
