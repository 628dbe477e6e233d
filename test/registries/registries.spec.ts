import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import { describeRegistry, type ListedEntity, type RegisterUnderTest } from './registry.suite.js';

const SOCRATA_PAGE = 1000;
const CREDENTIALS = {
  socrataAppToken: 'test-token',
  texasApiKey: 'test-key',
  companiesHouseApiKey: 'test-key',
  zefix: { username: 'test', password: 'test' },
};

/** The adapter as the service connects it, in live mode and with every credential. */
function connectedAs(
  code: string,
  credentials: Credentials = CREDENTIALS,
): Pick<RegisterUnderTest, 'name' | 'connect'> {
  return {
    name: credentials === CREDENTIALS ? code : `${code} without credentials`,
    connect(origin, timeoutMs) {
      const registries = new ConfiguredRegistries({
        mode: 'live',
        urls: { [code]: origin },
        credentials,
        pace: {},
        timeoutMs,
        log: { warn: () => undefined },
      });
      return { registry: registries.of(code), close: () => registries.close() };
    },
  };
}

/** What every Socrata register has in common; the columns are its own. */
function socrata(
  code: string,
  columns: { id: string; name: string; status?: string },
  words: { live: string; ended: string },
  extra: (entity: ListedEntity) => Record<string, string> = () => ({}),
): RegisterUnderTest {
  const row = (entity: ListedEntity) => ({
    [columns.id]: entity.id,
    [columns.name]: entity.name,
    ...(columns.status !== undefined && { [columns.status]: entity.ended === true ? words.ended : words.live }),
    ...extra(entity),
  });
  return {
    ...connectedAs(code),
    answer: (entities) => JSON.stringify(entities.map(row)),
    noRecord: { body: '[]' },
    paging: {
      rows: SOCRATA_PAGE,
      // Former and trade names are read apart, and without a selection of columns.
      at: ({ query }) => (query.has('$select') ? Number(query.get('$offset') ?? 0) / SOCRATA_PAGE : undefined),
    },
    listsEnded: columns.status !== undefined,
    withoutMandatory: {
      body: JSON.stringify([{ ...row({ id: '1', name: 'x' }), [columns.name]: undefined }]),
      field: columns.name,
    },
    errorInside200: JSON.stringify({ code: 'query.execution.error', error: true, message: 'Internal error' }),
    refusal: {
      status: 400,
      body: JSON.stringify({
        code: 'query.compiler.malformed',
        error: true,
        message: 'Could not parse SoQL query at line 1 character 49',
      }),
    },
    questionWithoutTexts: ({ query }) =>
      [...query].map(([name, value]) => `${name}=${value.replace(/'(?:[^']|'')*'/g, '')}`).join('&'),
  };
}

describeRegistry(
  socrata(
    'us-co',
    { id: 'entityid', name: 'entityname', status: 'entitystatus' },
    { live: 'Good Standing', ended: 'Voluntarily Dissolved' },
  ),
);
describeRegistry(
  socrata(
    'us-ct',
    { id: 'accountnumber', name: 'name', status: 'status' },
    { live: 'Active', ended: 'Dissolved' },
    ({ id }) => ({ id: `001t${id}` }),
  ),
);
describeRegistry(socrata('us-ny', { id: 'dos_id', name: 'current_entity_name' }, { live: '', ended: '' }));
describeRegistry(
  socrata('us-or', { id: 'registry_number', name: 'business_name' }, { live: '', ended: '' }, () => ({
    entity_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
  })),
);
describeRegistry(socrata('us-pa', { id: 'filing_number', name: 'business_name' }, { live: '', ended: '' }));
describeRegistry(
  socrata(
    'us-tx',
    { id: 'taxpayer_number', name: 'taxpayer_name', status: 'sos_status_code' },
    { live: 'A', ended: 'T' },
    ({ ended }) => ({ right_to_transact_business_code: ended === true ? 'I' : 'A' }),
  ),
);

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

describeRegistry({
  ...connectedAs('us-dc'),
  answer: (entities, request, total = entities.length) => {
    if (request?.path.endsWith('/1/query')) return features([]);
    const offset = Number(request?.query.get('resultOffset') ?? 0);
    return features(entities.map(dcRow), offset + entities.length < total);
  },
  noRecord: { body: features([]) },
  paging: { rows: DC_PAGE, at: ({ query }) => Number(query.get('resultOffset')) / DC_PAGE },
  listsEnded: true,
  withoutMandatory: { body: features([{ FILE_NUMBER: '1', ENTITY_STATUS: 'Revoked' }]), field: 'BUSINESS_NAME' },
  errorInside200: JSON.stringify({ error: { code: 400, message: 'Unable to complete operation.', details: [] } }),
  refusal: { status: 400, body: 'Invalid URL' },
  questionWithoutTexts: ({ query }) => (query.get('where') ?? '').replace(/'(?:[^']|'')*'/g, ''),
});

const GB_PAGE = 500;

