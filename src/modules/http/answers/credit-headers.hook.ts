import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../core/accounts/account.js';
import { hasBudget } from '../../../core/accounts/caller-limits.js';
import { budgetRemaining } from '../../../core/billing/budget.js';
import type { CreditsLeft } from '../../../core/billing/charge.js';
import { Ledger } from '../../../core/billing/ports.js';
import { Log } from '../../../core/ports.js';

/**
 * Says on every answer to a known caller what it cost and what is left. A hook of Fastify rather
 * than an interceptor, because errors and refusals say it too, and because an interceptor brings an
 * Observable to every request.
 */
@Injectable()
export class CreditHeaders implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly ledger: Ledger,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter
      .getInstance<FastifyInstance>()
      .addHook('onSend', (request, reply, _payload, done) => this.setHeaders(request, reply, done));
  }

  /**
   * Reads what is left while something else is waited for. What cannot be read now is read again
   * when there is an answer.
   */
  async readAhead(request: FastifyRequest, caller: Caller): Promise<void> {
    request.context.creditsLeft = await creditsLeft(this.ledger, caller).catch(() => undefined);
  }

  /**
   * At once where the balance is known: an answer that has to wait on its way out costs noticeably
   * more.
   */
  private setHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | void {
    const { caller, creditsCharged, creditsLeft: left } = request.context;
    if (!caller || isStream(reply)) return done();
    void reply.header('x-credits-charged', String(creditsCharged));
    if (!left || (hasBudget(caller.limits) && left.budget === undefined))
      return this.setHeadersRead(request, reply, caller);
    setLeft(left, reply);
    done();
  }

  private async setHeadersRead({ id }: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
    try {
      setLeft(await creditsLeft(this.ledger, caller), reply);
    } catch (error) {
      // An answer without the balance is better than none: it may have been charged for.
      this.log.warn('the balance of an answer could not be read', { requestId: id, error });
    }
  }
}

function setLeft({ balance, budget }: CreditsLeft, reply: FastifyReply): void {
  void reply.header('x-credits-remaining', String(balance));
  if (budget !== undefined) void reply.header('x-budget-remaining', String(budget));
}

/** The cost of a streamed answer is not known when its headers leave; the stream itself says it. */
function isStream(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/event-stream');
}

export async function creditsLeft(ledger: Ledger, caller: Caller): Promise<CreditsLeft> {
  if (!hasBudget(caller.limits)) return { balance: await ledger.balance(caller.accountId), budget: undefined };
  const limits = await ledger.limits(caller);
  const balance = limits.find(({ limitedBy }) => limitedBy === 'balance')?.available ?? 0;
  return { balance, budget: budgetRemaining(limits) };
}
