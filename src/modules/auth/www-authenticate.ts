import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_SCOPE, SCOPES } from '../../core/accounts/scope.js';
import type { AppError } from '../../core/errors.js';

/**
 * Tells a refused client how to proceed (RFC 6750, RFC 9728): where to sign its user in, and what
 * to ask for.
 */
export function challenge(error: AppError, request: FastifyRequest, reply: FastifyReply, metadataUrl: string): void {
  const metadata = `resource_metadata="${metadataUrl}"`;
  if (error.code === 'INSUFFICIENT_SCOPE') {
    const scope = `scope="${wanted(error, request).join(' ')}"`;
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", ${scope}, ${metadata}`);
  } else if (error.kind === 'unauthenticated') {
    // RFC 6750, section 3.1: no error code without credentials.
    const reason = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
    // A client that names no scope of its own asks for what this says, and for all scopes where it
    // says nothing.
    const required = error.details?.['required'];
    const scope = typeof required === 'string' ? required : (request.routeConfig.scope ?? NO_SCOPE);
    void reply.header('www-authenticate', `Bearer ${reason}scope="${scope}", ${metadata}`);
  }
}

/**
 * What is missing together with what was granted already: some clients ask for exactly what this
 * names, and would lose the rest.
 */
function wanted(error: AppError, { context: { caller } }: FastifyRequest): string[] {
  const granted = caller?.scopes;
  return SCOPES.filter(
    (scope) => scope === error.details?.['required'] || (granted instanceof Set && granted.has(scope)),
  );
}
