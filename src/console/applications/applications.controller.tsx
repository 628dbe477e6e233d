import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { SignIns, type Grant } from '../../core/accounts/ports.js';
import { SCOPE_WORDS } from '../../core/accounts/scope.js';
import { UpdateGrant } from '../../core/accounts/update-grant.js';
import { AppError } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { UpdateGrantBody } from '../../modules/oauth/grants.dto.js';
import { Form, form } from '../form-answers.js';
import { goTo } from '../page-answers.js';
import { BudgetFields, BudgetWords, ThresholdField, ThresholdWords } from '../pages/budget-fields.js';
import { useWasSent } from '../pages/form.js';
import { Listing, TextField } from '../pages/listing.js';
import { Moment, PostForm } from '../pages/parts.js';
import { budgetIn, FormBody, thresholdIn } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { ShortList } from '../short-list.js';

const GRANTS = new ShortList<Grant>('applications', {
  grant_id: ({ id }) => id,
  client_id: ({ clientId }) => clientId,
  client_name: ({ clientName }) => clientName,
  scopes: ({ scopes }) => scopes.join(' '),
  budget_credits: ({ budget }) => budget?.credits,
  budget_every: ({ budget }) => budget?.every,
  budget_spent: ({ budget }) => budget?.spent,
  confirm_above: ({ confirmAbove }) => confirmAbove?.credits,
  granted_at: ({ grantedAt }) => grantedAt,
  expires_at: ({ expiresAt }) => expiresAt,
});
const LIMITS = new FormBody(UpdateGrantBody, (fields) => ({
  budget: budgetIn(fields),
  confirm_above: thresholdIn(fields),
}));

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
      (grants) => (
        <Listing
          to="/applications"
          nothing={
            <p>
              No application has access to this account. An application that connects over MCP or OAuth asks for your
              consent first. It then appears here with its permissions and its budget.
            </p>
          }
          caption="Each can verify and search businesses with the credits of this account"
          times="real"
          columns={['Application', 'Other permissions', 'Budget', 'Confirmation', 'Connected', 'Expires', 'Manage']}
          rows={grants.map(rowOf)}
        >
          <TextField label="Contains" />
        </Listing>
      ),
    );
  }

  @Form('applications/:id/limits')
  limits(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string) {
    return form({
      body: LIMITS,
      again: () => this.list(visit),
      run: ({ budget, confirm_above: confirmAbove }) =>
        this.updateGrant.run(visit.caller.accountId, id, { budget, confirmAbove }),
      next: '/applications',
      notice: 'Limits saved.',
    });
  }

  @Form('applications/:id/revoke')
  revoke(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    return form({
      confirm: async () => ({
        question: `Revoke the access of ${await this.nameOf(accountId, id)}? The application and every key it created stop working immediately.`,
        button: 'Revoke access',
        back: '/applications',
      }),
      run: async () => {
        const name = await this.nameOf(accountId, id);
        if (!(await this.signIns.revokeGrant(accountId, id))) throw new AppError('NOT_FOUND');
        return name;
      },
      next: (name) => goTo('/applications', `${name} no longer has access.`),
    });
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
