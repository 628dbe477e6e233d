import type { Id } from '../ids.js';
import type { Log, Transaction, Tx } from '../ports.js';
import type { AccessCodes } from './access/access-codes.js';
import type { Account } from './account.js';
import { requireEmail } from './email-address.js';
import type { Accounts, Mail, Mailer, SignIns } from './ports.js';

/**
 * The owner changes name or address. A new address is taken at once and gets a code; until that comes back through confirm-email, the
 * account cannot spend, and whichever other account proves the address gets it. Naming the same address again sends another code. The previous
 * address is notified, in case its owner did not ask for this.
 */
export class UpdateAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly codes: AccessCodes,
    private readonly mailer: Mailer,
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
    private readonly log: Log,
  ) {}

  async run(accountId: Id<'acc'>, change: { name?: string; email?: string; ip: string }): Promise<void> {
    const before = await this.accounts.profile(accountId);
    const mails = await this.transaction.interactive(async (tx) => {
      if (change.name !== undefined) await this.accounts.rename(tx, accountId, change.name);
      return change.email === undefined ? [] : this.moveTo(tx, before, requireEmail(change.email), change.ip);
    });
    // The address is taken whether or not its mail leaves: naming it again sends another code.
    for (const mail of mails) {
      await this.mailer.send(mail).catch((error: unknown) => {
        this.log.error('a mail about a changed address could not be sent', { accountId, error });
      });
    }
  }

  private async moveTo(tx: Tx, account: Account, email: string, ip: string): Promise<Mail[]> {
    const { id: accountId, email: before, emailVerified } = account;
    if (before === email && emailVerified) return [];
    // The code first, as at verify-access: two accounts that want one address then wait for each other instead of deadlocking.
    const code = await this.codes.issue(tx, email, ip, accountId);
    await this.accounts.changeEmail(tx, accountId, email);
    await this.signIns.endSessions(tx, accountId);
    const toConfirm = {
      to: email,
      subject: `${code} confirms your new address at Standing`,
      text: [
        'A Standing account was moved to this address. To confirm it, send this code to POST /v1/account/confirm-email,',
        'with an API key of that account:',
        '',
        `    ${code}`,
        '',
        this.codes.validity,
        'If you did not ask for this yourself, ignore this message: without that key the code is useless.',
        '',
      ].join('\n'),
    };
    if (before === email) return [toConfirm];
    return [
      toConfirm,
      {
        to: before,
        subject: 'The address of your Standing account was changed',
        text: [
          'Your Standing account now has another e-mail address. Messages will go there.',
          'If this was not you, contact support at once: somebody holds one of your API keys.',
          '',
        ].join('\n'),
      },
    ];
  }
}
