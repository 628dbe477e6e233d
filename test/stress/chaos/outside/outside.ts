import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver, type Received, type Receiver } from '../../../support/receiver.js';
import { Recorder } from '../record.js';
import { Customer, type Wish } from './customer.js';
import { buy, signUp, type Account } from './newcomer.js';
import { Service } from './service.js';
import { isSigned } from './signed.js';

export interface OutsideSettings {
  addresses: string[];
  /** The folder in which mail arrives. */
  outbox: string;
  /** The path of the record. */
  record: string;
  /** A business that the register knows, for known answers. */
  knownName: string;
  /**
   * The host at which the service reaches the receiver of its webhooks; this machine only if
   * omitted.
   */
  host?: string;
}

export interface Counts {
  asked: number;
  told: number;
  /** Begun and not yet ended. */
  open: number;
}

const CUSTOMERS = 4;
const CUSTOMER_PAUSE_MS = 100;
const CACHED_EVERY_MS = 50;
const CACHED_AT_MOST = 100;
const NEWCOMER_EVERY_MS = 10_000;
/** Far longer than a notification takes to bring a change to every process. */
const FACT_EVERY_MS = 1_000;
/**
 * The receiver waits this long after all else has ended: four attempts with their pauses, plus the
 * delay of a lost queue or worker.
 */
const LAST_WEBHOOKS_MS = 40_000;
const END_LIMIT_MS = 150_000;
/** One event in this many is refused the first time. */
const REFUSED_ONE_IN = 10;
const REGISTERS = ['us-co', 'us-ny', 'no-03'];

/** The customers of one installation, the requests they send, and the webhooks they receive. */
export class Outside {
  private readonly service: Service;
  private readonly recorder: Recorder;
  private readonly customers: Customer[] = [];
  /** The signing secret of the webhooks, by account. */
  private readonly secrets = new Map<string, string>();
  private readonly awaited = new Set<string>();
  private readonly told = new Set<string>();
  private receiver: Receiver | undefined;
  private newcomers = 0;
  /** The entity of the known name, which a customer keeps verifying. */
  private knownEntity = '';
  private openedMs = 0;
  private pages = 0;
  private stopping = false;

  constructor(private readonly settings: OutsideSettings) {
    this.service = new Service(settings.addresses);
    this.recorder = new Recorder(settings.record);
  }

  /** Gives every customer an account and credits, and makes the known name known. */
  async open(): Promise<void> {
    this.receiver = await startReceiver({ host: this.settings.host });
    this.receiver.answer = (_n, _response, received) => this.take(received);
    for (let n = 0; n <= CUSTOMERS; n++) {
      const account = await this.newAccount();
      for (let packs = 0; packs < 3; packs++) await buy(this.service, account, 'enterprise', this.recorder);
      this.customers.push(new Customer(this.service, account, this.recorder, (jobs) => this.await(jobs)));
    }
    const wish = { ...this.cached(), kind: 'refresh' as const, headers: { prefer: 'wait=20' } };
    this.knownEntity = (await this.customers[0]!.ask(wish)) ?? '';
    this.openedMs = Date.now();
  }

  /**
   * Sends requests without a pause until stopped. Resolves when all have ended or the time limits
   * have passed.
   */
  async run(): Promise<void> {
    const [steady, ...others] = this.customers;
    await Promise.all([
      this.askSteadily(steady!),
      ...others.map((customer, place) => this.askOn(customer, place)),
      this.receiveNewcomers(),
      this.lookAtFacts(steady!),
    ]);
    for (const deadline = Date.now() + END_LIMIT_MS; this.counts().open > 0 && Date.now() < deadline;) await sleep(500);
    for (const deadline = Date.now() + LAST_WEBHOOKS_MS; this.untold() > 0 && Date.now() < deadline;) await sleep(500);
    await Promise.all(this.customers.map((customer) => customer.tellBalance()));
    await this.recorder.close();
    await this.receiver?.close();
  }

  stop(): void {
    this.stopping = true;
  }

  counts(): Counts {
    const sum = (of: (customer: Customer) => number) => this.customers.reduce((total, next) => total + of(next), 0);
    return {
      asked: sum(({ asked }) => asked),
      told: this.receiver?.received.length ?? 0,
      open: sum(({ open }) => open) + this.newcomers,
    };
  }

