import { OwnerMails } from '../../accounts/owner-mails.js';
import { Accounts } from '../../accounts/ports.js';
import { newUuid, type Id } from '../../ids.js';
import { Log } from '../../ports.js';
import { Events } from '../../webhooks/ports.js';
import { WATCH_EVENT_TYPES } from '../../webhooks/event.js';
import { MailComposer, type WatchEventBody } from './mail-composer.js';
import { ChangeMails, type DueMails, type MadeMail } from './ports.js';
import { Injectable } from '../../injectable.js';

const ACCOUNTS_AT_ONCE = 20;
const EVENTS_AT_ONCE = 200;
const OF_WATCHES: ReadonlySet<string> = new Set(WATCH_EVENT_TYPES);

/**
 * Mails the findings of watches. A mail is stored before it is sent, and its events are in no other
 * mail: if a process dies in between, the same mail is sent again under the same id.
 */
@Injectable()
export class MailChanges {
  constructor(
    private readonly mails: ChangeMails,
    private readonly events: Events,
    private readonly composer: MailComposer,
    private readonly accounts: Accounts,
    private readonly ownerMails: OwnerMails,
    private readonly log: Log,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    for (const due of await this.mails.claim(ACCOUNTS_AT_ONCE)) {
      if (stopping.aborted) return;
      await this.tell(due).catch(async (error: unknown) => {
        this.log.error('a mail about changes could not be sent', { accountId: due.accountId, error });
        await this.mails.failed(due.accountId);
      });
    }
  }

  private async tell({ accountId, lastEvent, made }: DueMails): Promise<void> {
    const mail = made ?? (await this.make(accountId, lastEvent));
    if (!mail) return;
    const { id, subject, text, lastEvent: upTo } = mail;
    const sent = { subject, text, messageId: `<${id}@standing.invalid>` };
    if (await this.ownerMails.sendChanges(await this.accounts.profile(accountId), sent))
      await this.mails.done(accountId, upTo);
    else await this.mails.failed(accountId);
  }

  /** Makes no mail without events; the position in the feed advances anyway. */
  private async make(accountId: Id<'acc'>, after: Id<'evt'> | undefined): Promise<MadeMail | undefined> {
    const stored = await this.events.after(accountId, after, EVENTS_AT_ONCE);
    const bodies = stored
      .map(({ body }) => JSON.parse(body) as WatchEventBody)
      .filter(({ event }) => OF_WATCHES.has(event));
    const lastEvent = stored.at(-1)?.id ?? after;
    if (bodies.length === 0 || !lastEvent) {
      await this.mails.done(accountId, lastEvent);
      return undefined;
    }
    const mail = { id: newUuid(), lastEvent, ...(await this.composer.compose(bodies)) };
    return (await this.mails.make(accountId, mail)) ? mail : undefined;
  }
}
