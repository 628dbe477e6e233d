import type { OperationObject } from './operations.js';

/** An operation as the clients call it. `BODY` is the example of its body, `ID` its placeholder. */
interface Call {
  typescript: string;
  python: string;
  command?: string;
  /** Placeholder for the id in the path. */
  id?: string;
  /** Used instead of the example of the body. */
  body?: object;
}

interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

const FILE = 'businesses.csv';

/** The operations of a first program. A test runs each sample. */
const CALLS: Readonly<Record<string, Call>> = {
  requestAccess: { typescript: "requestAccess('you@example.com')", python: 'request_access(BODY)' },
  verifyAccess: { typescript: 'verifyAccess(BODY)', python: 'verify_access(BODY)' },
  verifyBusiness: {
    typescript: 'verifyAndWait(BODY)',
    python: 'verify_and_wait(BODY)',
    command: 'standing verify "Imaginary Lanterns LLC" us-co',
  },
  getVerificationStatus: { typescript: 'job(ID)', python: 'get_verification_status(ID)', id: 'JOB_ID' },
  quotePrice: {
    typescript: 'quote(BODY)',
    python: 'quote_price(BODY)',
    body: { entity_name: 'Imaginary Lanterns LLC', jurisdiction: 'us-co', tier: 'quick' },
  },
  listJobs: { typescript: 'jobs()', python: 'list_jobs()' },
  listRecords: { typescript: 'records()', python: 'list_records()' },
  listReviews: { typescript: 'reviews()', python: 'list_reviews()' },
  decideRecord: { typescript: 'decideRecord(ID, BODY)', python: 'decide_record(ID, BODY)', id: 'RECORD_ID' },
  recordMeant: { typescript: 'recordMeant(ID, BODY)', python: 'record_meant(ID, BODY)', id: 'JOB_ID' },
  uploadBatch: {
    typescript: `uploadBatch(await readFile('${FILE}'))`,
    python: `upload_batch(open("${FILE}", "rb").read())`,
    command: `standing batch ${FILE} --yes`,
  },
  startBatch: { typescript: 'startBatch(ID)', python: 'start_batch(ID)', id: 'BATCH_ID' },
  getBatch: { typescript: 'batch(ID)', python: 'get_batch(ID)', id: 'BATCH_ID' },
  getBatchResults: { typescript: 'batchResults(ID)', python: 'batch_results(ID)', id: 'BATCH_ID' },
  listBatches: { typescript: 'batches()', python: 'list_batches()' },
  searchEntities: {
    typescript: 'searchAndWait(BODY)',
    python: 'search_and_wait(BODY)',
    command: 'standing search "Imaginary Lanterns" us-co us-ny',
  },
  getSearch: { typescript: 'readSearch(ID)', python: 'get_search(ID)', id: 'SEARCH_ID' },
  getEntity: { typescript: 'entity(ID)', python: 'get_entity(ID)', id: 'ENTITY_ID' },
  listEntities: { typescript: 'entities()', python: 'list_entities()' },
  getEntityHistory: { typescript: 'history(ID)', python: 'get_entity_history(ID)', id: 'ENTITY_ID' },
  createWatch: {
    typescript: 'watch(BODY)',
    python: 'create_watch(BODY)',
    body: { entity_id: 'ENTITY_ID', every: '7d' },
  },
  listWatches: { typescript: 'watches()', python: 'list_watches()' },
  checkWatch: { typescript: 'checkWatch(ID, BODY)', python: 'check_watch(ID, BODY)', id: 'WATCH_ID' },
  listDeliveries: { typescript: 'deliveries()', python: 'list_deliveries()' },
  listEvents: { typescript: 'events()', python: 'list_events()' },
  getAccount: { typescript: 'account()', python: 'get_account()' },
  listKeys: { typescript: 'keys()', python: 'list_keys()' },
  createKey: {
    typescript: 'createKey(BODY)',
    python: 'create_key(BODY)',
    body: { label: 'onboarding', budget: { credits: 500, every: 'month' } },
  },
  getBilling: { typescript: 'billing()', python: 'get_billing()' },
  getUsage: { typescript: 'usage()', python: 'get_usage()' },
  purchaseCredits: { typescript: "purchase('starter')", python: 'purchase_credits(BODY)' },
  listJurisdictions: { typescript: 'jurisdictions()', python: 'list_jurisdictions()' },
  getConfig: { typescript: 'config()', python: 'get_config()' },
};

