import type { Id } from '../ids.js';
import type { Log } from '../ports.js';
import type { MovableAccount } from './account.js';
import type { Mail, Mailer } from './ports.js';

/** Mails about a change that has been made: the change stands whether or not they leave. */
export class OwnerMails {
  constructor(
    private readonly mailer: Mailer,
    private readonly log: Log,
  ) {}

  async send(accountId: Id<'acc'>, mails: readonly Mail[]): Promise<void> {
    for (const mail of mails) {
      await this.mailer.send(mail).catch((error: unknown) => {
        this.log.error('a mail about a changed account could not be sent', { accountId, error });
      });
    }
  }
}

/**
 * Where the owner is reached: at the address of the account, and at the one that was proved last
 * where that is another.
 */
export function addressesOf({ email, provenEmail }: MovableAccount): string[] {
  return [...new Set([email, ...(provenEmail === undefined ? [] : [provenEmail])])];
}
