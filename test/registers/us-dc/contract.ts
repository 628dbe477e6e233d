import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const DC_PAGE = 1000;
const dcRow = ({ id, name, ended }: ListedEntity) => ({
  FILE_NUMBER: id,
  BUSINESS_NAME: name,
  ENTITY_STATUS: ended === true ? 'Dissolved' : 'Active - In Good Standing',
});
const features = (rows: readonly object[], more = false) =>
  JSON.stringify({
    features: rows.map((attributes) => ({ attributes })),
    ...(more && { exceededTransferLimit: true }),
  });

export const CONTRACTS: readonly Contract[] = [
  {
    ...connectedAs('us-dc'),
    answer: (entities, request, total = entities.length) => {
      if (request?.path.endsWith('/1/query')) return features([]);
      const offset = Number(request?.query.get('resultOffset') ?? 0);
      return features(entities.map(dcRow), offset + entities.length < total);
    },
    noRecord: { body: features([]) },
    paging: { rows: DC_PAGE, at: ({ query }) => Number(query.get('resultOffset')) / DC_PAGE, mayBeShort: 'by entry' },
    listsEnded: true,
    withoutMandatory: { body: features([{ FILE_NUMBER: '1', ENTITY_STATUS: 'Revoked' }]), field: 'BUSINESS_NAME' },
    errorInside200: JSON.stringify({ error: { code: 400, message: 'Unable to complete operation.', details: [] } }),
    refusal: { status: 400, body: 'Invalid URL' },
    questionWithoutTexts: ({ query }) => (query.get('where') ?? '').replace(/'(?:[^']|'')*'/g, ''),
  },
];