/** Returns the samples of an operation; none if `CALLS` does not have it. */
export function codeSamples(
  operation: OperationObject,
  at: { method: string; path: string; url: string },
): CodeSample[] {
  const call = CALLS[operation.operationId];
  if (!call) return [];
  const { id = '', body = exampleOf(operation) } = call;
  const filled = (text: string, language: Language) =>
    text.replace('ID', JSON.stringify(id)).replace('BODY', literal(body, language));
  const isOpen = operation.security?.length === 0;
  const samples = [
    { lang: 'Shell', label: 'curl', source: curl(operation, { ...at, id, body, isOpen }) },
    {
      lang: 'TypeScript',
      label: 'TypeScript',
      source: typescript(filled(call.typescript, 'typescript'), at.url, isOpen),
    },
    { lang: 'Python', label: 'Python', source: python(filled(call.python, 'python'), at.url, isOpen) },
  ];
  if (call.command === undefined) return samples;
  const settings = `export STANDING_URL=${at.url} STANDING_KEY=KEY`;
  return [...samples, { lang: 'Shell', label: 'Command line', source: `${settings}\n${call.command}` }];
}

function exampleOf({ requestBody }: OperationObject): unknown {
  return requestBody?.content['application/json']?.example;
}

interface CurlFacts {
  method: string;
  path: string;
  url: string;
  id: string;
  body: unknown;
  isOpen: boolean;
}

function curl({ requestBody }: OperationObject, { method, path, url, id, body, isOpen }: CurlFacts): string {
  const takesFile = requestBody !== undefined && 'text/csv' in requestBody.content;
  return [
    `curl --fail-with-body ${url}${path.replace(/\{\w+\}/, id)}`,
    // Requests with a body are POST by themselves.
    ...(method === 'get' || (method === 'post' && (body !== undefined || takesFile))
      ? []
      : [`-X ${method.toUpperCase()}`]),
    ...(isOpen ? [] : [`-H 'X-API-Key: KEY'`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
    ...(takesFile ? [`-H 'Content-Type: text/csv'`, `--data-binary @${FILE}`] : []),
  ].join(' \\\n  ');
}

function typescript(call: string, url: string, isOpen: boolean): string {
  const options = isOpen ? `{ baseUrl: '${url}' }` : `{ baseUrl: '${url}', apiKey: 'KEY' }`;
  return [
    ...(call.includes('readFile') ? [`import { readFile } from 'node:fs/promises';`] : []),
    `import { Standing } from '@standing/client';`,
    '',
    `const standing = new Standing(${options});`,
    `console.log(await standing.${call});`,
  ].join('\n');
}

function python(call: string, url: string, isOpen: boolean): string {
  const settings = isOpen ? `"${url}"` : `"${url}", "KEY"`;
  return [
    'from standing_client import Standing',
    '',
    `standing = Standing(${settings})`,
    `print(standing.${call})`,
  ].join('\n');
}

type Language = 'typescript' | 'python';

/** Python's literals of JSON differ in three words; names of fields are unquoted in TypeScript. */
function literal(value: unknown, language: Language): string {
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, language)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, each]) => `${language === 'python' ? JSON.stringify(name) : name}: ${literal(each, language)}`,
    );
    return language === 'python' ? `{${fields.join(', ')}}` : `{ ${fields.join(', ')} }`;
  }
  if (typeof value === 'boolean' && language === 'python') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
