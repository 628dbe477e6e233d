import type { FastifyReply } from 'fastify';

/** Tells a caller whose answer is still pending where it will be, and when to look. */
export function setPendingHeaders(reply: FastifyReply, location: string, seconds: number): void {
  void reply.header('location', location);
  askAgainIn(reply, seconds);
}

/** Says of what is still pending when to ask again. */
export function askAgainIn(reply: FastifyReply, seconds: number): void {
  void reply.header('retry-after', String(seconds));
}
