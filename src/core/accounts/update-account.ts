import type { Transaction, Tx } from '../ports.js';
import type { AccessCodes } from './access/access-codes.js';
import { addressToAsk } from './access/confirm-email.js';
import { isApplication, type MovableAccount, type Caller } from './account.js';
import { requireEmail } from './email-address.js';
import { addressesOf, type OwnerMails } from './owner-mails.js';
import type { Accounts, Mail, SignIns } from './ports.js';

/**
 * Changes the name or the address. A new address is set at once and gets a code. Until
 * confirm-email receives it, the account cannot spend, and any other account that proves the
 * address takes it over. Sending the same address again sends another code. The previous address is
 * notified in case its owner did not request this. If an application requested it, the previous
 * address gets its own code, which is required as well.
 */
export class UpdateAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly codes: AccessCodes,
    private readonly mails: OwnerMails,
    private readonly signIns: SignIns,
    private readonly transaction: Transaction,
  ) {}

  async run(
    caller: Pick<Caller, 'accountId' | 'grantId'>,
    change: { name?: string | null; email?: string; ip: string },
  ): Promise<void> {
    const { accountId } = caller;
    const before = await this.accounts.profile(accountId);
    const mails = await this.transaction.interactive(async (tx) => {
      if (change.name !== undefined) await this.accounts.rename(tx, accountId, change.name);
      if (change.email === undefined) return [];
      return this.moveTo(tx, before, requireEmail(change.email), {
        ip: change.ip,
        byApplication: isApplication(caller),
      });
    });
    // The new address is set even if its mail fails: sending it again sends another code.
    await this.mails.send(accountId, mails);
  }

  private async moveTo(
    tx: Tx,
    account: MovableAccount,
    email: string,
    { ip, byApplication }: { ip: string; byApplication: boolean },
  ): Promise<Mail[]> {
    const { id: accountId, email: before, emailVerified, provenEmail } = account;
    if (before === email && emailVerified) return [];
    // The code first, as in verify-access: two accounts that want one address then wait for each
    // other instead of deadlocking.
    const code = await this.codes.issue(tx, email, ip, accountId);
    await this.accounts.changeEmail(tx, accountId, email, byApplication);
    await this.signIns.endSessions(tx, accountId);
    const toAsk = addressToAsk({ email, provenEmail, movedByApplication: byApplication });
    const currentCode = toAsk === undefined ? undefined : await this.codes.issue(tx, toAsk, ip, accountId);
    const { validity } = this.codes;
    const others = addressesOf(account).filter((address) => address !== email && address !== toAsk);
    return [
      toConfirm(email, code, validity),
      ...(toAsk === undefined || currentCode === undefined ? [] : [toAgree(toAsk, currentCode, { email, validity })]),
      ...(before === email ? [] : others.map(moved)),
    ];
  }
}

function toConfirm(to: string, code: string, validity: string): Mail {
  return {
    to,
    subject: `${code} confirms your new address at Standing`,
    text: [
      'The address of a Standing account was changed to this one. To confirm it, enter this code under Account in the console,',
      'or send it to POST /v1/account/confirm-email with an API key of that account:',
      '',
      `    ${code}`,
      '',
      validity,
      'If you did not ask for this, ignore this message: without access to that account the code is useless.',
      '',
    ].join('\n'),
  };
}

function toAgree(to: string, code: string, { email, validity }: { email: string; validity: string }): Mail {
  return {
    to,
    subject: `${code} lets an application change the address of your Standing account`,
    text: [
      `An application that acts for you asks to change the address of your Standing account to ${email}.`,
      'If you want this, send this code as current_address_code to POST /v1/account/confirm-email, with the code of the new address:',
      '',
      `    ${code}`,
      '',
      validity,
      'If you did not ask for this, keep the code to yourself, restore the address with PATCH /v1/account,',
      'and revoke the application with DELETE /v1/account/grants/ID.',
      '',
    ].join('\n'),
  };
}

function moved(to: string): Mail {
  return {
    to,
    subject: 'The address of your Standing account was changed',
    text: [
      'Your Standing account now has another e-mail address. Messages will go there.',
      'If this was not you, contact support at once: someone else has one of your API keys.',
      '',
    ].join('\n'),
  };
}
