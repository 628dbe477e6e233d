import { ConfiguredRegistries } from '../../src/adapters/registries/index.js';
import { describeRegistry, type ListedEntity, type RegisterUnderTest } from './registry.suite.js';

const SOCRATA_PAGE = 1000;
const CREDENTIALS = { socrataAppToken: 'test-token', texasApiKey: 'test-key', companiesHouseApiKey: 'test-key' };

/** The adapter as the service connects it, in live mode and with every credential. */
function connectedAs(code: string): Pick<RegisterUnderTest, 'name' | 'connect'> {
  return {
    name: code,
    connect(origin, timeoutMs) {
      const registries = new ConfiguredRegistries({
        mode: 'live',
        urls: { [code]: origin },
        credentials: CREDENTIALS,
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
  withoutMandatory: { body: features([{ FILE_NUMBER: '1', BUSINESS_NAME: 'x' }]), field: 'ENTITY_STATUS' },
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
      body: JSON.stringify({ items: [{ title: 'x', company_status: 'active' }] }),
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
