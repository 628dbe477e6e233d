import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { API_KEY_START, Authenticate } from '../../core/accounts/keys/api-key.js';
import { requireScope } from '../../core/accounts/scope.js';
import { AppError, type ErrorKind } from '../../core/errors.js';
import { InvalidRequest } from '../../core/invalid-request.js';
import { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import { at } from '../http/answers/places.js';
import { addEntryHook, header, isGuarded, showsCredentials } from '../http/request.js';
import { OpenLimitHook } from './open-limit.hook.js';
import { AdminAccess } from '../../core/admin/admin-access.js';

const EITHER = 'Send either header.X-API-Key or header.Authorization, not both.';
const BOTH_CREDENTIALS = [
  at('header', { field: 'X-API-Key', message: EITHER }),
  at('header', { field: 'Authorization', message: EITHER }),
] as const;
const NOT_MINDED: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'unavailable']);

/**
 * Authenticates the caller before the body is read, so that nothing of a stranger's body is kept.
 * Throws if the route needs credentials and they are missing or invalid.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly authenticateKey: Authenticate,
    private readonly authenticateToken: AuthenticateToken,
    private readonly adminAccess: AdminAccess,
    { httpAdapter }: HttpAdapterHost,
    private readonly openLimit: OpenLimitHook,
  ) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', (route) => {
      if (isGuarded(route.url, route.config ?? {})) addEntryHook(route, (request) => this.authenticate(request));
    });
  }

  private async authenticate(request: FastifyRequest): Promise<void> {
    const { access = 'key', perAddress } = request.routeConfig;
    if (access === 'public' || access === 'signed') return;
    if (perAddress === undefined && !showsCredentials(request)) await this.openLimit.count('open', request);
    if (access === 'admin') await this.requireAdmin(request);
    else if (access === 'recognised') await this.recognise(request);
    else if (access === 'key' || access === 'optional') {
      request.context.caller = await this.read(request);
      if (!request.context.caller && access === 'key') throw new AppError('UNAUTHORIZED');
    }
  }

  private async requireAdmin(request: FastifyRequest): Promise<void> {
    const presented = header(request, 'x-admin-key');
    if (presented === undefined) {
      throw new AppError('UNAUTHORIZED', {
        message: 'This route needs the admin key.',
        suggestion: 'Send it in the X-Admin-Key header.',
      });
    }
    const holder = await this.adminAccess.holderOf(presented, { ip: request.ip, requestId: request.id }, 'api');
    if (!holder) throw new AppError('FORBIDDEN', { message: 'The admin key is wrong.' });
    request.context.admin = holder;
  }

  /** Ignores invalid credentials, and does not fail when they cannot be checked. */
  private async recognise(request: FastifyRequest): Promise<void> {
    try {
      request.context.caller = await this.read(request);
    } catch (error) {
      if (!(error instanceof AppError) || !NOT_MINDED.has(error.kind)) throw error;
    }
  }

  /**
   * Returns the authenticated caller, or `undefined` without credentials. Throws if they are
   * invalid or if there are two.
   */
  private async read(request: FastifyRequest): Promise<Caller | undefined> {
    const key = header(request, 'x-api-key');
    const { authorization } = request.headers;
    if (key !== undefined && authorization !== undefined) {
      throw new InvalidRequest(BOTH_CREDENTIALS);
    }
    if (key !== undefined) return await this.authenticateKey.run(key, request.ip);
    if (authorization === undefined) return undefined;
    const token = bearerToken(authorization);
    return await (token.startsWith(API_KEY_START) ? this.authenticateKey : this.authenticateToken).run(
      token,
      request.ip,
    );
  }
}

/** RFC 6750: case-insensitive scheme, one token. */
function bearerToken(authorization: string): string {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization) ?? [];
  if (token === undefined) {
    throw new AppError('UNAUTHORIZED', { message: 'The Authorization header must be "Bearer" and an access token.' });
  }
  return token;
}

/** Refuses callers with a closed account, and access tokens without the route's scope. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller } = request.context;
    const { scope, own } = request.routeConfig;
    if (caller?.refusal) throw caller.refusal;
    if (caller && scope) requireScope(caller, scope, { own });
    return true;
  }
}
