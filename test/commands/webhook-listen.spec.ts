import { describeArrival } from '../../src/commands/listen/describe-arrival.js';
import { listen, type Arrival, type Listening } from '../../src/commands/listen/receiver.js';
import { newId } from '../../src/core/ids.js';
import { signatureHeaders, generateSigningSecret } from '../../src/core/webhooks/signature.js';
import { webhookBody } from '../../src/modules/webhooks/webhooks.response.js';
import { aVerifiedEntity } from '../support/verified-entity.js';

const secret = generateSigningSecret();
const eventId = newId('evt');
const event = webhookBody(
  {
    event: 'verification.completed',
    jobId: newId('job'),
    jurisdiction: 'us-co',
    entityName: 'Juniper Lantern LLC',
    data: aVerifiedEntity({
      entityName: 'JUNIPER LANTERN\u001b[2J LLC',
      match: { ...aVerifiedEntity().match, confidence: 97 },
    }),
    creditsCharged: 1,
    creditsRefunded: false,
    completedAt: new Date(),
  },
  eventId,
);
const body = Buffer.from(JSON.stringify(event));
const headers = () => signatureHeaders({ eventId, body, at: new Date() }, { current: secret, previous: undefined });
const plain = (arrival: Arrival) => describeArrival(arrival, new Date(), (_tone, text) => text);

let listening: Listening;
let arrivals: Arrival[];
const start = async (given: { secret?: string; status?: number } = {}) => {
  arrivals = [];
  const onArrival = (arrival: Arrival) => void arrivals.push(arrival);
  listening = await listen({ port: 0, secret: given.secret, status: given.status ?? 204, onArrival });
};
const post = async (sent: Buffer = body) =>
  (await fetch(listening.url, { method: 'POST', headers: headers(), body: new Uint8Array(sent) })).status;
afterEach(() => listening.close());

describe('the webhook listener', () => {
  it('accepts signed events, refuses others, and prints both', async () => {
    await start({ secret });
    expect(await post()).toBe(204);
    expect(await post(Buffer.from('{"forged":true}'))).toBe(401);
    expect(plain(arrivals[0]!)).toContain('verification.completed  Juniper Lantern LLC in us-co');
    expect(plain(arrivals[0]!)).toContain('active, in good standing, confidence 97; 1 credit charged');
    expect(plain(arrivals[0]!)).toContain('X-Service-Signature ok  webhook-signature ok');
    expect(plain(arrivals[1]!)).toContain('X-Service-Signature WRONG  webhook-signature WRONG');
  });

  it('marks an event that arrives again', async () => {
    await start({ secret });
    await post();
    await post();
    expect(arrivals.map(({ again }) => again)).toEqual([false, true]);
    expect(plain(arrivals[1]!)).toContain('the same event again');
  });

  it('returns the configured status, so that retries can be watched', async () => {
    await start({ status: 503 });
    expect(await post()).toBe(503);
    expect(plain(arrivals[0]!)).toContain('signature not checked');
  });

  it('never prints control characters that it receives', async () => {
    await start();
    await post();
    await post(Buffer.from('\u001b]0;owned\u0007'));
    await post(
      Buffer.from(JSON.stringify({ ...event, event: '\u001b[31m', entity_name: '\u0007', job_id: '\u001bc' })),
    );
    for (const arrival of arrivals) expect(plain(arrival).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
