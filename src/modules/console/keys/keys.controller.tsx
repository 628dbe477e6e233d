import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { CreateKey } from '../../../core/accounts/keys/create-key.js';
import { RevokeKey } from '../../../core/accounts/keys/revoke-key.js';
import { UpdateKey } from '../../../core/accounts/keys/update-key.js';
import { ApiKeys } from '../../../core/accounts/ports.js';
import { AppError } from '../../../core/errors.js';
import { parseId } from '../../../core/ids.js';
import { CreateKeyBody, UpdateKeyBody } from '../../accounts/accounts.dto.js';
import { Contract } from '../../http/contract.js';
import { ConsolePages } from '../console-pages.js';
import { budgetIn, FormBody, tickedOf } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { JURISDICTION_BOX, KeyPage, KeysPage, TIER_BOX } from './keys.page.js';

const NEW = new FormBody(CreateKeyBody);
const CHANGED = new FormBody(UpdateKeyBody);

@AccountPages('console/keys')
export class ConsoleKeysController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly keys: ApiKeys,
    private readonly createKey: CreateKey,
    private readonly updateKey: UpdateKey,
    private readonly revokeKey: RevokeKey,
  ) {}

  @Get()
  async list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.pages.show(request, reply, { title: 'Keys' }, <KeysPage keys={await this.keys.of(accountId)} />);
  }

  /** The key is in the answer to the form, and nowhere else ever. */
  @Post()
  @Contract({ reads: 'form' })
  async create(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { label, budget, jurisdictions, tiers } = NEW.check(wishOf(fields));
    const issued = await this.createKey.run(caller, { label, budget, jurisdictions, tiers });
    const keys = await this.keys.of(caller.accountId);
    return this.pages.show(request, reply, { title: 'Keys' }, <KeysPage keys={keys} issued={issued} />);
  }

  @Get(':id')
  async show(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = (await this.keys.of(accountId)).find((each) => each.id === id && each.active);
    if (!key) throw new AppError('NOT_FOUND');
    const layout = { title: key.label, eyebrow: 'Key', narrow: true };
    return this.pages.show(request, reply, layout, <KeyPage keyShown={key} />);
  }

  /** The form says how everything is to be: what is left empty is lifted. */
  @Post(':id')
  @Contract({ reads: 'form' })
  async change(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { label, budget = null, jurisdictions = null, tiers = null } = wishOf(fields);
    const change = CHANGED.check({ label, budget, jurisdictions, tiers });
    await this.updateKey.run(accountId, parseId('key', id), change);
    return this.pages.goTo(reply, '/keys');
  }

  @Post(':id/revoke')
  @Contract({ reads: 'form' })
  async revoke(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.revokeKey.run(accountId, parseId('key', id));
    return this.pages.goTo(reply, '/keys');
  }
}

function wishOf(fields: Record<string, string>) {
  return {
    label: fields['label']?.trim() || undefined,
    budget: budgetIn(fields),
    jurisdictions: tickedOf(fields, JURISDICTION_BOX),
    tiers: tickedOf(fields, TIER_BOX),
  };
}
