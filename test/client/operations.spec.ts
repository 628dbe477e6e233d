import { Standing } from '@standing/client';
import type { OperationId } from '@standing/client';
import { answering } from '../support/answering.js';
import { startService, type Service } from '../support/harness.js';

type Call = (client: Standing) => Promise<unknown>;

const asked = { entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' };

/**
 * One client call for each operation of the document. Webhooks from the service are read with
 * `readWebhook`.
 */
const CALLS: Record<Exclude<OperationId, `on${string}`>, Call> = {
  advanceSandboxClock: (client) => client.advanceClock('1d'),
  cancelBatch: (client) => client.cancelBatch('one'),
  changePassword: (client) => client.changePassword({ new_password: 'a long enough password' }),
  checkHealth: (client) => client.health(),
  checkLive: (client) => client.live(),
  checkReady: (client) => client.ready(),
  checkWatch: (client) => client.checkWatch('one'),
  confirmEmail: (client) => client.confirmEmail('123456'),
  createKey: (client) => client.createKey({ label: 'one' }),
  createWatch: (client) => client.watch({ entity_id: 'one', every: '7d' }),
  deleteAccount: (client) => client.deleteAccount(),
  deleteWatch: (client) => client.deleteWatch('one'),
  endSession: (client) => client.endSession('one'),
  endSessions: (client) => client.endSessions(),
  exportData: (client) => client.exportData(),
  getAccount: (client) => client.account(),
  getBatch: (client) => client.batch('one'),
  getBatchResults: (client) => client.batchResults('one'),
  getBilling: (client) => client.billing({ limit: 1 }),
  getConfig: (client) => client.config(),
  getDelivery: (client) => client.delivery('one'),
  getEntity: (client) => client.entity('one', { as_of: '2026-01-31' }),
  getEntityEvidence: (client) => client.entityEvidence('one'),
  getEntityHistory: (client) => client.history('one', { limit: 1 }),
  getEvidenceFile: (client) => client.evidenceFile('one'),
  getJobEvidence: (client) => client.jobEvidence('one'),
  getRowEvidence: (client) => client.rowEvidence('one', 2),
  getRelatedEntities: (client) => client.related('one'),
  getSandboxClock: (client) => client.clock(),
  getSearch: (client) => client.readSearch('one', { limit: 1 }),
  getSnapshotEvidence: (client) => client.snapshotEvidence('one'),
  getUsage: (client) => client.usage({ from: '2026-01-01' }),
  getVerificationStatus: (client) => client.job('one'),
  getWatch: (client) => client.readWatch('one'),
  getWebhookSecret: (client) => client.webhookSecret(),
  listBatches: (client) => client.batches({ limit: 1 }),
  listDeliveries: (client) => client.deliveries({ limit: 1 }),
  listEvents: (client) => client.events({ limit: 1 }),
  listGrants: (client) => client.grants(),
  decideRecord: (client) => client.decideRecord('one', { entity_id: 'none' }),
  recordMeant: (client) => client.recordMeant('one', { jurisdiction_id: null }),
  recordRowMeant: (client) => client.recordRowMeant('one', 2, { jurisdiction_id: null }),
  listEntities: (client) => client.entities({ watched: true }),
  listReviews: (client) => client.reviews({ decided: false }),
  getChangeMails: (client) => client.changeMails(),
  setChangeMails: (client) => client.setChangeMails('daily'),
  listJobs: (client) => client.jobs({ status: 'failed' }),
  listRecords: (client) => client.records({ outcome: 'absent' }),
  getRecord: (client) => client.record('one'),
  getRecordEvidence: (client) => client.recordEvidence('one'),
  listJurisdictions: (client) => client.jurisdictions({ country: 'us' }),
  listKeys: (client) => client.keys(),
  listSessions: (client) => client.sessions(),
  listWatches: (client) => client.watches({ limit: 1 }),
  purchaseCredits: (client) => client.purchase('starter'),
  quotePrice: (client) => client.quote(asked),
  readMetrics: (client) => client.metrics(),
  redeliver: (client) => client.redeliver('one'),
  requestAccess: (client) => client.requestAccess('you@example.com'),
  retryBatch: (client) => client.retryBatch('one'),
  revokeGrant: (client) => client.revokeGrant('one'),
  revokeKey: (client) => client.revokeKey('one'),
  rotateWebhookSecret: (client) => client.rotateWebhookSecret(),
  searchEntities: (client) => client.search({ entity_name: 'Juniper', jurisdictions: ['us-co'] }),
  sendTestEvent: (client) => client.testWebhook('https://hooks.example.com/standing'),
  suggest: (client) => client.suggest({ q: 'junip' }),
  startBatch: (client) => client.startBatch('one'),
  updateWatch: (client) => client.updateWatch('one', { every: '7d' }),
  updateAccount: (client) => client.updateAccount({ name: 'one' }),
  updateGrant: (client) => client.updateGrant('one', {}),
  updateKey: (client) => client.updateKey('one', {}),
  uploadBatch: (client) => client.uploadBatch('entity_name,jurisdiction', { query: { start: true } }),
  verifyAccess: (client) => client.verifyAccess({ email: 'you@example.com', code: '123456' }),
  verifyBusiness: (client) => client.verify(asked),
};

interface Operation {
  responses: Readonly<Record<string, object>>;
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: object;
}

describe('the client', () => {
  let service: Service;
  let operations: (Operation & { method: string; path: string })[];
  beforeAll(async () => {
    service = await startService();
    const { body } = await service.ask('GET', '/openapi.json');
    operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );
  });
  afterAll(() => service.close());

  it('has a method for every operation of the document', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });

  it('sends each operation with its method, path, and declared parameters and body', async () => {
    const sent: { method: string; path: string; query: string[]; body: boolean }[] = [];
    await answering(
      ({ method = '', url = '', headers }, response) => {
        const { pathname, searchParams } = new URL(url, 'http://service');
        const body = headers['content-type'] !== undefined;
        sent.push({ method: method.toLowerCase(), path: pathname, query: [...searchParams.keys()], body });
        const isSilent = operations[sent.length - 1]?.responses['204'] !== undefined;
        if (isSilent) response.writeHead(204).end();
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      async (baseUrl) => {
        const client = new Standing({ baseUrl, apiKey: 'KEY' });
        for (const { operationId } of operations) await CALLS[operationId as keyof typeof CALLS](client);
      },
    );
    expect(sent).toEqual(
      operations.map(({ method, path, requestBody }) => ({
        method,
        path: path.replace('{line}', '2').replace(/\{\w+\}/, 'one'),
        query: expect.any(Array),
        body: requestBody !== undefined,
      })),
    );
    for (const [at, { parameters = [] }] of operations.entries()) {
      const declared = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
      expect(declared).toEqual(expect.arrayContaining(sent[at]?.query ?? []));
    }
  });

  it('receives answers as its types declare, also tables and metrics', async () => {
    const { key } = await service.signUp();
    const client = new Standing({ baseUrl: service.url, apiKey: key });
    expect(await client.billingCsv({ from: '2026-01-01' })).toMatch(/^transaction_id,/);
    expect(await client.usageCsv()).toMatch(/^date,/);
    expect(await client.metrics()).toContain('# TYPE ');
    expect((await client.ready()).status).toBe('ok');
    const { key_id } = await client.createKey({ label: 'second' });
    await client.revokeKey(key_id);
    expect((await client.keys()).api_keys.map(({ is_active }) => is_active).toSorted()).toEqual([false, true]);
  });
});
