import { Get, Param } from '@nestjs/common';
import { AdjustCredits } from '../../core/admin/adjust-credits.js';
import { ChangeRateLimit } from '../../core/admin/change-rate-limit.js';
import { CreateAccount } from '../../core/admin/create-account.js';
import { AdminAccounts, type Admin, type AdminAccount } from '../../core/admin/ports.js';
import { SwitchAccount } from '../../core/admin/switch-account.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { AccountsQuery, AdjustCreditsBody, CreateAccountBody, RateLimitBody } from '../../modules/admin/admin.dto.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { keyList } from '../keys/key-list.js';
import { credits } from '../pages/parts.js';
import { FormBody, number, omitted, PageAddress, type Fields } from '../read-form.js';
import { ACCOUNT_COLUMNS } from './lists-csv.js';
import { AccountPage, AccountsPage, CreatedPage } from './accounts.page.js';
import { REASON } from './reason.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';

const KEYS = keyList('keys-of-account');
const ADDRESS = new PageAddress(AccountsQuery);
const NEW = new FormBody(CreateAccountBody, { credits: number });
const ADJUSTMENT = new FormBody(AdjustCreditsBody, { amount: number });
const LIMIT = new FormBody(RateLimitBody, { rate_limit: number, key_id: omitted });

/** Accounts, as in the routes under /v1/admin/accounts and /v1/admin/keys. */
@SupportPages('console/admin')
export class AdminAccountPagesController {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly createAccount: CreateAccount,
    private readonly switchAccount: SwitchAccount,
    private readonly adjustCredits: AdjustCredits,
    private readonly changeRateLimit: ChangeRateLimit,
  ) {}

  @Get(['accounts', 'accounts.csv'])
  list() {
    return list({
      title: 'Accounts',
      address: ADDRESS,
      csv: { name: 'accounts', columns: ACCOUNT_COLUMNS },
      after: ({ cursor }) => cursorIn('acc', cursor),
      read: async ({ email_prefix: prefix, limit }, after) => {
        const { accounts: items, next } = await this.accounts.list({
          emailPrefix: prefix?.toLowerCase(),
          after,
          limit,
        });
        return { items, next };
      },
      body: (accounts) => <AccountsPage accounts={accounts} />,
    });
  }

  @Form('accounts')
  create(@CurrentAdmin() admin: Admin) {
    return form({
      body: NEW,
      again: () => this.list(),
      run: ({ email, name, credits: first, label }) =>
        this.createAccount.run(admin, { email, name, credits: first, label }),
      next: (created) =>
        page(
          { title: created.email, eyebrow: 'Account made', narrow: true },
          <CreatedPage accountId={created.accountId} issued={created.key} />,
        ),
    });
  }

  @Get(['accounts/:id', 'accounts/:id/keys.csv'])
  async show(@Param('id') id: string) {
    const account = await this.find(id);
    const layout = { title: nameOf(account), eyebrow: 'Account' };
    return KEYS.list(
      layout,
      () => account.keys,
      (keys) => <AccountPage account={account} keys={keys} />,
    );
  }

  @Form('accounts/:id/credits')
  async credits(@CurrentAdmin() admin: Admin, @Param('id') id: string) {
    const account = await this.find(id);
    return form({
      ...this.formOn(id),
      body: ADJUSTMENT,
      confirm: ({ amount }) => {
        const [verb, to] = amount > 0 ? ['Give', 'to'] : ['Take', 'from'];
        const button = `${verb} ${credits(Math.abs(amount))}`;
        return { question: `${button} ${to} ${nameOf(account)}?`, button, back: pathOf(id) };
      },
      run: ({ amount, reason }) => this.adjustCredits.run(admin, account.profile.id, { amount, reason }),
    });
  }

  @Form('accounts/:id/disable')
  async disable(@CurrentAdmin() admin: Admin, @Param('id') id: string) {
    const account = await this.find(id);
    const question = `Disable ${nameOf(account)}? Its keys and tokens stop working immediately.`;
    return form({
      ...this.formOn(id),
      body: REASON,
      confirm: () => ({ question, button: 'Disable account', back: pathOf(id) }),
      run: ({ reason }) => this.switchAccount.run(admin, account.profile.id, { disabled: true, reason }),
    });
  }

  @Form('accounts/:id/enable')
  async enable(@CurrentAdmin() admin: Admin, @Param('id') id: string) {
    const { profile } = await this.find(id);
    return form({
      ...this.formOn(id),
      body: REASON,
      run: ({ reason }) => this.switchAccount.run(admin, profile.id, { disabled: false, reason }),
      notice: 'The account is enabled.',
    });
  }

  @Form('accounts/:id/rate-limit')
  async rateLimit(@CurrentAdmin() admin: Admin, @Param('id') id: string) {
    const { keys } = await this.find(id);
    return form({
      ...this.formOn(id),
      body: {
        read: (fields: Fields) => {
          const key = keys.find((each) => each.id === fields['key_id']);
          if (!key) throw new AppError('NOT_FOUND');
          return { key, ...LIMIT.read(fields) };
        },
      },
      run: ({ key, rate_limit: perMinute, reason }) => this.changeRateLimit.run(admin, key.id, { perMinute, reason }),
      notice: 'The limit is set.',
    });
  }

  /** A form on the page of an account. */
  private formOn(id: string) {
    return { again: () => this.show(id), next: pathOf(id) };
  }

  private async find(given: string): Promise<AdminAccount> {
    const id = parseId('acc', given);
    const account = id && (await this.accounts.find(id));
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }
}

const pathOf = (id: string) => `/admin/accounts/${id}`;
const nameOf = ({ profile }: AdminAccount) => profile.email || profile.id;