  /**
   * Requests known answers at an even pace, however slow the responses: the measure is how long a
   * caller waits.
   */
  private async askSteadily(customer: Customer): Promise<void> {
    while (!this.stopping) {
      if (customer.open < CACHED_AT_MOST) void customer.ask(this.cached());
      await sleep(CACHED_EVERY_MS);
    }
    while (customer.open > 0) await sleep(CACHED_EVERY_MS);
  }

  private async askOn(customer: Customer, place: number): Promise<void> {
    for (let turn = place; !this.stopping; turn++) {
      await customer.ask(this.wish(customer.accountId, turn));
      await sleep(CUSTOMER_PAUSE_MS);
    }
  }

  private async receiveNewcomers(): Promise<void> {
    while (!this.stopping) {
      this.newcomers += 1;
      void this.newAccount()
        .then((account) => buy(this.service, account, 'starter', this.recorder))
        .finally(() => (this.newcomers -= 1));
      for (let waited = 0; waited < NEWCOMER_EVERY_MS && !this.stopping; waited += 100) await sleep(100);
    }
  }

  private async lookAtFacts(customer: Customer): Promise<void> {
    for (; !this.stopping; await sleep(FACT_EVERY_MS)) await customer.noteFact(this.knownEntity);
  }

  private known(): object {
    return { entity_name: this.settings.knownName, jurisdiction: 'us-co' };
  }

  private cached(): Wish {
    return { kind: 'cached', path: '/v1/verify', price: 1, body: this.known() };
  }

  /**
   * A page not read before. Each `as_of` is a separate charge, however often the request is
   * repeated.
   */
  private history(): Wish {
    this.pages += 1;
    const asOf = new Date(this.openedMs + this.pages).toISOString();
    return { kind: 'history', method: 'GET', path: `/v1/entity/${this.knownEntity}/history?as_of=${asOf}`, price: 5 };
  }

  /** Every kind of request, in turn. */
  private wish(accountId: string, turn: number): Wish {
    const name = `Unheard Of ${randomBytes(8).toString('hex')} LLC`;
    const jurisdiction = REGISTERS[turn % REGISTERS.length]!;
    const webhook_url = `${this.receiver!.url}/${accountId}`;
    const verify = { path: '/v1/verify', price: 1, webhook: true };
    const body = { entity_name: name, jurisdiction, webhook_url };
    const wishes: Wish[] = [
      { ...verify, kind: 'new name', body },
      { ...verify, kind: 'new name', body, headers: { prefer: 'wait=10' } },
      { ...verify, kind: 'no answer', body: { ...body, entity_name: 'Sandbox Unavailable LLC' } },
      { kind: 'search', path: '/v1/search', price: 2, body: { entity_name: name, jurisdictions: ['us-co', 'no-03'] } },
      {
        ...verify,
        kind: 'refresh',
        price: 25,
        body: { ...this.known(), webhook_url, tier: 'deep', force_refresh: true },
      },
      { ...verify, kind: 'new name', body },
      { ...verify, kind: 'mcp', path: '/mcp', ...toolCall('verify_business', { ...body, wait_seconds: 10 }) },
      { ...verify, kind: 'no answer', body: { ...body, entity_name: 'Sandbox Timeout LLC' } },
      this.history(),
    ];
    return wishes[turn % wishes.length]!;
  }

  private async newAccount(): Promise<Account> {
    const account = await signUp(this.service, this.settings.outbox, this.recorder);
    this.secrets.set(account.accountId, account.secret);
    return account;
  }

  private await(jobIds: readonly string[]): void {
    for (const jobId of jobIds) this.awaited.add(jobId);
  }

  private untold(): number {
    return [...this.awaited].filter((jobId) => !this.told.has(jobId)).length;
  }

  /**
   * Returns the status of the response. Now and then it refuses an event, which is then sent again.
   */
  private take({ path, headers, body, json, atMs }: Received): number {
    const { event, job_id: jobId } = json as { event: string; job_id: string };
    const signed = isSigned(body, headers, this.secrets.get(path.split('/').at(-1) ?? '') ?? '');
    const eventId = String(headers['webhook-id']);
    this.recorder.write({ line: 'told', atMs, eventId, event, jobId, signed });
    const first = !this.told.has(jobId);
    this.told.add(jobId);
    return first && this.told.size % REFUSED_ONE_IN === 0 ? 503 : 204;
  }
}

/** An MCP message in the protocol's current revision, built without a client library. */
function toolCall(name: string, given: object): Pick<Wish, 'body' | 'headers'> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'outside', version: '1' },
  };
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, _meta } },
  };
}
