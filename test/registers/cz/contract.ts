import type { ListedEntity } from '../../registries/registry.suite.js';
import { connectedAs, type Contract } from '../contract.js';

const CZ_PAGE = 100;
const czech = ({ id, name, ended }: ListedEntity) => ({
  ico: id,
  obchodniJmeno: name,
  sidlo: { kodKraje: 19 },
  ...(ended === true && { datumZaniku: '2024-01-01' }),
});
const czechPage = (ekonomickeSubjekty: readonly object[], pocetCelkem = ekonomickeSubjekty.length) =>
  JSON.stringify({ pocetCelkem, ekonomickeSubjekty });

export const CONTRACTS: readonly Contract[] = ['cz-10', 'cz'].map((code) => ({
  ...connectedAs(code),
  answer: (entities, _request, total) => czechPage(entities.map(czech), total),
  one: (entity) => JSON.stringify(czech(entity)),
  noRecord: { status: 404, body: JSON.stringify({ kod: 'NENALEZENO', subKod: 'VYSTUP_SUBJEKT_NENALEZEN' }) },
  paging: { rows: CZ_PAGE, at: ({ body }) => Number(body['start']) / CZ_PAGE, mayBeShort: 'by entry' },
  tooMany: { status: 400, body: JSON.stringify({ kod: 'CHYBA_VSTUPU', subKod: 'VYSTUP_PRILIS_MNOHO_VYSLEDKU' }) },
  listsEnded: true,
  withoutMandatory: { body: czechPage([{ ico: '1', sidlo: { kodKraje: 19 } }]), field: 'obchodniJmeno' },
  errorInside200: JSON.stringify({ kod: 'OBECNA_CHYBA', popis: 'Neočekávaná chyba' }),
  refusal: { status: 400, body: JSON.stringify({ kod: 'CHYBA_VSTUPU', subKod: 'VSTUP_CHYBNY' }) },
  questionWithoutTexts: ({ body }) => Object.keys(body).toSorted().join(' '),
}));
