import type { Answer, Service } from './harness.js';

/**
 * Calls a tool over plain HTTP, so that a test can read the status and the challenge. Sends no
 * credentials unless given.
 */
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
