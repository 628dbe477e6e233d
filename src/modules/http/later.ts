import type { FastifyReply } from 'fastify';

/** Tells a caller whose answer is still pending where it will be, and when to look. */
export function tellLater(reply: FastifyReply, location: string, seconds: number): void {
  void reply.headers({ location, 'retry-after': String(seconds) });
}
