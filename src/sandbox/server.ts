import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openFloridaShare, openIowaHub } from './bulk/publisher.js';
import type { Dialect } from './dialect.js';
import { BUNDLED_EXTRACTS } from './extracts.js';
import { BEGAN_AT, sceneAt } from './script.js';
import { Stage } from './stage.js';
import { FlakyCounter, forcedOutcome, isForced, SLOW_MS } from './forced-outcomes.js';
import { Quotas } from './quotas.js';
import { REGISTERS } from './registers.js';

export interface SandboxOptions {
  /** A folder of extracts; the bundled ones when left out. */
  extractsDir?: string;
  /** Any free port when left out. */
  port?: number;
  /** What every answer is kept back. */
  latencyMs?: number;
  /** Share of requests that are answered 503, from 0 to 1, evenly spread. */
  faultShare?: number;
  /** Whether more requests than a register allows are refused. */
  enforceQuotas?: boolean;
  /** What time it is in the sandbox, by which the scripted companies change; where its clock begins when left out. */
  now?: () => Date | Promise<Date>;
  log?: (line: string) => void;
}

export interface Sandbox {
  /** A register's base address is `<origin>/<code>`. */
  origin: string;
  /** The registers that are played: those that answer questions, not those that only offer a file. */
  codes: readonly string[];
  /** Three names the register of this code knows; `undefined` when there is no extract of it. */
  sampleNames: (code: string) => string[] | undefined;
  close: () => Promise<void>;
}

const MAX_BODY_BYTES = 1024 * 1024;
const TOO_MANY = { erreur: 'Too many requests' };

/** Plays the registers on a loopback port, each in its own protocol over its extract, with the names that force an outcome. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const folder = options.extractsDir ?? BUNDLED_EXTRACTS;
  if (!fs.existsSync(folder)) throw new Error(`The folder of sandbox extracts does not exist: ${folder}`);
  const stages = new Map<string, Stage>();
  for (const register of REGISTERS) {
    const stage = Stage.of(register, folder);
    if (stage) stages.set(register.code, stage);
  }
  const codes = [...stages.keys()];
  const publishers: Readonly<Record<string, Dialect | undefined>> = {
    'us-fl': openFloridaShare(folder),
    'us-ia': openIowaHub(folder),
  };
  const now = options.now ?? (() => BEGAN_AT);
  const dialectAt = async (code: string) => publishers[code] ?? stages.get(code)?.at(sceneAt(await now()));
  const flaky = new FlakyCounter();
  const quotas = options.enforceQuotas === true ? new Quotas() : undefined;
  const faults = new EvenFaults(options.faultShare ?? 0);
  const server = http.createServer((request, response) => {
    const answer = async () => {
      if (options.latencyMs) await delay(options.latencyMs);
      if (faults.next()) return send(response, 503, { error: true, message: 'Service unavailable' });
      if (quotas?.refuses(request.url ?? '') === true) return send(response, 429, TOO_MANY, { 'retry-after': '1' });
      await respond(request, response, dialectAt, flaky);
    };
    answer().catch((error: unknown) => {
      options.log?.(`The sandbox failed to answer ${request.url ?? ''}: ${String(error)}`);
      if (!response.headersSent) send(response, 500, { error: true, message: 'Internal error' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codes,
    sampleNames: (code) =>
      stages
        .get(code)
        ?.at(sceneAt(BEGAN_AT))
        .sampleNames()
        .filter((name) => !isForced(name)),
    close: () => close(server),
  };
}

async function respond(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  dialectAt: (code: string) => Promise<Dialect | undefined>,
  flaky: FlakyCounter,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const [, code = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
  const dialect = await dialectAt(code);
  if (!dialect) return send(response, 404, { error: true, message: 'No such register' });

  const sent = await bodyOf(request);
  const outcome = forcedOutcome(`${url.search}\n${sent}`);
  if (outcome === 'timeout') return;
  if (outcome === 'unavailable' || (outcome === 'flaky' && flaky.fails(code))) {
    return send(response, 503, { error: true, message: 'Service unavailable' });
  }
  if (outcome === 'garbage') return sendText(response, 200, '[{"name":"SANDBOX GARBAGE LL');
  if (outcome === 'slow') await delay(SLOW_MS);
  const answer = dialect.answer({
    method: request.method ?? 'GET',
    path: decodeURIComponent(path),
    query: url.searchParams,
    headers: request.headers,
    body: sent,
  });
  if (answer.takesMs !== undefined) await delay(answer.takesMs, undefined, { ref: false });
  send(response, answer.status, answer.body, answer.headers);
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY_BYTES) throw new Error('request body too large');
  }
  return body;
}

function send(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  sendText(response, status, Buffer.isBuffer(body) ? body : JSON.stringify(body), headers);
}

function sendText(
  response: http.ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers }).end(body);
}

class EvenFaults {
  private due = 0;

  constructor(private readonly share: number) {}

  next(): boolean {
    this.due += this.share;
    if (this.due < 1) return false;
    this.due -= 1;
    return true;
  }
}

/** Also ends the answers that were never meant to come. */
function close(server: http.Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
