import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../src/core/errors.js';
import { challenge } from '../../src/modules/auth/www-authenticate.js';

/** Returns the header for a client with `scopes`, where `required` is needed. */
function told(scopes: unknown, required: string): string | undefined {
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => headers.set(name, value) } as unknown as FastifyReply;
  const request = { headers: {}, routeConfig: {}, context: { caller: { scopes } } } as unknown as FastifyRequest;
  const error = new AppError('INSUFFICIENT_SCOPE', { message: 'More is needed.', details: { required } });
  challenge(error, request, reply, 'https://standing.example');
  return headers.get('www-authenticate');
}

const challengeOf = (scopes: string) =>
  `Bearer error="insufficient_scope", scope="${scopes}", resource_metadata="https://standing.example/.well-known/oauth-protected-resource"`;

describe('the challenge for a missing scope', () => {
  it('names the missing scope beside the granted ones, so that the client loses none', () => {
    expect(told(new Set(['account:read']), 'billing')).toBe(challengeOf('account:read billing'));
    expect(told(new Set([]), 'account:write')).toBe(challengeOf('account:write'));
  });

  it('names the missing scope alone for a caller without scopes', () => {
    expect(told('all', 'billing')).toBe(challengeOf('billing'));
    expect(told(undefined, 'billing')).toBe(challengeOf('billing'));
  });
});
