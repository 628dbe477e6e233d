import { newEmail, type Service } from '../support/harness.js';
import { record } from '../support/fakes.js';
import { until } from '../support/until.js';
import { Visitor } from './visitor.js';

/** The service must accept webhooks to this machine, although no receiver listens there. */
export const WHOLE_ENV = { WEBHOOK_ALLOW_PRIVATE: 'true', FREE_CREDITS: '1000' };
/** The row of its batch that needs review. */
export const UNSURE_LINE = '4';
const RECEIVER = 'http://127.0.0.1:9/hooks';

/** An account that has one item in every section of the console. */
export interface WholeAccount {
  visitor: Visitor;
  key: string;
  ids: Readonly<
    Record<
      | 'jobs'
      | 'entities'
      | 'search'
      | 'batches'
      | 'review'
      | 'watches'
      | 'keys'
      | 'webhooks'
      | 'applications'
      | 'sessions'
      | 'billing',
      string
    >
  >;
}

/** Uses `name` for its business, its key and its application. */
export async function wholeAccount(service: Service, name = 'Alder Bridge Ferries LLC'): Promise<WholeAccount> {
  const email = newEmail();
  const { key } = await service.signUp(email);
  const visitor = await Visitor.signedIn(service, email);
  return { visitor, key, ids: await addOneOfEverything(service, { email, key }, name) };
}

export async function accountOfThrees(service: Service): Promise<WholeAccount> {
  const email = newEmail();
  const { key } = await service.signUp(email);
  await Visitor.signedIn(service, email);
  await Visitor.signedIn(service, email);
  const visitor = await Visitor.signedIn(service, email);
  await addOneOfEverything(service, { email, key }, 'Cedar Hollow Kilns LLC', '20190000003');
  await addOneOfEverything(service, { email, key }, 'Brook Meadow Looms LLC', '20190000002');
  return { visitor, key, ids: await addOneOfEverything(service, { email, key }, 'Alder Bridge Ferries LLC') };
}

async function addOneOfEverything(
  service: Service,
  { email, key }: { email: string; key: string },
  name: string,
  recordId = '20190000001',
): Promise<WholeAccount['ids']> {
  const twin = `Twofold Harbour Lamps ${recordId.slice(-1)} LLC`;
  service.registries.of('us-co').records = [
    record({ id: recordId, name }),
    record({ id: '20190000098', name: twin }),
    record({ id: '20190000099', name: twin, status: 'dissolved', goodStanding: false }),
  ];
  const asked = { entity_name: name, jurisdiction: 'us-co', tier: 'deep', force_refresh: true, webhook_url: RECEIVER };
  const { body: job } = await service.ask('POST', '/v1/verify', { key, body: asked });
  const answered = await until(async () => {
    const { body } = await service.ask('GET', `/v1/verify/status/${job.job_id}`, { key });
    return body.status === 'completed' ? body : undefined;
  });
  const delivery = await until(async () => {
    const { body } = await service.ask('GET', '/v1/webhooks/deliveries', { key });
    return body.deliveries.find(({ job_id: about }: { job_id?: string }) => about === job.job_id);
  });
  const rows = [name, `${name} of nowhere`, '', twin].map((entity_name) =>
    JSON.stringify({ entity_name, jurisdiction: 'us-co' }),
  );
  const batch = await completedBatch(service, key, rows.join('\n'));
  const wanted = { entity_name: name, jurisdictions: ['us-co'] };
  const { body: search } = await service.ask('POST', '/v1/search', { key, body: wanted });
  const watched = { entity_id: answered.entity_id, every: '7d' };
  const { body: watch } = await service.ask('POST', '/v1/watches', { key, body: watched });
  const { body: made } = await service.ask('POST', '/v1/account/keys', { key, body: { label: name.slice(0, 100) } });
  const { body: signedIn } = await service.ask('GET', '/v1/account/sessions', { key });
  const { body: open } = await service.ask('GET', '/v1/reviews', { key });
  const { body: bill } = await service.ask('GET', '/v1/billing', { key });
  const grantId = `grant-of-${recordId}-${email}`;
  await service.db.change(
    `insert into oauth_records (model, id, payload, account_id, client_id, expires_at)
     select 'Grant', $1, '{"resources": {"x": "account:read"}}', id, $3, now() + interval '1 day' from accounts where email = $2`,
    [grantId, email, `client ${recordId}`],
  );
  return {
    jobs: job.job_id,
    entities: answered.entity_id,
    search: search.search_id,
    batches: batch,
    review: open.reviews[0].record_id,
    watches: watch.watch_id,
    keys: made.key_id,
    webhooks: delivery.delivery_id,
    applications: grantId,
    sessions: signedIn.sessions[0].session_id,
    billing: bill.transactions[0].transaction_id,
  };
}

/** Runs a batch of these lines of JSON to completion and returns its id. */
async function completedBatch(service: Service, key: string, file: string): Promise<string> {
  const sent = await fetch(`${service.url}/v1/batches?start=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-api-key': key },
    body: file,
  });
  const { batch_id: id } = (await sent.json()) as { batch_id: string };
  await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');
  return id;
}

/** Returns the address of a console route, with the ids of this account. */
export function addressOf(route: string, { ids }: WholeAccount): string {
  const path = route.replace(/^[A-Z]+ /, '');
  const [section = ''] = Object.keys(ids).filter((name) => path.includes(`/${name}/:`));
  const id = ids[section as keyof typeof ids] ?? 'nothing';
  return path.replace(/:\w+/, id).replace(':line', UNSURE_LINE).replace('*', 'nowhere');
}

/** Returns the addresses of the console's pages for this account. */
export function pagesOf({ routes }: Service, account: WholeAccount): string[] {
  return routes
    .filter((route) => route.startsWith('GET /console') && !/\.(csv|json|ndjson|gz)$|assets|sign-in|\*/.test(route))
    .map((route) => addressOf(route, account));
}
