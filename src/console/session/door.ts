import { applyDecorators, Controller, UseFilters, UseInterceptors, type Type } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import type { OpenLimitHook } from '../../modules/auth/open-limit.hook.js';
import { addEntryHook } from '../../modules/http/request.js';
import { AddRouteConfig } from '../../modules/http/route.decorators.js';
import { ConsoleErrorFilter, showError, type Showing } from '../console-error.filter.js';
import type { RenderPages } from '../page-answers.js';
import type { ConsoleArea } from './cookies.js';
import { requireOwnPage } from './form-token.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page of the console: who may open it, and the area whose session it needs. */
    page?: { area: ConsoleArea['home']; for: 'anyone' | 'signed-in' };
  }
}

interface PagesOfArea {
  area: ConsoleArea;
  render: Type<RenderPages>;
}

/** Returns the decorators of the classes whose routes are all pages of an area. */
export function pagesOf({ area, render }: PagesOfArea) {
  return (visitors: 'anyone' | 'signed-in') =>
    (path: string): ClassDecorator => {
      const page = { area: area.home, for: visitors };
      const declare = (target: Type) => {
        for (const name of Object.getOwnPropertyNames(target.prototype)) {
          const method = Object.getOwnPropertyDescriptor(target.prototype, name);
          if (name !== 'constructor' && method !== undefined) AddRouteConfig({ page })(target.prototype, name, method);
        }
      };
      return applyDecorators(
        declare as ClassDecorator,
        Controller(path),
        UseFilters(ConsoleErrorFilter),
        UseInterceptors(render),
      );
    };
}

interface Area extends Showing {
  openLimit: OpenLimitHook;
  /** Loads the session of the secret and keeps it for the page; `false` if there is none. */
  enter: (request: FastifyRequest, secret: string) => Promise<boolean>;
}

/**
 * Judges requests to the pages of an area before a byte of their body is read: counts those without
 * a session per network, refuses forms that were not sent from our pages, and redirects to the
 * sign-in where it is needed.
 */
export function guardPages({ httpAdapter }: HttpAdapterHost, area: Area): void {
  httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', (route) => {
    const { page, perAddress } = route.config ?? {};
    if (page?.area !== area.cookies.home) return;
    addEntryHook(route, async (request, reply) => {
      try {
        await judge(area, request, { isCounted: perAddress !== undefined, needsSession: page.for === 'signed-in' });
        return undefined;
      } catch (error) {
        await showError(area, error, request, reply);
        return reply;
      }
    });
  });
}

async function judge(
  { cookies, openLimit, enter }: Area,
  request: FastifyRequest,
  { isCounted, needsSession }: { isCounted: boolean; needsSession: boolean },
): Promise<void> {
  const secret = cookies.read(request, 'session');
  const isSignedIn = secret !== undefined && (await enter(request, secret));
  if (!isSignedIn && !isCounted) await openLimit.count('open', request);
  requireOwnPage(request, cookies.knownFormSecret(request));
  if (!isSignedIn && needsSession) throw new AppError('UNAUTHORIZED', { message: 'Sign in to see this page.' });
}
