import type { FastifyRequest } from 'fastify';
import { parseJsonText } from '../http/json-text.js';

/** A request refused in the words of JSON-RPC. */
export class JsonRpcRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly id: string | number | null = null,
  ) {
    super(message);
  }

  get body() {
    return { jsonrpc: '2.0', id: this.id, error: { code: this.code, message: this.message } };
  }
}

/** The parsed body of a route that reads anything. */
export function jsonRpcBody({ headers, body }: FastifyRequest): unknown {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new JsonRpcRefusal(415, -32600, 'Send Content-Type: application/json.');
  try {
    const parsed = parseJsonText(typeof body === 'string' ? body : '');
    if (parsed !== undefined) return parsed;
  } catch {
    // Answered below.
  }
  throw new JsonRpcRefusal(400, -32700, 'Parse error: the body is not valid JSON.');
}
