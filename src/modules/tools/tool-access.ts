import { applyDecorators } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { requireScope } from '../../core/accounts/scope.js';
import { AppError } from '../../core/errors.js';
import { OptionalKey, PerAddress } from '../auth/access.decorators.js';
import { Reads, OwnOriginOnly } from '../http/route.decorators.js';
import type { Tool } from './tool.js';

/**
 * Agent endpoints: anyone may list the tools and call the open ones, counted per network address;
 * other tools need credentials.
 */
export const ForAgents = () => applyDecorators(OptionalKey(), PerAddress('agents'), Reads('anything'), OwnOriginOnly());

/**
 * Throws `UNAUTHORIZED` or `INSUFFICIENT_SCOPE` if the caller may not call this tool. Runs before a
 * protocol library sees the request, because only an HTTP error makes a client sign its user in.
 */
export function requireToolAccess(caller: Caller | undefined, tool: Tool): void {
  if (tool.access === 'open') return;
  if (!caller) {
    throw new AppError('UNAUTHORIZED', {
      message: `The tool ${tool.name} needs credentials.`,
      ...(tool.scope && { details: { required: tool.scope } }),
    });
  }
  if (tool.scope) requireScope(caller, tool.scope);
}
