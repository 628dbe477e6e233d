import { Get, Param } from '@nestjs/common';
import type { ListedKey } from '../../core/accounts/account.js';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import type { IssuedKey } from '../../core/accounts/keys/api-key.js';
import { CreateKey } from '../../core/accounts/keys/create-key.js';
import { RevokeKey } from '../../core/accounts/keys/revoke-key.js';
import { UpdateKey } from '../../core/accounts/keys/update-key.js';
import { ApiKeys } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { parseId, type Id } from '../../core/ids.js';
import { CreateKeyBody, UpdateKeyBody, keyChange, keyWish } from '../../modules/accounts/accounts.dto.js';
import { Form, form } from '../form-answers.js';
import { page } from '../page-answers.js';
import { budgetIn, FormBody, thresholdIn, tickedOf, type Fields } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { keyList } from './key-list.js';
import { JURISDICTION_BOX, KeyPage, KeysPage, TIER_BOX } from './keys.page.js';

const KEYS = keyList('keys');
const NEW = new FormBody(CreateKeyBody, wishOf);
/** Replaces all settings: an empty field removes its limit. */
const CHANGED = new FormBody(UpdateKeyBody, wishOf);

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
    return this.listOf(accountId);
  }

  private listOf(accountId: Id<'acc'>, issued?: IssuedKey) {
    return KEYS.list(
      { title: 'Keys' },
      () => this.keys.of(accountId),
      (keys) => <KeysPage keys={keys} issued={issued} />,
    );
  }

  /** The only page that ever shows the key. */
  @Form('keys')
  create(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      body: NEW,
      again: () => this.list(visit),
      run: (wish) => this.createKey.run(visit.caller, keyWish(wish)),
      next: (issued) => this.listOf(visit.caller.accountId, issued),
    });
  }

  @Get('keys/:id')
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const key = await this.find(accountId, id);
    if (!key.active) throw new AppError('NOT_FOUND');
    const layout = { title: key.label, eyebrow: 'Key', narrow: true };
    return page(layout, <KeyPage keyShown={key} />);
  }

  /** Replaces all settings: an empty field removes its limit. */
  @Form('keys/:id')
  change(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string) {
    return form({
      body: CHANGED,
      again: () => this.show(visit, id),
      run: (change) => this.updateKey.run(visit.caller.accountId, parseId('key', id), keyChange(change)),
      next: '/keys',
      notice: 'Changes saved.',
    });
  }

  @Form('keys/:id/revoke')
  async revoke(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const key = await this.find(accountId, id);
    return form({
      confirm: () => ({
        question: `Revoke the key “${key.label}”? Programs that use it stop working immediately. This cannot be undone.`,
        button: 'Revoke key',
        back: `/keys/${id}`,
      }),
      run: () => this.revokeKey.run(accountId, key.id),
      next: '/keys',
      notice: `The key “${key.label}” is revoked.`,
    });
  }

  private async find(accountId: Id<'acc'>, id: string): Promise<ListedKey> {
    const key = (await this.keys.of(accountId)).find((each) => each.id === id);
    if (!key) throw new AppError('NOT_FOUND');
    return key;
  }
}

function wishOf(fields: Fields) {
  return {
    label: fields['label']?.trim() || undefined,
    budget: budgetIn(fields),
    confirm_above: thresholdIn(fields),
    jurisdictions: tickedOf(fields, JURISDICTION_BOX) ?? null,
    tiers: tickedOf(fields, TIER_BOX) ?? null,
  };
}