function companiesHouse(code: string, prefix: string): RegisterUnderTest {
  const item = ({ id, name, ended }: ListedEntity, nameField: string) => ({
    company_number: id,
    [nameField]: name,
    company_status: ended === true ? 'dissolved' : 'active',
    company_type: 'ltd',
    date_of_creation: '2001-02-03',
  });
  return {
    ...connectedAs(code),
    idOf: (number) => `${prefix}${String(number).padStart(8 - prefix.length, '0')}`,
    answer: (entities, request, total = entities.length) =>
      request?.path === '/advanced-search/companies'
        ? JSON.stringify({ items: entities.map((entity) => item(entity, 'company_name')), hits: total })
        : JSON.stringify({ items: entities.map((entity) => item(entity, 'title')), total_results: total }),
    one: (entity) => JSON.stringify({ ...item(entity, 'company_name'), type: 'ltd' }),
    noRecord: { status: 404, body: JSON.stringify({ errors: [{ error: 'company-profile-not-found' }] }) },
    paging: {
      rows: GB_PAGE,
      at: ({ path, query }) =>
        path === '/advanced-search/companies' ? Number(query.get('start_index')) / GB_PAGE : undefined,
    },
    listsEnded: true,
    withoutMandatory: {
      body: JSON.stringify({ items: Array.from({ length: 3 }, () => ({ title: 'x', company_status: 'active' })) }),
      field: 'company_number',
    },
    errorInside200: JSON.stringify({ errors: [{ error: 'internal', type: 'ch:service' }] }),
    refusal: { status: 400, body: JSON.stringify({ errors: [{ error: 'invalid-request' }] }) },
    questionWithoutTexts: ({ query, path }) =>
      [path.replace(/^\/company\/[^/]+/, '/company/'), ...[...query.keys()].toSorted()].join(' '),
  };
}

describeRegistry(companiesHouse('gb-eaw', ''));
describeRegistry(companiesHouse('gb-sct', 'SC'));
describeRegistry(companiesHouse('gb-nir', 'NI'));

const NO_PAGE = 200;
const norwegian = ({ id, name, ended }: ListedEntity) => ({
  organisasjonsnummer: id,
  navn: name,
  forretningsadresse: { kommunenummer: '0301' },
  ...(ended === true && { slettedato: '2024-01-01' }),
});
const norwegianPage = (enheter: readonly object[], total = enheter.length) =>
  JSON.stringify({
    ...(enheter.length > 0 && { _embedded: { enheter } }),
    page: { size: NO_PAGE, totalElements: total, totalPages: Math.ceil(total / NO_PAGE), number: 0 },
  });

describeRegistry({
  ...connectedAs('no-03'),
  answer: (entities, _request, total) => norwegianPage(entities.map(norwegian), total),
  one: (entity) => JSON.stringify(norwegian(entity)),
  noRecord: { status: 404, body: '{"status":404}' },
  paging: { rows: NO_PAGE, at: ({ query }) => Number(query.get('page')) },
  listsEnded: true,
  withoutMandatory: { body: norwegianPage([{ organisasjonsnummer: '1' }]), field: 'navn' },
  errorInside200: JSON.stringify({ status: 500, error: 'Internal Server Error' }),
  refusal: { status: 400, body: JSON.stringify({ feilmelding: 'Feilaktig forespørsel' }) },
  questionWithoutTexts: ({ query, path }) =>
    [path.replace(/\/enheter\/.*/, '/enheter/'), ...[...query.keys()].toSorted()].join(' '),
});

const FR_PAGE = 25;
const french = ({ id, name, ended }: ListedEntity) => ({
  siren: id,
  nom_complet: name,
  etat_administratif: ended === true ? 'C' : 'A',
  siege: { region: '11' },
});
const frenchPage = (results: readonly object[], total = results.length) =>
  JSON.stringify({ results, total_results: total, total_pages: Math.ceil(total / FR_PAGE) });

describeRegistry({
  ...connectedAs('fr-idf'),
  answer: (entities, _request, total) => frenchPage(entities.map(french), total),
  noRecord: { body: frenchPage([]) },
  paging: { rows: FR_PAGE, at: ({ query }) => Number(query.get('page')) - 1 },
  fetchesAtOnce: true,
  listsEnded: true,
  withoutMandatory: {
    body: frenchPage([{ siren: '1', nom_complet: 'x', siege: { region: '11' } }]),
    field: 'etat_administratif',
  },
  errorInside200: JSON.stringify({ erreur: "Une erreur inattendue s'est produite. Veuillez réessayer plus tard." }),
  refusal: { status: 400, body: JSON.stringify({ erreur: 'Veuillez indiquer au moins un paramètre de recherche.' }) },
  questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
});

const CZ_PAGE = 100;
const czech = ({ id, name, ended }: ListedEntity) => ({
  ico: id,
  obchodniJmeno: name,
  sidlo: { kodKraje: 19 },
  ...(ended === true && { datumZaniku: '2024-01-01' }),
});
const czechPage = (ekonomickeSubjekty: readonly object[], pocetCelkem = ekonomickeSubjekty.length) =>
  JSON.stringify({ pocetCelkem, ekonomickeSubjekty });

