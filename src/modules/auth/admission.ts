import { Injectable, type CanActivate } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../core/errors.js';
import { PublicUrl } from '../http/public-url.js';
import { AuthenticationGuard, ScopeGuard } from './authentication.guard.js';
import { AccountPlacesGuard, RateLimitGuard } from './rate-limit.guard.js';
import { challenge } from './www-authenticate.js';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

const noHandler = () => undefined;

/** What the exception filter needs of the guards. */
@Injectable()
export class Admission {
  private readonly guards: readonly CanActivate[];

  constructor(
    authentication: AuthenticationGuard,
    places: AccountPlacesGuard,
    rateLimit: RateLimitGuard,
    scope: ScopeGuard,
    private readonly address: PublicUrl,
  ) {
    this.guards = [authentication, places, rateLimit, scope];
  }

  /**
   * Runs the guards, in their order, for a request that was refused before they were reached (too
   * large, another media type, not UTF-8): it counts and carries the account headers like any
   * other. Throws what they throw. No metadata is needed: routes that do not count take no body.
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = new ExecutionContextHost([request, reply], Admission, noHandler);
    for (const guard of this.guards) await guard.canActivate(context);
  }

  /** Tells a client that was refused how to sign in. */
  challenge(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
    const { resource = '' } = request.routeConfig;
    challenge(error, request, reply, this.address.baseUrl + METADATA_PATH + resource);
  }
}
