import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import { header } from './request.js';

export const LONGEST_IDEMPOTENCY_KEY = 128;

/** The request's Idempotency-Key; `undefined` when it has none. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = header(request, 'idempotency-key');
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw new AppError('VALIDATION_ERROR', {
      message: `header.Idempotency-Key must have 1 to ${LONGEST_IDEMPOTENCY_KEY} characters; it has ${key.length}.`,
    });
  }
  return key;
}

/** Tells one request from another: the same key with another fingerprint is a mistake of the caller's. */
export function fingerprint(route: string, body: object): string {
  const fields = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([route, fields]))
    .digest('hex');
}
