import { Body, Get, Param, Post } from '@nestjs/common';
import { AdjustCredits } from '../../core/admin/adjust-credits.js';
import { ChangeRateLimit } from '../../core/admin/change-rate-limit.js';
import { CreateAccount } from '../../core/admin/create-account.js';
import { AdminAccounts, type Admin, type AdminAccount } from '../../core/admin/ports.js';
import { SwitchAccount } from '../../core/admin/switch-account.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import {
  AccountsQuery,
  AdjustCreditsBody,
  CreateAccountBody,
  RateLimitBody,
  ReasonBody,
} from '../../modules/admin/admin.dto.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { list, page, goTo, submitted, type Fields, type PageAnswer } from '../page-answers.js';
import { keyList } from '../keys/key-list.js';
import { credits } from '../pages/parts.js';
import { FormBody, number, PageAddress } from '../read-form.js';
import { accountCells, ACCOUNT_COLUMNS } from './lists-csv.js';
import { AccountPage, AccountsPage, CreatedPage } from './accounts.page.js';
import { AdminForms } from './admin-forms.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';

const KEYS = keyList('keys-of-account');
const ADDRESS = new PageAddress(AccountsQuery);
const NEW = new FormBody(CreateAccountBody, { credits: number });
const ADJUSTMENT = new FormBody(AdjustCreditsBody, { amount: number });
const LIMIT = new FormBody(RateLimitBody, { rate_limit: number });
const REASON = new FormBody(ReasonBody);

interface AccountForm {
  id: string;
  form: string;
  fields: Fields;
}

/** Accounts, as in the routes under /v1/admin/accounts and /v1/admin/keys. */
@SupportPages('console/admin')
export class AdminAccountPagesController {
  constructor(
    private readonly forms: AdminForms,
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
      csv: { name: 'accounts', columns: ACCOUNT_COLUMNS, cells: accountCells },
      after: ({ cursor }) => cursorIn('acc', cursor),
      read: async ({ email_prefix: prefix, limit }, after) => {
        const { accounts: items, next } = await this.accounts.list({
          emailPrefix: prefix?.toLowerCase(),
          after,
          limit,
        });
        return { items, next };
      },
      body: ({ items: accounts, next }, { email_prefix: prefix }) => (
        <AccountsPage list={{ accounts, next }} prefix={prefix} />
      ),
    });
  }

  @Post('accounts')
  @Reads('form')
  create(@CurrentAdmin() admin: Admin, @Body() fields: Fields = {}) {
    const again = () => this.list();
    return submitted({ to: '/admin/accounts', fields, again }, async () => {
      const { email, name, credits: first, label } = NEW.read(fields);
      const created = await this.createAccount.run(admin, { email, name, credits: first, label });
      const body = <CreatedPage accountId={created.accountId} issued={created.key} />;
      return page({ title: created.email, eyebrow: 'Account made', narrow: true }, body);
    });
  }

  @Get(['accounts/:id', 'accounts/:id/keys.csv'])
  async show(@Param('id') id: string) {
    const account = await this.find(id);
    const layout = { title: nameOf(account), eyebrow: 'Account' };
    return KEYS.list(
      layout,
      () => account.keys,
      (keys, { text }) => <AccountPage account={account} keys={keys} text={text} />,
    );
  }

  @Post('accounts/:id/credits')
  @Reads('form')
  async credits(@Param('id') id: string, @Body() fields: Fields = {}) {
    const account = await this.find(id);
    return this.sent({ id, form: 'credits', fields }, (next) => {
      const { amount, reason } = ADJUSTMENT.read(fields);
      const [verb, to] = amount > 0 ? ['Give', 'to'] : ['Take', 'from'];
      const button = `${verb} ${credits(Math.abs(amount))}`;
      const asked = { to: `${next}/credits`, next, fields, button, question: `${button} ${to} ${nameOf(account)}?` };
      return this.forms.confirmed(asked, (admin) =>
        this.adjustCredits.run(admin, account.profile.id, { amount, reason }),
      );
    });
  }

  @Post('accounts/:id/disable')
  @Reads('form')
  async disable(@Param('id') id: string, @Body() fields: Fields = {}) {
    const account = await this.find(id);
    return this.sent({ id, form: 'disable', fields }, (next) => {
      const { reason } = REASON.read(fields);
      const question = `Disable ${nameOf(account)}? Its keys and tokens stop working immediately.`;
      const asked = { to: `${next}/disable`, next, fields, button: 'Disable account', question };
      return this.forms.confirmed(asked, (admin) =>
        this.switchAccount.run(admin, account.profile.id, { disabled: true, reason }),
      );
    });
  }

  @Post('accounts/:id/enable')
  @Reads('form')
  async enable(@CurrentAdmin() admin: Admin, @Param('id') id: string, @Body() fields: Fields = {}) {
    const { profile } = await this.find(id);
    return this.sent({ id, form: 'enable', fields }, async (next) => {
      const { reason } = REASON.read(fields);
      await this.switchAccount.run(admin, profile.id, { disabled: false, reason });
      return goTo(next, 'The account is enabled.');
    });
  }

  @Post('accounts/:id/rate-limit')
  @Reads('form')
  async rateLimit(@CurrentAdmin() admin: Admin, @Param('id') id: string, @Body() fields: Fields = {}) {
    const { key_id: keyId, ...limit } = fields;
    const key = (await this.find(id)).keys.find((each) => each.id === keyId);
    if (!key) throw new AppError('NOT_FOUND');
    return this.sent({ id, form: 'rate-limit', fields }, async (next) => {
      const { rate_limit: perMinute, reason } = LIMIT.read(limit);
      await this.changeRateLimit.run(admin, key.id, { perMinute, reason });
      return goTo(next, 'The limit is set.');
    });
  }

  private sent({ id, form, fields }: AccountForm, work: (next: string) => PageAnswer | Promise<PageAnswer>) {
    const next = `/admin/accounts/${id}`;
    const again = () => this.show(id);
    return submitted({ to: `${next}/${form}`, fields, again }, async () => work(next));
  }

  private async find(given: string): Promise<AdminAccount> {
    const id = parseId('acc', given);
    const account = id && (await this.accounts.find(id));
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }
}

const nameOf = ({ profile }: AdminAccount) => profile.email || profile.id;
