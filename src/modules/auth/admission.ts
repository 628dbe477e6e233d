import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../core/errors.js';
import { PublicUrl } from '../http/public-url.js';
import { AuthenticationGuard, ScopeGuard } from './authentication.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { challenge } from './www-authenticate.js';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What the exception filter needs of the guards. */
@Injectable()
export class Admission {
  constructor(
    private readonly authentication: AuthenticationGuard,
    private readonly rateLimit: RateLimitGuard,
    private readonly scope: ScopeGuard,
    private readonly address: PublicUrl,
  ) {}

  /**
   * The guards, in their order, for a request that was refused before they were reached (too large, another media type, not UTF-8): it counts and
   * carries the account headers like any other. Throws what they throw.
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.authentication.authenticate(request);
    await this.rateLimit.limit(request, reply);
    this.scope.authorize(request);
  }

  /** Tells a client that was refused how to sign in. */
  challenge(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
    const { resource = '' } = request.contract;
    challenge(error, request, reply, this.address.baseUrl + METADATA_PATH + resource);
  }
}
