import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import { outboundAgent } from '../../../outbound/outbound-agent.js';

/** Identifies an edition that was downloaded before. Stored with the edition. */
export interface KnownEdition {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export interface DownloadOrder {
  url: string;
  /** The target path. An unfinished file stays beside it, and the next download continues it. */
  file: string;
  known?: KnownEdition;
  onProgress?: (progress: { bytes: number; totalBytes: number | undefined }) => void;
  /** Milliseconds before the first retry. Each further pause is longer by the same time. */
  pauseMs?: number;
}

export interface Downloaded extends KnownEdition {
  bytes: number;
  sha256: string;
  /** Bytes that an earlier attempt had left. */
  resumedBytes: number;
}

/** A download that produced no file. The message is a one-line reason. */
export class FailedDownload extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FailedDownload';
  }
}

/** The server was unreachable or broke off. The received part is kept. */
export class BrokenOff extends FailedDownload {}

/** Describes the unfinished file, so that a part of another edition is not continued. */
interface Part {
  url: string;
  etag: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const TRIES = 3;
const PAUSE_MS = 2_000;
const SILENCE_MS = 60_000;
const USER_AGENT = 'Standing/1.0 (business verification service)';

/**
 * Downloads a file that may be large. Sends a conditional request and returns `undefined` if the
 * known edition is still current. Continues an earlier attempt if the server has a strong ETag and
 * supports ranges. Checks the size and the digest if the server states them. Refuses web pages,
 * which servers send in place of a file. Throws `FailedDownload`.
 */
export async function download(order: DownloadOrder): Promise<Downloaded | undefined> {
  fs.mkdirSync(path.dirname(order.file), { recursive: true });
  const agent = outboundAgent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptDownload(order, agent);
      } catch (error) {
        const failure = asFailure(error, order.url);
        if (!(failure instanceof BrokenOff) || attempt === TRIES) throw failure;
        await delay((order.pauseMs ?? PAUSE_MS) * attempt);
      }
    }
  } finally {
    await agent.destroy();
  }
}

/**
 * Returns at most `most` bytes from the start of a file, and does not fetch the rest. Throws
 * `FailedDownload`.
 */
export async function beginningOf(url: string, most: number): Promise<Buffer> {
  const agent = outboundAgent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
  const chunks: Buffer[] = [];
  try {
    const { statusCode, headers, body } = await follow(url, headersFor(undefined, undefined), agent);
    if (statusCode !== 200) throw new FailedDownload(`${new URL(url).host} answered HTTP ${statusCode}`);
    refusePage(headers['content-type']);
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes === 0) refuseMarkup(chunk);
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= most) break;
    }
    if (bytes === 0) throw new FailedDownload('an empty answer instead of the file');
    return Buffer.concat(chunks).subarray(0, most);
  } catch (error) {
    throw asFailure(error, url);
  } finally {
    await agent.destroy();
  }
}

async function attemptDownload(order: DownloadOrder, agent: Dispatcher): Promise<Downloaded | undefined> {
  const part = `${order.file}.part`;
  const begun = begunPart(part, order.url);
  const answer = await follow(order.url, headersFor(order.known, begun), agent);
  const { statusCode, headers, body } = answer;
  if (statusCode === 304) {
    await body.dump();
    return undefined;
  }
  const from = statusCode === 206 && begun ? continuedFrom(headers, begun) : 0;
  if (statusCode === 416 || from === undefined) {
    await body.dump();
    forget(part);
    throw new BrokenOff('the part that was kept does not belong to this edition');
  }
  if (statusCode !== 200 && statusCode !== 206) {
    await body.dump();
    throw new FailedDownload(`${new URL(order.url).host} answered HTTP ${statusCode}`);
  }
  refusePage(headers['content-type']);
  const etag = one(headers.etag);
  if (from === 0) startPart(part, { url: order.url, etag: strong(etag) ?? '' });
  const totalBytes = totalOf(headers, from);
  const bytes = await receive(body, part, from, (received) => order.onProgress?.({ bytes: received, totalBytes }));
  if (totalBytes !== undefined && bytes !== totalBytes) throw new BrokenOff(`${bytes} of ${totalBytes} bytes came`);
  const sha256 = await checked(part, headers);
  fs.renameSync(part, order.file);
  forget(part);
  const lastModified = one(headers['last-modified']);
  if (lastModified !== undefined && !Number.isNaN(Date.parse(lastModified))) {
    fs.utimesSync(order.file, new Date(), new Date(lastModified));
  }
  return { bytes, sha256, resumedBytes: from, etag, lastModified };
}

/**
 * Follows redirects manually, so that the server that stores the file also gets the conditional
 * headers.
 */
