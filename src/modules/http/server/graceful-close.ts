import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Much longer than any response takes once no request waits for a register, and well within the
 * shutdown limit.
 */
const LAST_ANSWERS_MS = 5_000;

/**
 * Lets the server close as soon as every request is answered. Node only closes connections idle at
 * that moment: it keeps those that become idle later, and those that never send a complete request.
 */
export function closeWithLastAnswers(server: FastifyInstance): void {
  const http = server.server;
  // The last response of each connection. A set of responses would keep them from the young
  // generation's collection: each table that a set outgrows points to the next one.
  const connections = new Map<Socket, ServerResponse | undefined>();
  let closing = false;
  http.on('connection', (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  http.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (connections.has(socket)) connections.set(socket, response);
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      if (connections.get(socket) !== response) return;
      connections.set(socket, undefined);
      if (closing) socket.destroySoon();
    });
  });
  server.addHook('preClose', async () => {
    closing = true;
    for (const [socket, response] of connections) {
      if (response) response.shouldKeepAlive = false;
      if (socket.bytesRead === 0) socket.destroy();
    }
    const limit = setTimeout(() => http.closeAllConnections(), LAST_ANSWERS_MS);
    http.once('close', () => clearTimeout(limit));
  });
}
