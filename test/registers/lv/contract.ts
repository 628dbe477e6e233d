import type { ListedEntity } from '../../registries/registry.suite.js';
import { ckan, type Contract } from '../contract.js';

const FORMER = 'ad772b8b-76e4-4334-83d9-3beadf513aa6';
const MAIN = '25e80bf3-f107-4ab4-89ef-251b5b9374e9';

const entity = ({ id, name, ended }: ListedEntity) => ({
  regcode: Number(id),
  name,
  type: 'SIA',
  closed: ended === true ? 'L' : ' ',
});
const shared = ckan('lv', entity, 'name');

export const CONTRACTS: readonly Contract[] = [
  {
    ...shared,
    idOf: (number) => String(40_000_000_000 + number),
    // Former names and officers are resources of their own.
    answer: (entities, request, total) =>
      request !== undefined && request.query.get('resource_id') !== MAIN
        ? shared.answer([], request, 0)
        : shared.answer(entities, request, total),
    paging: {
      ...shared.paging!,
      at: (request) => (request.query.get('resource_id') === FORMER ? undefined : shared.paging!.at(request)),
    },
    fetchesAtOnce: false,
  },
];
