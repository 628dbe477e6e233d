import { applyDecorators } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Scope } from '../../core/accounts/scope.js';
import { AddRouteConfig } from '../http/route.decorators.js';
import { ApiErrors } from '../openapi/api-errors.js';

/** In the window of agents only requests without credentials count. */
export type AddressWindow = 'agents' | 'open';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without it, a route below /v1 needs credentials. */
    access?: 'public' | 'optional' | 'recognised' | 'admin' | 'signed';
    scope?: Scope;
    perAddress?: AddressWindow;
    resource?: '/mcp';
  }
}

/** Looks at no credentials. */
export function Public(): MethodDecorator {
  return applyDecorators(AddRouteConfig({ access: 'public' }), ApiSecurity({}));
}

/** Uses credentials, and refuses bad ones. */
export function OptionalKey(): MethodDecorator {
  return AddRouteConfig({ access: 'optional' });
}

/** Uses credentials when they are good. */
export function RecognisedKey(): MethodDecorator {
  return AddRouteConfig({ access: 'recognised' });
}

/** Needs the admin key. */
export function AdminOnly(): MethodDecorator {
  return applyDecorators(
    AddRouteConfig({ access: 'admin' }),
    ApiSecurity('AdminKey'),
    ApiErrors('UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED'),
  );
}

/** The route checks the signature of the body itself. */
export function SignedByStripe(): MethodDecorator {
  return applyDecorators(AddRouteConfig({ access: 'signed' }), ApiSecurity('StripeSignature'));
}

/**
 * What an access token needs for this route, beside being valid. A key has every scope, but one
 * with limits may not write.
 */
export function RequireScope(scope: Scope): MethodDecorator {
  return applyDecorators(
    AddRouteConfig({ scope }),
    ApiSecurity('ApiKey'),
    ApiSecurity('OAuth', [scope]),
    ApiErrors('INSUFFICIENT_SCOPE', ...(scope === 'account:write' ? (['FORBIDDEN'] as const) : [])),
  );
}

/**
 * Counts requests for their network address, before the body is read, in the window of this name.
 */
export function PerAddress(window: AddressWindow): MethodDecorator {
  return AddRouteConfig({ perAddress: window });
}

/**
 * Where the metadata of the protected resource is, below `/.well-known/oauth-protected-resource`;
 * the service's own unless a route says otherwise.
 */
export function ProtectedResource(resource: '/mcp'): MethodDecorator {
  return AddRouteConfig({ resource });
}
