import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const entity = ({ id, name, ended }: ListedEntity) => ({
  EntityID: id,
  EntityName: name,
  StatusDescription: ended === true ? 'Terminated' : 'Active',
  StandingSOS: 'Good',
  StandingFTB: 'Good',
  StandingAgent: 'Good',
  StandingVCFCF: 'Good',
});
const found = (entities: readonly object[]) => ({ RecordCount: entities.length, EntityData: entities });

export const CONTRACTS: readonly Contract[] = [
  {
    ...connectedAs('us-ca'),
    idOf: (number) => String(209_900_000_000 + number),
    answer: (entities) => JSON.stringify(found(entities.map(entity))),
    noRecord: { status: 400, body: JSON.stringify({ message: 'No business entities were found.' }) },
    paging: undefined,
    fetchesAtOnce: true,
    listsEnded: true,
    withoutMandatory: { body: JSON.stringify(found([{ EntityID: '209900000001' }])), field: 'EntityName' },
    errorInside200: JSON.stringify({ statusCode: 500, message: 'Internal server error' }),
    refusal: { status: 400, body: JSON.stringify({ message: 'Invalid request: search-term is malformed.' }) },
    questionWithoutTexts: ({ query, path }) => [path, ...[...query.keys()].toSorted()].join(' '),
  },
];
