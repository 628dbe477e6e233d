import type { FastifyRequest, FastifyReply } from 'fastify';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { parseJsonText } from '../../http/server/body-parsers.js';
import { whereJsonBreaks } from '../../http/server/json-position.js';

const MAX_ID_LENGTH = 1_000;

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

/** Parses the body of a route with `Reads('anything')`. */
export function jsonRpcBody({ headers, body }: FastifyRequest): unknown {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new JsonRpcRefusal(415, -32600, 'Send Content-Type: application/json.');
  const text = typeof body === 'string' ? body : '';
  const parsed = parsedOrUndefined(text);
  if (parsed !== undefined) return withShortId(parsed);
  const where = whereJsonBreaks(text);
  const place = where === undefined ? '' : ` ${where}`;
  throw new JsonRpcRefusal(400, -32700, `Parse error: the body is not valid JSON.${place}`);
}

/**
 * Responds to refusals of the protocol in JSON-RPC; all other failures use the contract's format.
 */
@Catch(JsonRpcRefusal)
export class JsonRpcFilter implements ExceptionFilter<JsonRpcRefusal> {
  catch({ status, body }: JsonRpcRefusal, host: ArgumentsHost): void {
    void host.switchToHttp().getResponse<FastifyReply>().status(status).send(body);
  }
}

function parsedOrUndefined(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

/** Limited, because every response repeats the id. */
function withShortId(body: unknown): unknown {
  const id: unknown = (body as { id?: unknown } | null)?.id;
  if (typeof id !== 'string' || id.length <= MAX_ID_LENGTH) return body;
  throw new JsonRpcRefusal(400, -32600, `The id of a request has at most ${MAX_ID_LENGTH} characters.`);
}