async function follow(
  url: string,
  headers: Record<string, string>,
  agent: Dispatcher,
): Promise<Dispatcher.ResponseData> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(target, { dispatcher: agent, headers });
    const location = one(answer.headers.location);
    if (!REDIRECTS.has(answer.statusCode) || location === undefined) return answer;
    await answer.body.dump();
    const next = new URL(location, target);
    if (next.protocol !== 'https:' && next.protocol !== new URL(url).protocol) {
      throw new FailedDownload(`${new URL(target).host} redirects to ${next.protocol}//${next.host}`);
    }
    target = next.href;
  }
  throw new FailedDownload(`${new URL(url).host} redirects more than ${MAX_REDIRECTS} times`);
}

function headersFor(known: KnownEdition | undefined, begun: BegunPart | undefined): Record<string, string> {
  return {
    'user-agent': USER_AGENT,
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.etag === undefined && known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
    ...(begun && { range: `bytes=${begun.bytes}-`, 'if-range': begun.etag }),
  };
}

interface BegunPart {
  bytes: number;
  etag: string;
}

function begunPart(part: string, url: string): BegunPart | undefined {
  try {
    const { url: begunUrl, etag } = JSON.parse(fs.readFileSync(`${part}.json`, 'utf8')) as Part;
    const bytes = fs.statSync(part).size;
    return begunUrl === url && etag !== '' && bytes > 0 ? { bytes, etag } : undefined;
  } catch {
    return undefined;
  }
}

function startPart(part: string, about: Part): void {
  fs.writeFileSync(part, '');
  fs.writeFileSync(`${part}.json`, JSON.stringify(about));
}

function forget(part: string): void {
  fs.rmSync(part, { force: true });
  fs.rmSync(`${part}.json`, { force: true });
}

/** Returns the offset of the received part. `undefined` if it does not continue the kept one. */
function continuedFrom(headers: Dispatcher.ResponseData['headers'], { bytes }: BegunPart): number | undefined {
  return Number(/^bytes (\d+)-/.exec(one(headers['content-range']) ?? '')?.[1]) === bytes ? bytes : undefined;
}

function totalOf(headers: Dispatcher.ResponseData['headers'], from: number): number | undefined {
  const ranged = /\/(\d+)$/.exec(one(headers['content-range']) ?? '')?.[1];
  if (from > 0 && ranged !== undefined) return Number(ranged);
  const length = one(headers['content-length']);
  return length === undefined ? undefined : from + Number(length);
}

async function receive(
  body: Dispatcher.ResponseData['body'],
  part: string,
  from: number,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const handle = await fs.promises.open(part, 'r+');
  let bytes = from;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes === 0) refuseMarkup(chunk);
      await handle.write(chunk, 0, chunk.length, bytes);
      bytes += chunk.length;
      onBytes(bytes);
    }
  } catch (error) {
    if (error instanceof FailedDownload) throw error;
    throw new BrokenOff(`the download was broken off after ${bytes} bytes`);
  } finally {
    await handle.close();
  }
  if (bytes === 0) throw new FailedDownload('an empty answer instead of the file');
  return bytes;
}

function refusePage(contentType: string | string[] | undefined): void {
  if (!/text\/html|application\/xhtml/i.test(one(contentType) ?? '')) return;
  throw new FailedDownload('a page instead of the file: the download was refused');
}

function refuseMarkup(beginning: Buffer): void {
  refusePage(/^\s*<(!doctype|html|\?xml)/i.test(beginning.toString('latin1', 0, 64)) ? 'text/html' : '');
}

/**
 * Returns the SHA-256 of the file. Throws if the server announced another one (RFC 9530, RFC 3230).
 */
async function checked(part: string, headers: Dispatcher.ResponseData['headers']): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(part)) hash.update(chunk as Buffer);
  const digest = hash.digest();
  const told =
    /sha-256=:([^:]+):/i.exec(one(headers['repr-digest']) ?? '')?.[1] ??
    /sha-256=([A-Za-z0-9+/=]+)/i.exec(one(headers['digest']) ?? '')?.[1];
  if (told !== undefined && told !== digest.toString('base64')) {
    forget(part);
    throw new FailedDownload('the file is not the one that its digest describes');
  }
  return digest.toString('hex');
}

/** Only a strong ETag means that two responses are equal byte by byte. */
function strong(etag: string | undefined): string | undefined {
  return etag?.startsWith('W/') === true ? undefined : etag;
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function asFailure(error: unknown, url: string): FailedDownload {
  if (error instanceof FailedDownload) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new BrokenOff(`${new URL(url).host} could not be reached (${code})`);
}
