import { applyDecorators } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Scope } from '../../core/accounts/scope.js';
import { AddRouteConfig } from '../http/route.decorators.js';
import { ApiErrors } from '../openapi/api-errors.js';

/** `agents` counts only requests without credentials. */
export type AddressWindow = 'agents' | 'open';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By default, routes under /v1 need credentials. */
    access?: 'public' | 'optional' | 'recognised' | 'admin' | 'signed';
    scope?: Scope;
    /** The use case decides about callers with limits, who may change what they created. */
    own?: boolean;
    perAddress?: AddressWindow;
    resource?: '/mcp';
  }
}

/** Ignores credentials. */
export function Public(): MethodDecorator {
  return applyDecorators(AddRouteConfig({ access: 'public' }), ApiSecurity({}));
}

/** Accepts requests without credentials, but refuses invalid ones. */
export function OptionalKey(): MethodDecorator {
  return AddRouteConfig({ access: 'optional' });
}

/** Uses credentials if they are valid, and ignores invalid ones. */
export function RecognisedKey(): MethodDecorator {
  return AddRouteConfig({ access: 'recognised' });
}

export function AdminOnly(): MethodDecorator {
  return applyDecorators(
    AddRouteConfig({ access: 'admin' }),
    ApiSecurity('AdminKey'),
    ApiErrors('UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED'),
  );
}

/** The route verifies the signature of the body itself. */
export function SignedByStripe(): MethodDecorator {
  return applyDecorators(AddRouteConfig({ access: 'signed' }), ApiSecurity('StripeSignature'));
}

/**
 * The scope an access token needs for this route. A key has every scope, but one with limits may
 * not write; with `own`, it may change what it created.
 */
export function RequireScope(scope: Scope, { own = false } = {}): MethodDecorator {
  return applyDecorators(
    AddRouteConfig({ scope, own }),
    ApiSecurity('ApiKey'),
    ApiSecurity('OAuth', [scope]),
    ApiErrors('INSUFFICIENT_SCOPE', ...(scope === 'account:write' && !own ? (['FORBIDDEN'] as const) : [])),
  );
}

/** Counts requests per network address in this window, before the body is read. */
export function PerAddress(window: AddressWindow): MethodDecorator {
  return AddRouteConfig({ perAddress: window });
}

/**
 * Path of the protected resource's metadata under `/.well-known/oauth-protected-resource`; the
 * service's own by default.
 */
export function ProtectedResource(resource: '/mcp'): MethodDecorator {
  return AddRouteConfig({ resource });
}
