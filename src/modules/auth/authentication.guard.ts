import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import { header } from '../http/request.js';
import { AdminKey } from './admin-key.js';
import { Credentials } from './credentials.js';

/** Finds out who is calling. Throws when the route needs credentials that are missing or prove nobody. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly credentials: Credentials,
    private readonly adminKey: AdminKey,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return request.guarded ? this.authenticate(request) : true;
  }

  async authenticate(request: FastifyRequest): Promise<boolean> {
    const { access = 'key' } = request.contract;
    if (access === 'admin') this.adminKey.require(header(request, 'x-admin-key'));
    else if (access === 'key' && !request.is404) await this.require(request);
    else if (access === 'optional') request.caller = await this.credentials.read(request);
    else if (access !== 'anonymous') await this.recognise(request);
    return true;
  }

  private async require(request: FastifyRequest): Promise<void> {
    const caller = await this.credentials.read(request);
    if (!caller) throw new AppError('UNAUTHORIZED');
    request.caller = caller;
  }

  /** An open route does not mind bad credentials or none. */
  private async recognise(request: FastifyRequest): Promise<void> {
    try {
      request.caller = await this.credentials.read(request);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unauthenticated') throw error;
    }
  }
}
