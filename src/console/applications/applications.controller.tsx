import { Body, Get, Param, Post } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { SignIns, type Grant } from '../../core/accounts/ports.js';
import { SCOPE_WORDS } from '../../core/accounts/scope.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { AppError } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { UpdateGrantBody } from '../../modules/oauth/grants.dto.js';
import { goTo, submitted, confirmed, type Fields } from '../page-answers.js';
import { BudgetFields, BudgetWords, ThresholdField, ThresholdWords } from '../pages/budget-fields.js';
import { useWasSent } from '../pages/form.js';
import { Listing, TextField } from '../pages/listing.js';
import { Moment, PostForm } from '../pages/parts.js';
import { budgetIn, FormBody, thresholdIn } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { ShortList } from '../short-list.js';

const COLUMNS = [
  'grant_id',
  'client_id',
  'client_name',
  'scopes',
  'budget_credits',
  'budget_every',
  'budget_spent',
  'confirm_above',
  'granted_at',
  'expires_at',
];
const GRANTS = new ShortList<Grant>('applications', COLUMNS, (grant) => {
  const { id, clientId, clientName, scopes, budget, confirmAbove, grantedAt, expiresAt } = grant;
  const limits = [budget?.credits, budget?.every, budget?.spent, confirmAbove?.credits];
  return [id, clientId, clientName, scopes.join(' '), ...limits, grantedAt, expiresAt];
});
const LIMITS = new FormBody(UpdateGrantBody);

@AccountPages('console')
export class ConsoleApplicationsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly updateGrant: UpdateGrant,
  ) {}

  @Get(['applications', 'applications.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return GRANTS.list(
      { title: 'Connected applications' },
      () => this.signIns.grants(accountId),
      ({ items, next }, { text }) => (
        <Listing
          to="/applications"
          csv="/applications.csv"
          wanted={{ text }}
          next={next}
          nothing={
            <p>
              No application has access to this account. An application that connects over MCP or OAuth asks for your
              consent first. It then appears here with its permissions and its budget.
            </p>
          }
          caption="Each can verify and search businesses with the credits of this account"
          times="real"
          columns={['Application', 'Other permissions', 'Budget', 'Confirmation', 'Connected', 'Expires', 'Manage']}
          rows={items.map((grant) => rowOf(grant))}
        >
          <TextField label="Contains" value={text} />
        </Listing>
      ),
    );
  }

  @Post('applications/:id/limits')
  @Reads('form')
  async limits(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    const again = () => this.list(visit);
    return submitted({ to: `/applications/${id}/limits`, fields, again }, async () => {
      const wish = { budget: budgetIn(fields) ?? null, confirm_above: thresholdIn(fields) ?? null };
      const { budget, confirm_above: confirmAbove } = LIMITS.check(wish);
      await this.updateGrant.run(visit.caller.accountId, id, { budget, confirmAbove });
      return goTo('/applications', 'Limits saved.');
    });
  }

  @Post('applications/:id/revoke')
  @Reads('form')
  revoke(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Fields = {},
  ) {
    const [to, back] = [`/applications/${encodeURIComponent(id)}/revoke`, '/applications'];
    const ask = async () => {
      const name = await this.nameOf(accountId, id);
      const question = `Revoke the access of ${name}? The application and every key it created stop working immediately.`;
      return { question, button: 'Revoke access', to, back };
    };
    const revoke = async () => {
      const name = await this.nameOf(accountId, id);
      if (!(await this.signIns.revokeGrant(accountId, id))) throw new AppError('NOT_FOUND');
      return name;
    };
    return confirmed({ fields, ask }, revoke, (name) => goTo(back, `${name} no longer has access.`));
  }

  private async nameOf(accountId: Id<'acc'>, grantId: string): Promise<string> {
    const grant = (await this.signIns.grants(accountId)).find(({ id }) => id === grantId);
    if (!grant) throw new AppError('NOT_FOUND');
    return grant.clientName ?? grant.clientId;
  }
}

function rowOf(grant: Grant) {
  const { clientId, clientName, scopes, budget, confirmAbove, grantedAt, expiresAt } = grant;
  return [
    <>
      {clientName ?? clientId} <code>{clientId}</code>
    </>,
    scopes.length === 0 ? (
      '–'
    ) : (
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{SCOPE_WORDS[scope]}</li>
        ))}
      </ul>
    ),
    <BudgetWords budget={budget} />,
    <ThresholdWords threshold={confirmAbove} />,
    <Moment at={grantedAt} />,
    <Moment at={expiresAt} />,
    <GrantForms grant={grant} />,
  ];
}

function GrantForms({ grant: { id, clientId, clientName, budget, confirmAbove } }: { grant: Grant }) {
  return (
    <details open={useWasSent(`/applications/${id}/limits`)}>
      <summary>Limit or revoke {clientName ?? clientId}</summary>
      <PostForm to={`/applications/${id}/limits`}>
        <BudgetFields budget={budget} />
        <ThresholdField threshold={confirmAbove} />
        <button>Save limits</button>
      </PostForm>
      <PostForm to={`/applications/${id}/revoke`}>
        <button class="danger">Revoke access and its keys</button>
      </PostForm>
    </details>
  );
}
