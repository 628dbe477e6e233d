import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { DnsResolver } from '../../src/adapters/http/resolver.js';
import { HttpSender } from '../../src/adapters/http/sender.js';
import { SystemClock } from '../../src/adapters/in-process/clock.js';
import { newId } from '../../src/core/ids.js';
import { AttemptDelivery } from '../../src/core/webhooks/attempt-delivery.js';
import { Sender, SendError, WebhookSecrets, type OutgoingRequest } from '../../src/core/webhooks/ports.js';
import { AddressGuard } from '../../src/core/webhooks/public-address.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { startCanary } from '../support/receiver.js';

class FixedSecrets extends WebhookSecrets {
  async of() {
    return { current: 'whsec_c2VjcmV0', previous: undefined };
  }

  async rotate() {
    return this.of();
  }
}

/** Sends real requests, but only within this machine, and records the addresses to connect to. */
class LoopbackSender extends Sender {
  readonly connects: string[][] = [];
  readonly real = new HttpSender();

  async send(request: OutgoingRequest, limitMs: number) {
    this.connects.push(request.addresses);
    if (!request.addresses.every((address) => address.startsWith('127.'))) throw new SendError('not in a test');
    return this.real.send(request, limitMs);
  }
}

let dns: DnsServer;
let sender: LoopbackSender;
let canary: Awaited<ReturnType<typeof startCanary>>;
let guard: AddressGuard;
let attempts: AttemptDelivery;

beforeEach(async () => {
  dns = await startDnsServer();
  sender = new LoopbackSender();
  canary = await startCanary();
  guard = new AddressGuard(new DnsResolver([dns.server]), false);
  attempts = new AttemptDelivery(guard, new FixedSecrets(), sender, new SystemClock(), new NoTracing());
});
afterEach(async () => {
  dns.close();
  canary.close();
  await sender.real.onApplicationShutdown();
});

const attempt = () =>
  attempts.run({
    id: newId('dlv'),
    claim: '',
    accountId: newId('acc'),
    eventId: newId('evt'),
    url: `https://rebind.example.test:${canary.port}/hook`,
    body: '{}',
    attempt: 1,
    claimNumber: 1,
    traceparent: undefined,
  });

describe('a name server that changes its answer', () => {
  it('gets no connection to a non-public address after it passed at registration', async () => {
    dns.answer = (type, n) => (type === 'AAAA' ? [] : n === 1 ? ['8.8.8.8'] : ['127.0.0.1']);
    await expect(guard.register(`https://rebind.example.test:${canary.port}/hook`)).resolves.toContain('rebind');
    for (let i = 0; i < 4; i++) {
      expect((await attempt()).error).toBe('not sent: the address must resolve to publicly reachable addresses only');
    }
    expect(sender.connects).toEqual([]);
    expect(canary.connections).toBe(0);
  });

  it('is asked once per attempt, and the connection uses that answer', async () => {
    dns.answer = (type, n) => (type === 'AAAA' ? [] : n % 2 === 1 ? ['8.8.8.8'] : ['127.0.0.1']);
    await attempt();
    expect(dns.questions.toSorted()).toEqual(['A rebind.example.test', 'AAAA rebind.example.test']);
    expect(sender.connects).toEqual([['8.8.8.8']]);
    await attempt();
    expect(sender.connects).toEqual([['8.8.8.8']]);
    expect(canary.connections).toBe(0);
  });

  it.each([
    ['hides one inside address among public ones', ['8.8.8.8', '127.0.0.1', '1.1.1.1'], ['2606:4700::1111']],
    ['hides it among the IPv6 addresses', ['8.8.8.8'], ['2606:4700::1111', '::1']],
    ['maps it into IPv6', ['8.8.8.8'], ['::ffff:127.0.0.1']],
    ['gives the address of a metadata service', ['169.254.169.254'], []],
  ])('is refused when it %s', async (_what, ipv4, ipv6) => {
    dns.answer = (type) => (type === 'A' ? ipv4 : ipv6);
    expect((await attempt()).error).toContain('publicly reachable');
    expect(sender.connects).toEqual([]);
    expect(canary.connections).toBe(0);
  });

  it('costs an attempt when it fails or does not answer, and is asked at most twice', async () => {
    dns.answer = () => 'SERVFAIL';
    expect((await attempt()).error).toBe('not sent: the address could not be resolved');
    dns.answer = () => undefined;
    dns.questions.length = 0;
    expect((await attempt()).error).toBe('not sent: the address could not be resolved');
    for (const type of ['A ', 'AAAA ']) {
      expect([1, 2]).toContain(dns.questions.filter((question) => question.startsWith(type)).length);
    }
  });

  it('does not prevent delivery over IPv4 when only its IPv6 answer is missing', async () => {
    dns.answer = (type) => (type === 'A' ? ['8.8.8.8'] : 'SERVFAIL');
    await attempt();
    expect(sender.connects).toEqual([['8.8.8.8']]);
  });
});
