import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const FR_PAGE = 25;
const french = ({ id, name, ended }: ListedEntity) => ({
  siren: id,
  nom_complet: name,
  etat_administratif: ended === true ? 'C' : 'A',
  siege: { region: '11' },
});
const frenchPage = (results: readonly object[], total = results.length, total_pages = Math.ceil(total / FR_PAGE)) =>
  JSON.stringify({ results, total_results: total, total_pages });

export const CONTRACTS: readonly Contract[] = ['fr-idf', 'fr'].map((code) => ({
  ...connectedAs(code),
  answer: (entities, _request, total, pages) => frenchPage(entities.map(french), total, pages),
  noRecord: { body: frenchPage([]) },
  paging: { rows: FR_PAGE, at: ({ query }) => Number(query.get('page')) - 1, mayBeShort: 'by page' },
  fetchesAtOnce: true,
  listsEnded: true,
  withoutMandatory: {
    body: frenchPage([{ siren: '1', nom_complet: 'x', siege: { region: '11' } }]),
    field: 'etat_administratif',
  },
  errorInside200: JSON.stringify({ erreur: "Une erreur inattendue s'est produite. Veuillez réessayer plus tard." }),
  refusal: { status: 400, body: JSON.stringify({ erreur: 'Veuillez indiquer au moins un paramètre de recherche.' }) },
  questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
}));
