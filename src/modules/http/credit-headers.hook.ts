import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { Ledger } from '../../core/billing/ports.js';
import { Log } from '../../core/ports.js';

/**
 * Says on every answer to a known caller what it cost and what is left. A hook of Fastify rather than an interceptor, because errors and
 * refusals say it too, and because an interceptor brings an Observable to every request.
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

  /** Reads the balance while something else is waited for. What cannot be read now is read again when there is an answer. */
  async readAhead(request: FastifyRequest, { accountId }: Caller): Promise<void> {
    request.creditsRemaining = await this.ledger.balance(accountId).catch(() => undefined);
  }

  /** At once where the balance is known: an answer that has to wait on its way out costs noticeably more. */
  private setHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | void {
    const { caller, creditsCharged } = request;
    if (!caller || isStream(reply)) return done();
    void reply.header('x-credits-charged', String(creditsCharged));
    const justCharged = creditsCharged > 0 ? this.ledger.balanceJustCharged(caller.accountId) : undefined;
    const known = justCharged ?? request.creditsRemaining;
    if (known === undefined) return this.setBalanceRead(request, reply, caller);
    setBalance(known, reply);
    done();
  }

  private async setBalanceRead({ id }: FastifyRequest, reply: FastifyReply, { accountId }: Caller): Promise<void> {
    try {
      setBalance(await this.ledger.balance(accountId), reply);
    } catch (error) {
      // An answer without the balance is better than none: it may have been charged for.
      this.log.warn('the balance of an answer could not be read', { requestId: id, error });
    }
  }
}

function setBalance(balance: number, reply: FastifyReply): void {
  void reply.header('x-credits-remaining', String(balance));
}

/** The cost of a streamed answer is not known when its headers leave; the stream itself says it. */
function isStream(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/event-stream');
}
