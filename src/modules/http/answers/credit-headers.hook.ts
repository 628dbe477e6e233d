import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../core/accounts/account.js';
import { hasBudget } from '../../../core/accounts/caller-limits.js';
import { budgetRemaining } from '../../../core/billing/budget.js';
import type { CreditsLeft } from '../../../core/billing/charge.js';
import { Ledger } from '../../../core/billing/ports.js';
import type { Replayable } from '../../../core/idempotency/run-idempotently.js';
import { Log } from '../../../core/ports.js';

/** The cost of an answer; an error may have been charged, too. */
export interface Bill {
  creditsCharged: number;
  /** After the charge; `undefined` if it has to be read. */
  creditsLeft: CreditsLeft | undefined;
  /** The answer repeats an earlier one with the same Idempotency-Key. */
  replayed: boolean;
}

interface Charged {
  creditsCharged: number;
  left?: CreditsLeft | undefined;
}

/** Writes the cost of what ran, which is nothing for a repeated request. */
export function billed<T extends Charged>(bill: Bill, ran: Replayable<T>): Replayable<T> {
  const { outcome, replayed } = ran;
  bill.creditsCharged = replayed ? 0 : outcome.creditsCharged;
  bill.creditsLeft = outcome.left;
  bill.replayed = replayed;
  return ran;
}

/**
 * Sets the cost and the remaining credits on every response to a known caller. This is a Fastify
 * hook rather than an interceptor, because errors and refusals need the headers too, and an
 * interceptor adds an Observable to every request.
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
   * Reads the remaining credits while the request waits for something else. If that fails, they are
   * read again for the response.
   */
  async readAhead(request: FastifyRequest, caller: Caller): Promise<void> {
    request.context.creditsLeft = await creditsLeft(this.ledger, caller).catch(() => undefined);
  }

  /**
   * Synchronous if the balance is known: an asynchronous hook makes every response noticeably
   * slower.
   */
  private setHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | void {
    const { caller, creditsCharged, creditsLeft: left, replayed } = request.context;
    if (!caller || isStream(reply)) return done();
    if (replayed) void reply.header('idempotency-replayed', 'true');
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
      // Send the response without the balance rather than fail: it may have been charged for.
      this.log.warn('the balance of an answer could not be read', { requestId: id, error });
    }
  }
}

function setLeft({ balance, budget }: CreditsLeft, reply: FastifyReply): void {
  void reply.header('x-credits-remaining', String(balance));
  if (budget !== undefined) void reply.header('x-budget-remaining', String(budget));
}

/** The cost of a stream is unknown when its headers are sent; the stream itself reports it. */
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
