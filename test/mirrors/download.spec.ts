import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { download } from '../../src/adapters/registries/bulk/importing/download.js';
import { until } from '../support/until.js';

const CONTENT = Buffer.from(Array.from({ length: 5_000 }, (_, at) => `${at}\n`).join(''));
const DIGEST = createHash('sha256').update(CONTENT).digest();

interface Server {
  origin: string;
  requests: http.IncomingMessage[];
  answer: (request: http.IncomingMessage, response: http.ServerResponse) => void;
  close(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const requests: http.IncomingMessage[] = [];
  const listener = http.createServer((request, response) => {
    requests.push(request);
    server.answer(request, response);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const server: Server = {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    requests,
    answer: (_, response) => response.end(CONTENT),
    close: async () => {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}

describe('a download of an edition', () => {
  let server: Server;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    server = await startServer();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-download-'));
    file = path.join(folder, 'edition.zip');
  });
  afterEach(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });

  const fetchIt = (known = {}) => download({ url: `${server.origin}/edition.zip`, file, known, pauseMs: 1 });

  /** Sends part of the file, and cuts the connection once the client has written it to disk. */
  const cutOffAfter = async (response: http.ServerResponse, content: Buffer, kept: number) => {
    response.write(content);
    await until(() => fs.statSync(`${file}.part`, { throwIfNoEntry: false })?.size === kept);
    response.destroy();
  };

  /**
   * Sends the file with an ETag, from the requested offset; only the next `cutAfter` bytes if
   * given.
   */
  const resumable =
    (cutAfter?: number, etag = '"v1"') =>
    (request: http.IncomingMessage, response: http.ServerResponse) => {
      const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
      const from = asked !== undefined && request.headers['if-range'] === etag ? Number(asked) : 0;
      const part = CONTENT.subarray(from);
      response.writeHead(from === 0 ? 200 : 206, {
        etag,
        'content-length': part.length,
        ...(from > 0 && { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` }),
      });
      if (cutAfter === undefined) response.end(part);
      else void cutOffAfter(response, part.subarray(0, cutAfter), from + cutAfter);
    };

  it('is complete, and returns its digest, ETag and date', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Fri, 02 Oct 2026 05:00:00 GMT' }).end(CONTENT);
    };
    await expect(fetchIt()).resolves.toEqual({
      bytes: CONTENT.length,
      sha256: DIGEST.toString('hex'),
      resumedBytes: 0,
      etag: '"v1"',
      lastModified: 'Fri, 02 Oct 2026 05:00:00 GMT',
    });
    expect(fs.readFileSync(file).equals(CONTENT)).toBe(true);
    expect(fs.statSync(file).mtime.toISOString()).toBe('2026-10-02T05:00:00.000Z');
    expect(fs.readdirSync(folder)).toEqual(['edition.zip']);
  });

  it.each([
    [{ etag: '"v1"' }, 'if-none-match', '"v1"'],
    [{ lastModified: 'Fri, 02 Oct 2026 05:00:00 GMT' }, 'if-modified-since', 'Fri, 02 Oct 2026 05:00:00 GMT'],
  ])('is requested with the condition %j, and skipped when nothing changed', async (known, header, value) => {
    server.answer = (request, response) => response.writeHead(request.headers[header] === value ? 304 : 500).end();
    await expect(fetchIt(known)).resolves.toBeUndefined();
  });

  it('resumes after an interruption, in the same command and in the next', async () => {
    server.answer = resumable(4_000);
    await expect(fetchIt()).rejects.toThrow(/broken off after 12000 bytes/);
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=4000-', 'bytes=8000-']);
    server.answer = resumable();
    await expect(fetchIt()).resolves.toMatchObject({ resumedBytes: 12_000, sha256: DIGEST.toString('hex') });
    expect(fs.readFileSync(file).equals(CONTENT)).toBe(true);
  });

  it('restarts when the edition has changed meanwhile', async () => {
    server.answer = resumable(4_000, '"v1"');
    await expect(fetchIt()).rejects.toThrow('broken off');
    server.answer = resumable(undefined, '"v2"');
    await expect(fetchIt()).resolves.toMatchObject({ resumedBytes: 0, etag: '"v2"' });
    expect(fs.readFileSync(file).equals(CONTENT)).toBe(true);
  });

  it('restarts from the beginning when the server has no ETag', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      void cutOffAfter(response, CONTENT.subarray(0, 4_000), 4_000);
    };
    await expect(fetchIt()).rejects.toThrow('broken off');
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['by its type', { 'content-type': 'text/html; charset=utf-8' }, 'Please accept our cookies'],
    ['by what it begins with', { 'content-type': 'application/zip' }, '\n<!DOCTYPE html><html>'],
  ])('is refused when it is a web page, detected %s', async (_, headers, body) => {
    server.answer = (__, response) => response.writeHead(200, headers).end(body);
    await expect(fetchIt()).rejects.toThrow('a page instead of the file');
    expect(fs.existsSync(file)).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['repr-digest', 'digest'])('is refused when it is not what its %s describes', async (header) => {
    const told = (content: Buffer) => {
      const digest = createHash('sha256').update(content).digest('base64');
      return header === 'digest' ? `SHA-256=${digest}` : `sha-256=:${digest}:`;
    };
    server.answer = (_, response) =>
      response.writeHead(200, { [header]: told(Buffer.from('another file')) }).end(CONTENT);
    await expect(fetchIt()).rejects.toThrow('not the one that its digest describes');
    expect(fs.readdirSync(folder)).toEqual([]);
    server.answer = (_, response) => response.writeHead(200, { [header]: told(CONTENT) }).end(CONTENT);
    await expect(fetchIt()).resolves.toMatchObject({ bytes: CONTENT.length });
  });

  it('follows redirects, but no more than five', async () => {
    server.answer = (request, response) => {
      if (request.url === '/edition.zip') response.writeHead(303, { location: '/store?signature=1' }).end();
      else response.end(CONTENT);
    };
    await expect(fetchIt()).resolves.toMatchObject({ bytes: CONTENT.length });
    server.answer = (_, response) => response.writeHead(302, { location: '/edition.zip' }).end();
    await expect(fetchIt()).rejects.toThrow('redirects more than 5 times');
  });

  it('reports an HTTP error in one line', async () => {
    server.answer = (_, response) => response.writeHead(403).end('no');
    await expect(fetchIt()).rejects.toThrow(/^127\.0\.0\.1:\d+ answered HTTP 403$/);
  });
});
