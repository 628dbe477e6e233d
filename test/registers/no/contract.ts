import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const NO_PAGE = 200;
const norwegian = ({ id, name, ended }: ListedEntity) => ({
  organisasjonsnummer: id,
  navn: name,
  forretningsadresse: { kommunenummer: '0301' },
  ...(ended === true && { slettedato: '2024-01-01' }),
});
const norwegianPage = (enheter: readonly object[], total = enheter.length, totalPages = Math.ceil(total / NO_PAGE)) =>
  JSON.stringify({
    ...(enheter.length > 0 && { _embedded: { enheter } }),
    page: { size: NO_PAGE, totalElements: total, totalPages, number: 0 },
  });

export const CONTRACTS: readonly Contract[] = ['no-03', 'no'].map((code) => ({
  ...connectedAs(code),
  answer: (entities, _request, total, pages) => norwegianPage(entities.map(norwegian), total, pages),
  one: (entity) => JSON.stringify(norwegian(entity)),
  noRecord: { status: 404, body: '{"status":404}' },
  paging: { rows: NO_PAGE, at: ({ query }) => Number(query.get('page')), mayBeShort: 'by page' },
  listsEnded: true,
  withoutMandatory: { body: norwegianPage([{ organisasjonsnummer: '1' }]), field: 'navn' },
  errorInside200: JSON.stringify({ status: 500, error: 'Internal Server Error' }),
  refusal: { status: 400, body: JSON.stringify({ feilmelding: 'Feilaktig forespørsel' }) },
  questionWithoutTexts: ({ query, path }) =>
    [path.replace(/\/enheter\/.*/, '/enheter/'), ...[...query.keys()].toSorted()].join(' '),
}));
