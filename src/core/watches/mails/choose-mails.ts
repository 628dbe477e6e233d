import type { Id } from '../../ids.js';
import { Events } from '../../webhooks/ports.js';
import { ChangeMails, type MailRhythm } from './ports.js';
import { Injectable } from '../../injectable.js';

@Injectable()
export class ChooseMails {
  constructor(
    private readonly mails: ChangeMails,
    private readonly events: Events,
  ) {}

  /** Only later events are mailed. `undefined` ends the mails. */
  async run(accountId: Id<'acc'>, every: MailRhythm | undefined): Promise<void> {
    const lastEvent = every === undefined ? undefined : await this.events.newest(accountId);
    await this.mails.choose(accountId, every, lastEvent);
  }
}
