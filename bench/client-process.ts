import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadOrder, LoadResult } from './client.js';

// A customer with many connections, in its own process. It uses bare sockets and prebuilt requests,
// so that the service is measured and not the client. It reads every response to its end and checks
// its status.

const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';
const STATUS_AT = 9;

interface Tally {
  latenciesMs: number[];
  unexpected: number;
  firstUnexpected: string | undefined;
}

process.on('message', (order: LoadOrder) => {
  carryOut(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function carryOut(order: LoadOrder): Promise<LoadResult> {
  const servers = order.urls.map((url) => serverAt(new URL(url), order));
  const tally: Tally = { latenciesMs: [], unexpected: 0, firstUnexpected: undefined };
  let next = order.first;
  const turn = () => next++ % order.requests.length;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const lanes = Array.from({ length: order.connections }, (_, at) => {
    const { hostname, port, requests } = servers[at % servers.length]!;
    const take = () => requests[turn()]!;
    return lane({ hostname, port, take, tally, expected: order.expectedStatus, pace: paceOf(order, at, start) });
  });
  await Promise.all(lanes);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = Float64Array.from(tally.latenciesMs).sort();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    answers: sorted.length,
    unexpected: tally.unexpected,
    firstUnexpected: tally.firstUnexpected,
    perSecond: sorted.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    clientShare: (user + system) / 1e6 / seconds,
  };
}

/** Builds the raw requests for an address. */
function serverAt({ hostname, port, host }: URL, order: LoadOrder) {
  const requests = order.requests.map(({ method, path, headers, body }) => {
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
  });
  return { hostname, port: Number(port), requests };
}

/** Milliseconds until a lane's next request; `undefined` after its last. */
type Pace = () => number | undefined;

function paceOf({ seconds, perSecond, connections }: LoadOrder, place: number, start: number): Pace {
  const end = start + seconds * 1000;
  if (perSecond === undefined) {
    let sent = 0;
    // At least one request: connecting alone can take longer than a short slice.
    return () => (sent++ === 0 || performance.now() < end ? 0 : undefined);
  }
  const gapMs = 1000 / perSecond;
  let turn = place;
  return () => {
    const due = start + turn * gapMs;
    turn += connections;
    return due < end ? Math.max(0, due - performance.now()) : undefined;
  };
}

interface Lane {
  hostname: string;
  port: number;
  take: () => Buffer;
  tally: Tally;
  expected: number;
  pace: Pace;
}

/** Runs one connection, with one request at a time. */
function lane({ hostname, port, take, tally, expected, pace }: Lane): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, hostname);
    socket.setNoDelay(true);
    let sentAt = 0;
    let begun: Buffer | undefined;
    let done = false;
    const send = () => {
      sentAt = performance.now();
      socket.write(take());
    };
    const next = () => {
      const wait = pace();
      if (wait === undefined) {
        done = true;
        socket.destroy();
        resolve();
      } else if (wait > 0) void sleep(wait).then(send);
      else send();
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => {
      if (!done) reject(new Error('the server closed a connection'));
    });
    socket.on('data', (data: Buffer) => {
      const answer = begun ? Buffer.concat([begun, data]) : data;
      const head = answer.indexOf(HEAD_END);
      const length = head < 0 ? undefined : contentLength(answer, head);
      if (length === undefined || answer.length < head + HEAD_END.length + length) {
        begun = answer;
        return;
      }
      begun = undefined;
      tally.latenciesMs.push(performance.now() - sentAt);
      if (Number(answer.toString('latin1', STATUS_AT, STATUS_AT + 3)) !== expected) {
        tally.unexpected += 1;
        tally.firstUnexpected ??= answer.toString();
      }
      next();
    });
  });
}

function contentLength(answer: Buffer, headEnd: number): number {
  const at = answer.indexOf(LENGTH);
  if (at < 0 || at > headEnd) throw new Error(`an answer without content-length: ${answer.toString()}`);
  return Number.parseInt(answer.toString('latin1', at + LENGTH.length, headEnd + 2), 10);
}
