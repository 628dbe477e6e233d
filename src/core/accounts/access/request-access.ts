import { AppError } from '../../errors.js';
import { Transaction } from '../../ports.js';
import { networkOf } from '../../rate-limits/network.js';
import { AccessCodes } from './access-codes.js';
import { requireEmail } from '../email-address.js';
import { Mailer } from '../ports.js';
import { Injectable } from '../../injectable.js';

/**
 * Sends a six-digit code to an address. The response is the same whether the address is known or
 * not. A newer code replaces the older one.
 */
@Injectable()
export class RequestAccess {
  constructor(
    private readonly codes: AccessCodes,
    private readonly mailer: Mailer,
    private readonly transaction: Transaction,
  ) {}

  async run(asked: {
    email: string;
    acceptTerms: boolean;
    ip: string;
  }): Promise<{ email: string; expiresInSeconds: number }> {
    if (!asked.acceptTerms) throw new AppError('TERMS_NOT_ACCEPTED');
    const email = requireEmail(asked.email);
    const code = await this.transaction.interactive((tx) => this.codes.issue(tx, email, asked.ip), networkOf(asked.ip));
    await this.mailer.send({
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
    return { email, expiresInSeconds: this.codes.ttlSeconds };
  }
}