describeRegistry({
  ...connectedAs('cz-10'),
  answer: (entities, _request, total) => czechPage(entities.map(czech), total),
  one: (entity) => JSON.stringify(czech(entity)),
  noRecord: { status: 404, body: JSON.stringify({ kod: 'NENALEZENO', subKod: 'VYSTUP_SUBJEKT_NENALEZEN' }) },
  paging: { rows: CZ_PAGE, at: ({ body }) => Number(body['start']) / CZ_PAGE },
  tooMany: { status: 400, body: JSON.stringify({ kod: 'CHYBA_VSTUPU', subKod: 'VYSTUP_PRILIS_MNOHO_VYSLEDKU' }) },
  listsEnded: true,
  withoutMandatory: { body: czechPage([{ ico: '1', sidlo: { kodKraje: 19 } }]), field: 'obchodniJmeno' },
  errorInside200: JSON.stringify({ kod: 'OBECNA_CHYBA', popis: 'Neočekávaná chyba' }),
  refusal: { status: 400, body: JSON.stringify({ kod: 'CHYBA_VSTUPU', subKod: 'VSTUP_CHYBNY' }) },
  questionWithoutTexts: ({ body }) => Object.keys(body).toSorted().join(' '),
});

const FI_PAGE = 100;
const finnish = ({ id, name, ended }: ListedEntity) => ({
  businessId: { value: id },
  names: [{ name, type: '1', endDate: null }],
  addresses: [{ type: 1, postOffices: [{ city: 'HELSINKI', languageCode: '1', municipalityCode: '091' }] }],
  tradeRegisterStatus: ended === true ? '4' : '1',
});
const finnishPage = (companies: readonly object[], totalResults = companies.length) =>
  JSON.stringify({ totalResults, companies });

describeRegistry({
  ...connectedAs('fi-18'),
  answer: (entities, _request, total) => finnishPage(entities.map(finnish), total),
  noRecord: { body: finnishPage([]) },
  paging: { rows: FI_PAGE, at: ({ query }) => Number(query.get('page')) - 1 },
  fetchesAtOnce: true,
  listsEnded: true,
  withoutMandatory: {
    body: finnishPage([{ businessId: { value: '1' }, names: [{ name: 'x', type: '1', endDate: null }] }]),
    field: 'tradeRegisterStatus',
  },
  errorInside200: JSON.stringify({ errorCode: '500', message: 'Internal Server Error' }),
  refusal: { status: 400, body: JSON.stringify({ errorCode: '400' }) },
  questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
});

const BC_PAGE = 10;
const canadian = ({ id, name, ended }: ListedEntity) => ({
  source_id: id,
  type: 'registration.registries.ca',
  names: [{ text: name, type: 'entity_name' }],
  attributes: [{ type: 'entity_status', value: ended === true ? 'HIS' : 'ACT' }],
  inactive: ended === true,
});
const canadianPage = (results: readonly object[], total = results.length) => JSON.stringify({ total, results });

describeRegistry({
  ...connectedAs('ca-bc'),
  answer: (entities, _request, total) => canadianPage(entities.map(canadian), total),
  noRecord: { body: canadianPage([]) },
  paging: { rows: BC_PAGE, at: ({ query }) => Number(query.get('page')) - 1 },
  fetchesAtOnce: true,
  listsEnded: true,
  withoutMandatory: {
    body: canadianPage([{ source_id: '1', names: [{ text: 'x', type: 'entity_name' }], attributes: [] }]),
    field: 'entity_status',
  },
  errorInside200: JSON.stringify({ detail: 'Internal server error' }),
  refusal: { status: 400, body: JSON.stringify({ detail: 'Invalid page.' }) },
  questionWithoutTexts: ({ query }) => [...query.keys()].toSorted().join(' '),
});

const swiss = ({ id, name, ended }: ListedEntity) => ({
  uid: id,
  name,
  canton: 'ZH',
  status: ended === true ? 'CANCELLED' : 'ACTIVE',
});

describeRegistry({
  ...connectedAs('ch-zh'),
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
});

const LINDAS_PAGE = 500;
const bindings = (entities: readonly ListedEntity[]) =>
  JSON.stringify({
    results: { bindings: entities.map(({ id, name }) => ({ legalName: { value: name }, uid: { value: id } })) },
  });

describeRegistry({
  ...connectedAs('ch-zh', {}),
  answer: bindings,
  noRecord: { body: bindings([]) },
  paging: {
    rows: LINDAS_PAGE,
    at: ({ query }) => Number(/OFFSET (\d+)/.exec(query.get('query') ?? '')?.[1]) / LINDAS_PAGE,
  },
  fetchesAtOnce: true,
  listsEnded: false,
  withoutMandatory: { body: JSON.stringify({ results: { bindings: [{ uid: { value: '1' } }] } }), field: 'legalName' },
  errorInside200: JSON.stringify({ error: 'query timed out' }),
  refusal: { status: 400, body: 'Parse error' },
  questionWithoutTexts: ({ query }) => (query.get('query') ?? '').replace(/"(?:[^"\\]|\\.)*"/g, ''),
});
