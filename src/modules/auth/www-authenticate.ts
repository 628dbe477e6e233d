import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_SCOPE, SCOPES } from '../../core/accounts/scope.js';
import type { AppError, ErrorCode } from '../../core/errors.js';

const METADATA_PATH = '/.well-known/oauth-protected-resource';
const CREDENTIALS: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'INVALID_API_KEY', 'API_KEY_REVOKED']);

/**
 * Sets `WWW-Authenticate` (RFC 6750, RFC 9728): where the client can sign its user in, and the
 * scope to request.
 */
export function challenge(error: AppError, request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const { resource = '' } = request.routeConfig;
  const metadata = `resource_metadata="${publicUrl}${METADATA_PATH}${resource}"`;
  if (error.code === 'INSUFFICIENT_SCOPE') {
    const scope = `scope="${wanted(error, request).join(' ')}"`;
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", ${scope}, ${metadata}`);
  } else if (CREDENTIALS.has(error.code)) {
    // RFC 6750, section 3.1: no error code if the request had no credentials.
    const reason = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
    // A client without configured scopes requests the scope named here, and all scopes if none is
    // named.
    const required = error.details?.['required'];
    const scope = typeof required === 'string' ? required : (request.routeConfig.scope ?? NO_SCOPE);
    void reply.header('www-authenticate', `Bearer ${reason}scope="${scope}", ${metadata}`);
  }
}

/**
 * Returns the missing scope and those already granted: some clients request exactly these, and
 * would lose the rest.
 */
function wanted(error: AppError, { context: { caller } }: FastifyRequest): string[] {
  const granted = caller?.scopes;
  return SCOPES.filter(
    (scope) => scope === error.details?.['required'] || (granted instanceof Set && granted.has(scope)),
  );
}
