import { Body, Get, Param, Post } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { CreateKey } from '../../core/accounts/keys/create-key.js';
import { RevokeKey } from '../../core/accounts/keys/revoke-key.js';
import { UpdateKey } from '../../core/accounts/keys/update-key.js';
import { ApiKeys } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { CreateKeyBody, UpdateKeyBody, keyChange, keyWish } from '../../modules/accounts/accounts.dto.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { page, goTo, submitted, confirmed, type Fields } from '../page-answers.js';
import { budgetIn, FormBody, thresholdIn, tickedOf } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { keyList } from './key-list.js';
import { JURISDICTION_BOX, KeyPage, KeysPage, TIER_BOX } from './keys.page.js';

const KEYS = keyList('keys');
const NEW = new FormBody(CreateKeyBody);
const CHANGED = new FormBody(UpdateKeyBody);

@AccountPages('console')
export class ConsoleKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly createKey: CreateKey,
    private readonly updateKey: UpdateKey,
    private readonly revokeKey: RevokeKey,
  ) {}

  @Get(['keys', 'keys.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return KEYS.list(
      { title: 'Keys' },
      () => this.keys.of(accountId),
      (keys, { text }) => <KeysPage keys={keys} text={text} />,
    );
  }

  /** The only page that ever shows the key. */
  @Post('keys')
  @Reads('form')
  async create(@CurrentVisit() visit: ConsoleVisit, @Body() fields: Fields = {}) {
    const again = () => this.list(visit);
    return submitted({ to: '/keys', fields, again }, async () => {
      const { accountId } = visit.caller;
      const issued = await this.createNow(visit, fields);
      const keys = KEYS.page(await this.keys.of(accountId), KEYS.address.read({}));
      return page({ title: 'Keys' }, <KeysPage keys={keys} issued={issued} />);
    });
  }

  private createNow({ caller }: ConsoleVisit, fields: Record<string, string>) {
    return this.createKey.run(caller, keyWish(NEW.check(wishOf(fields))));
  }

  @Get('keys/:id')
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const key = (await this.keys.of(accountId)).find((each) => each.id === id && each.active);
    if (!key) throw new AppError('NOT_FOUND');
    const layout = { title: key.label, eyebrow: 'Key', narrow: true };
    return page(layout, <KeyPage keyShown={key} />);
  }

  /** Replaces all settings: an empty field removes its limit. */
  @Post('keys/:id')
  @Reads('form')
  change(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    const again = () => this.show(visit, id);
    return submitted({ to: `/keys/${id}`, fields, again }, async () => {
      const { label, budget = null, confirm_above = null, jurisdictions = null, tiers = null } = wishOf(fields);
      const change = keyChange(CHANGED.check({ label, budget, confirm_above, jurisdictions, tiers }));
      await this.updateKey.run(visit.caller.accountId, parseId('key', id), change);
      return goTo('/keys', 'Changes saved.');
    });
  }

  @Post('keys/:id/revoke')
  @Reads('form')
  async revoke(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Fields = {},
  ) {
    const key = (await this.keys.of(accountId)).find((each) => each.id === id);
    if (!key) throw new AppError('NOT_FOUND');
    const ask = async () => ({
      question: `Revoke the key “${key.label}”? Programs that use it stop working immediately. This cannot be undone.`,
      button: 'Revoke key',
      to: `/keys/${id}/revoke`,
      back: `/keys/${id}`,
    });
    const revoke = () => this.revokeKey.run(accountId, key.id);
    return confirmed({ fields, ask }, revoke, () => goTo('/keys', `The key “${key.label}” is revoked.`));
  }
}

function wishOf(fields: Record<string, string>) {
  return {
    label: fields['label']?.trim() || undefined,
    budget: budgetIn(fields),
    confirm_above: thresholdIn(fields),
    jurisdictions: tickedOf(fields, JURISDICTION_BOX),
    tiers: tickedOf(fields, TIER_BOX),
  };
}
