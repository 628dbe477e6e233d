import type { Id } from '../ids.js';
import { Log } from '../ports.js';
import { RateLimits } from '../rate-limits/ports.js';
import type { MovableAccount } from './account.js';
import { withoutTag } from './email-address.js';
import { type Mail, Mailer } from './ports.js';
import { Injectable } from '../injectable.js';

/** Each is counted apart, so that many of one kind never crowd out another. */
type MailKind = NoticeKind | 'changes';
type NoticeKind = 'password' | 'address';

/** Per hour, for each account and for each recipient. */
const MAX_PER_HOUR: Readonly<Record<MailKind, number>> = { password: 10, address: 10, changes: 60 };

/**
 * Sends mails to the owners of accounts, to proved addresses only: anyone can name an address. An
 * address that is to be proved gets its code and nothing else; codes are limited as they are made.
 */
@Injectable()
export class OwnerMails {
  constructor(
    private readonly mailer: Mailer,
    private readonly rateLimits: RateLimits,
    private readonly log: Log,
  ) {}

  /** Sends codes that were just made. A mail that fails does not undo the change. */
  async sendCodes(accountId: Id<'acc'>, mails: readonly Mail[]): Promise<void> {
    for (const mail of mails) await this.attempt(accountId, mail);
  }

  /** Notifies the owner of a completed change, within the hourly limits. */
  async notify(kind: NoticeKind, account: MovableAccount, notice: Omit<Mail, 'to'>): Promise<void> {
    const { id, provenEmail: to } = account;
    if (to === undefined || !(await this.admits(kind, id, to))) return;
    await this.attempt(id, { to, ...notice });
  }

  /**
   * Sends what changed. Returns `false` if the hourly limits do not allow it now, and throws if the
   * mail server does not accept it. Sends nothing to an account without a proved address.
   */
  async sendChanges(account: MovableAccount, changes: Omit<Mail, 'to'>): Promise<boolean> {
    const { id, email: to, emailVerified } = account;
    if (!emailVerified) return true;
    if (!(await this.admits('changes', id, to))) return false;
    await this.mailer.send({ to, ...changes });
    return true;
  }

  private async admits(kind: MailKind, accountId: Id<'acc'>, to: string): Promise<boolean> {
    for (const counted of [accountId, withoutTag(to)]) {
      const { within } = await this.rateLimits.count(`mail ${kind} ${counted}`, MAX_PER_HOUR[kind], 'sliding hour');
      if (!within) {
        this.log.warn('a mail to an owner was left out: the hourly limit is reached', { accountId, kind });
        return false;
      }
    }
    return true;
  }

  private async attempt(accountId: Id<'acc'>, mail: Mail): Promise<void> {
    await this.mailer.send(mail).catch((error: unknown) => {
      this.log.error('a mail about a changed account could not be sent', { accountId, error });
    });
  }
}
