import type { FastifyInstance } from 'fastify';

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

/** In this scope a body that cannot be read is answered in JSON-RPC. */
export function parseJsonRpc(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text as string, (error, body) => {
      if (error) done(new JsonRpcRefusal(400, -32700, 'Parse error: the body is not valid JSON.'));
      else done(null, body);
    });
  });
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(new JsonRpcRefusal(415, -32600, 'Send Content-Type: application/json.'));
  });
}
