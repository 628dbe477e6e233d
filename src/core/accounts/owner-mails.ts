import type { Id } from '../ids.js';
import type { Log } from '../ports.js';
import type { MovableAccount } from './account.js';
import type { Mail, Mailer } from './ports.js';

/** Notifies the owner of a completed change. A mail that fails does not undo the change. */
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

/** Returns the account's address and, if different, the last proved one. */
export function addressesOf({ email, provenEmail }: MovableAccount): string[] {
  return [...new Set([email, ...(provenEmail === undefined ? [] : [provenEmail])])];
}
