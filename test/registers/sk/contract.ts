import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const slovak = ({ id, name, ended }: ListedEntity) => ({
  id: Number(id) % 1_000_000,
  identifiers: [{ value: id, validFrom: '2001-02-03' }],
  fullNames: [{ value: name, validFrom: '2001-02-03' }],
  ...(ended === true && { termination: '2024-01-01' }),
});
const results = (entities: readonly object[]) => JSON.stringify({ results: entities, license: 'CC BY 4.0' });

export const CONTRACTS: readonly Contract[] = [
  {
    ...connectedAs('sk'),
    answer: (entities, request) =>
      request?.path.includes('/entity/') === true
        ? JSON.stringify(entities.map(slovak)[0])
        : results(entities.map(slovak)),
    noRecord: { body: results([]) },
    paging: undefined,
    listsEnded: true,
    withoutMandatory: { body: results([{ id: 1, identifiers: [{ value: '1' }] }]), field: 'fullNames' },
    errorInside200: JSON.stringify({ error: 'Internal Server Error' }),
    refusal: { status: 400, body: '{}' },
    questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
  },
];
