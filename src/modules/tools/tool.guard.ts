import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { requireScope } from '../../core/accounts/scope.js';
import { AppError } from '../../core/errors.js';
import type { Credentials } from '../auth/credentials.js';
import type { AgentSettings } from './agent-settings.js';
import type { Tool } from './tool.js';

/**
 * Who may pass to the tools: everybody may look at them and call the open ones, the rest takes credentials. It is decided before a protocol
 * library sees the request, because only a refusal of the HTTP request itself makes a client sign its user in.
 */
export class ToolGuard {
  constructor(
    private readonly credentials: Credentials,
    private readonly settings: AgentSettings,
  ) {}

  /** The caller, counted in their window; `undefined` for somebody without credentials. */
  async identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const caller = await this.credentials.read(request);
    if (!caller) {
      await this.credentials.countAnonymous('agents', this.settings.anonymousPerMinute, request);
      return undefined;
    }
    request.caller = caller;
    await this.credentials.enter(caller, reply);
    await this.credentials.count(caller, reply);
    if (caller.refusal) throw caller.refusal;
    return caller;
  }

  /** Throws `UNAUTHORIZED` or `INSUFFICIENT_SCOPE` when the caller may not call this tool. */
  admit(caller: Caller | undefined, tool: Tool): void {
    if (tool.access === 'open') return;
    if (!caller) throw new AppError('UNAUTHORIZED', { message: `The tool ${tool.name} needs credentials.` });
    requireScope(caller, tool.scope);
  }
}
