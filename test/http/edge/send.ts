import { connect } from 'node:net';
import type { EdgeRequest } from './requests.js';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Sends one request on its own connection and returns the whole response. */
export async function send(url: string, request: EdgeRequest, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.on('close', resolve).on('error', () => undefined));
  const bytes = bytesOf(request, { host: `${hostname}:${port}`, ...headers, ...request.headers });
  if (request.ends) socket.end(bytes);
  else socket.write(bytes);
  let answer = '';
  const complete = new Promise<void>((resolve) =>
    socket.setEncoding('utf8').on('data', (part) => {
      answer = (answer + String(part)).replace(CONTINUE, '');
      if (isComplete(answer, request)) resolve();
    }),
  );
  await Promise.race([complete, closed]);
  socket.destroy();
  return answer;
}

function bytesOf({ line, body = '', length = Buffer.byteLength(body) }: EdgeRequest, headers: object): Buffer {
  const framing =
    length === 'chunked' ? { 'transfer-encoding': 'chunked' } : length !== 'none' && { 'content-length': length };
  const lines = Object.entries({ ...framing, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const content = length === 'chunked' ? [`${Buffer.byteLength(body).toString(16)}\r\n`, body, '\r\n'] : [body];
  return Buffer.concat([`${line} HTTP/1.1\r\n${lines.join('')}\r\n`, ...content].map((part) => Buffer.from(part)));
}

function isComplete(answer: string, { line }: EdgeRequest): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? 0);
  return line.startsWith('HEAD') || Buffer.byteLength(answer.slice(end + 4)) >= length;
}
