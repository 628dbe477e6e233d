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
  const connections = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  let closing = false;
  http.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  http.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    unanswered.add(response);
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      unanswered.delete(response);
      if (closing) http.closeIdleConnections();
    });
  });
  server.addHook('preClose', async () => {
    closing = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const limit = setTimeout(() => http.closeAllConnections(), LAST_ANSWERS_MS);
    http.once('close', () => clearTimeout(limit));
  });
}
