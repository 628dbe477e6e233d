import { AppError } from '../../errors.js';
import { Log, Transaction } from '../../ports.js';
import { networkOf } from '../../rate-limits/network.js';
import { AccessCodes, AccessPolicy } from './access-codes.js';
import { requireEmail } from '../email-address.js';
import { Accounts, Mailer } from '../ports.js';
import { Injectable } from '../../injectable.js';

/**
 * Sends a six-digit code to an address. The response is the same whether the address is known or
 * not. A newer code replaces the older one. With sign-up closed, no mail goes to an address that
 * opens no account.
 */
@Injectable()
export class RequestAccess {
  constructor(
    private readonly codes: AccessCodes,
    private readonly mailer: Mailer,
    private readonly transaction: Transaction,
    private readonly accounts: Accounts,
    private readonly policy: AccessPolicy,
    private readonly log: Log,
  ) {}

  async run(asked: {
    email: string;
    acceptTerms: boolean;
    ip: string;
  }): Promise<{ email: string; expiresInSeconds: number }> {
    if (!asked.acceptTerms) throw new AppError('TERMS_NOT_ACCEPTED');
    const email = requireEmail(asked.email);
    this.mailer.requireServer();
    const code = await this.transaction.interactive((tx) => this.codes.issue(tx, email, asked.ip), networkOf(asked.ip));
    if (this.policy.signUp) await this.send(email, code);
    // Neither a failure of the mail server nor its time tells which addresses have an account.
    else if (await this.accounts.isProved(email)) void this.send(email, code).catch((error) => this.report(error));
    return { email, expiresInSeconds: this.codes.ttlSeconds };
  }

  private report(error: unknown): void {
    this.log.error('a code could not be sent', { error });
  }

  private send(email: string, code: string): Promise<void> {
    return this.mailer.send({
      to: email,
      subject: `${code} is your Standing code`,
      text: [
        'Your code for Standing:',
        '',
        `    ${code}`,
        '',
        this.codes.validity,
        'If you did not ask for it, ignore this message: without the code, no one can sign in.',
        '',
      ].join('\n'),
    });
  }
}
