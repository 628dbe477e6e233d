import type { Answer, Service } from './harness.js';

/** One tool call as plain HTTP, so that its status and its challenge can be read; without credentials unless some are given. */
export function callTool(
  service: Service,
  name: string,
  given: object,
  { key, token }: { key?: string; token?: string } = {},
): Promise<Answer> {
  return service.ask('POST', '/mcp', {
    ...(key === undefined ? {} : { key }),
    headers: {
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  });
}
