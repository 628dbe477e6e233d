import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import type { ListedEntity, RegisterUnderTest } from '../registries/registry.suite.js';

/**
 * The exports of `contract.ts` in a register's folder, through which the shared suite talks to the
 * register.
 */
export interface ContractFile {
  CONTRACTS: readonly Contract[];
  /** Search results contain no street, so an address cannot decide between twins. */
  NAMES_NO_STREET?: true;
}

export interface Contract extends RegisterUnderTest {
  code: string;
}

const SOCRATA_PAGE = 1000;
const CKAN_PAGE = 1000;
const CREDENTIALS = {
  SOCRATA_APP_TOKEN: 'test-token',
  TX_COMPTROLLER_API_KEY: 'test-key',
  COMPANIES_HOUSE_API_KEY: 'test-key',
  CALICO_API_KEY: 'test-key',
  ZEFIX_USERNAME: 'test',
  ZEFIX_PASSWORD: 'test',
};

/** Connects the adapter as the service does, in live mode and with every credential. */
export function connectedAs(
  code: string,
  credentials: Credentials = CREDENTIALS,
): Pick<Contract, 'code' | 'name' | 'connect'> {
  return {
    code,
    name: credentials === CREDENTIALS ? code : `${code} without credentials`,
    connect(origin, timeoutMs) {
      const registries = new ConfiguredRegistries({
        registers: REGISTERS,
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

/** The contract shared by all Socrata registers. Only the columns differ. */
export function socrata(
  code: string,
  columns: { id: string; name: string; status?: string },
  words: { live: string; ended: string },
  extra: (entity: ListedEntity) => Record<string, string> = () => ({}),
): Contract {
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
      // Former and trade names are read separately, without a column selection.
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

/** The contract shared by all CKAN registers. Only the columns differ. */
export function ckan(
  code: string,
  row: (entity: ListedEntity) => Record<string, unknown>,
  nameColumn: string,
): Contract {
  const answer = (records: readonly object[], total = records.length) =>
    JSON.stringify({ success: true, result: { total, records } });
  return {
    ...connectedAs(code),
    answer: (entities, _request, total) => answer(entities.map(row), total),
    noRecord: { body: answer([]) },
    paging: {
      rows: CKAN_PAGE,
      at: ({ query }) => Number(query.get('offset')) / CKAN_PAGE,
      mayBeShort: 'by entry',
    },
    fetchesAtOnce: true,
    listsEnded: true,
    withoutMandatory: {
      body: answer([{ ...row({ id: '1', name: 'x' }), [nameColumn]: undefined }]),
      field: nameColumn,
    },
    errorInside200: JSON.stringify({ success: false, error: { __type: 'Internal Error', message: 'down' } }),
    refusal: { status: 409, body: JSON.stringify({ success: false, error: { __type: 'Validation Error' } }) },
    questionWithoutTexts: ({ query }) =>
      [...query]
        .map(([name, value]) => {
          const isText = name === 'q' || name === 'filters';
          return `${name}=${isText ? Object.keys(JSON.parse(value) as object).join(',') : value}`;
        })
        .join('&'),
  };
}
