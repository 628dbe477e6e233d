import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Answer } from './harness.js';

/** Sends bytes that are not HTTP and returns the body of the answer. */
export async function answerToBytes(url: string, bytes: string): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

/** Sends the beginning of a request and disconnects. */
export async function cutOff(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((sent) => socket.write(bytes, () => sent()));
  await new Promise((later) => setTimeout(later, 200));
  socket.resetAndDestroy();
}

/** Sends no more than this part of a request and returns the answer. */
export function answerToPart(
  url: string,
  { headers, part = '' }: { headers: Record<string, string>; part?: string },
): Promise<Omit<Answer, 'headers'>> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        request.destroy();
        const isJson = response.headers['content-type']?.startsWith('application/json');
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
      });
    });
    request.on('error', reject);
    request.flushHeaders();
    if (part) request.write(part);
  });
}
