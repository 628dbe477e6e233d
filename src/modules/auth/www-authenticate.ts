import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_SCOPE, SCOPES } from '../../core/accounts/scope.js';
import type { AppError, ErrorCode } from '../../core/errors.js';

const METADATA_PATH = '/.well-known/oauth-protected-resource';
/** What is wrong with credentials, or that there are none. */
const CREDENTIALS: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'INVALID_API_KEY', 'API_KEY_REVOKED']);

/**
 * Tells a refused client how to proceed (RFC 6750, RFC 9728): where to sign its user in, and what
 * to ask for.
 */
export function challenge(error: AppError, request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const { resource = '' } = request.routeConfig;
  const metadata = `resource_metadata="${publicUrl}${METADATA_PATH}${resource}"`;
  if (error.code === 'INSUFFICIENT_SCOPE') {
    const scope = `scope="${wanted(error, request).join(' ')}"`;
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", ${scope}, ${metadata}`);
  } else if (CREDENTIALS.has(error.code)) {
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
