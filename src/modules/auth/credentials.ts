import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { API_KEY_START } from '../../core/accounts/api-key.js';
import type { Authenticate } from '../../core/accounts/authenticate.js';
import { AppError } from '../../core/errors.js';
import type { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import { header } from '../http/request.js';

/** Proves who is calling. */
export class Credentials {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly authenticateToken: AuthenticateToken,
  ) {}

  /** The caller whom the request's credentials prove; `undefined` when it has none. Throws when they prove nobody, or when there are two. */
  async read(request: FastifyRequest): Promise<Caller | undefined> {
    const key = header(request, 'x-api-key');
    const { authorization } = request.headers;
    if (key !== undefined && authorization !== undefined) {
      throw new AppError('VALIDATION_ERROR', { message: 'Send either X-API-Key or Authorization, not both.' });
    }
    if (key !== undefined) return this.authenticate.run(key);
    if (authorization === undefined) return undefined;
    const token = bearerToken(authorization);
    return token.startsWith(API_KEY_START) ? this.authenticate.run(token) : this.authenticateToken.run(token);
  }
}

/** RFC 6750: the scheme in any case, one token. */
function bearerToken(authorization: string): string {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization) ?? [];
  if (token === undefined) {
    throw new AppError('UNAUTHORIZED', { message: 'The Authorization header must be "Bearer" and an access token.' });
  }
  return token;
}
