import { Transaction } from '../ports.js';
import { RateLimits, tooMany } from '../rate-limits/ports.js';
import type { Id } from '../ids.js';
import { AccessCodes } from './access/access-codes.js';
import { addressToAsk } from './access/confirm-email.js';
import { isApplication, type MovableAccount, type Caller } from './account.js';
import { requireEmail } from './email-address.js';
import { OwnerMails } from './owner-mails.js';
import { Accounts, AddressMails, type Mail, SignIns } from './ports.js';
import { Injectable } from '../injectable.js';

/** Requests for a new address, or for another code to it; per account and day. */
const MAX_MOVES = 20;

interface Move {
  email: string;
  ip: string;
  byApplication: boolean;
}

/**
 * Changes the name or the address. A new address is set at once and gets a code; sending it again
 * sends another code. Until confirm-email receives it, the account cannot spend, and the address
 * blocks no other account: one that names or proves it sends this account back to its own. The
 * previous address, if it is proved, is notified in case its owner did not request this. If an
 * application requested it, the previous address gets a code of its own, which is required as well.
 */
@Injectable()
export class UpdateAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly codes: AccessCodes,
    private readonly mails: OwnerMails,
    private readonly words: AddressMails,
    private readonly signIns: SignIns,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  async run(
    caller: Pick<Caller, 'accountId' | 'grantId'>,
    change: { name?: string | null; email?: string; ip: string },
  ): Promise<void> {
    const { accountId } = caller;
    const before = await this.accounts.profile(accountId);
    const { name, email, ip } = change;
    const move =
      email === undefined ? undefined : { email: requireEmail(email), ip, byApplication: isApplication(caller) };
    const moves = move !== undefined && !(before.email === move.email && before.emailVerified);
    if (moves) await this.count(accountId);
    // The account proved this address before, and takes back a move that it did not confirm.
    const returns = move !== undefined && move.email === before.provenEmail;
    const codes = moves && !returns ? await this.makeCodes(before, move) : [];
    await this.transaction.interactive(async (tx) => {
      if (name !== undefined) await this.accounts.rename(tx, accountId, name);
      if (!moves) return;
      await this.accounts.changeEmail(tx, accountId, move.email, move.byApplication);
      await this.signIns.endSessions(tx, accountId);
    });
    // The new address is set even if its mail fails: sending it again sends another code.
    await this.mails.sendCodes(accountId, codes);
    const { provenEmail } = before;
    const isAsked = codes.some(({ to }) => to === provenEmail);
    if (moves && !returns && before.email !== move.email && !isAsked)
      await this.mails.notify('address', before, this.words.moved);
  }

  /** Whether the address is free or taken: an account must not find out who has one. */
  private async count(accountId: Id<'acc'>): Promise<void> {
    const window = await this.rateLimits.count(`moves ${accountId}`, MAX_MOVES, 'sliding day');
    if (!window.within) throw tooMany(window, `The address may be changed ${MAX_MOVES} times a day`);
  }

  /**
   * Committed before the move: a request for an address that is taken counts like any other, so
   * that trying addresses is limited. Such a code is mailed to nobody and moves nothing.
   */
  private makeCodes({ id, provenEmail }: MovableAccount, { email, ip, byApplication }: Move): Promise<Mail[]> {
    const { validity } = this.codes;
    const toAsk = addressToAsk({ email, provenEmail, movedByApplication: byApplication });
    return this.transaction.interactive(async (tx) => {
      const mails = [this.words.toConfirm(email, { code: await this.codes.issue(tx, email, ip, id), validity })];
      if (toAsk !== undefined)
        mails.push(this.words.toAgree(toAsk, { code: await this.codes.issue(tx, toAsk, ip, id), email, validity }));
      return mails;
    });
  }
}
