import { applyDecorators } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Scope } from '../../core/accounts/scope.js';
import { AddRouteConfig } from '../http/route-config.js';
import { ApiErrors } from '../openapi/api-errors.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without it, a route below /v1 needs credentials. */
    access?: 'public' | 'optional' | 'recognised' | 'admin' | 'signed';
    scope?: Scope;
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
