import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { SignIns, type Grant } from '../../../core/accounts/ports.js';
import { SCOPE_WORDS } from '../../../core/accounts/scope.js';
import { UpdateGrant } from '../../../core/accounts/update-grant.js';
import { AppError } from '../../../core/errors.js';
import { Contract } from '../../http/contract.js';
import { UpdateGrantBody } from '../../oauth/grants.dto.js';
import { ConsolePages } from '../console-pages.js';
import { BudgetFields, BudgetWords } from '../pages/budget-fields.js';
import { Empty, Facts, Moment, PostForm } from '../pages/parts.js';
import { budgetIn, FormBody } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';

const BUDGET = new FormBody(UpdateGrantBody);

/** The applications that may act for the account. */
@AccountPages('console/applications')
export class ConsoleApplicationsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly signIns: SignIns,
    private readonly updateGrant: UpdateGrant,
  ) {}

  @Get()
  async list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const grants = await this.signIns.grants(accountId);
    const body =
      grants.length === 0 ? (
        <Empty>
          <p>
            No application may act for this account. One that connects over MCP or OAuth asks you first, and is then
            listed here with what it may do and spend.
          </p>
        </Empty>
      ) : (
        grants.map((grant) => <Application key={grant.id} grant={grant} />)
      );
    return this.pages.show(request, reply, { title: 'Connected applications' }, body);
  }

  @Post(':id/budget')
  @Contract({ reads: 'form' })
  async budget(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { budget } = BUDGET.check({ budget: budgetIn(fields) });
    await this.updateGrant.run(accountId, id, budget ?? undefined);
    return this.pages.goTo(reply, '/applications');
  }

  @Post(':id/revoke')
  @Contract({ reads: 'form' })
  async revoke(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (!(await this.signIns.revokeGrant(accountId, id))) throw new AppError('NOT_FOUND');
    return this.pages.goTo(reply, '/applications');
  }
}

function Application({ grant }: { grant: Grant }) {
  const { id, clientId, clientName, scopes, budget, grantedAt, expiresAt } = grant;
  return (
    <section>
      <h2>{clientName ?? clientId}</h2>
      <p>It may verify and search businesses with the credits of this account.</p>
      {scopes.length === 0 ? null : (
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>{SCOPE_WORDS[scope]}</li>
          ))}
        </ul>
      )}
      <Facts
        of={[
          ['It may spend', <BudgetWords budget={budget} />],
          ['Allowed', <Moment at={grantedAt} />],
          ['Ends', <Moment at={expiresAt} />],
          ['Client', <code>{clientId}</code>],
        ]}
      />
      <PostForm to={`/applications/${id}/budget`}>
        <BudgetFields budget={budget} />
        <button>Change the budget</button>
      </PostForm>
      <PostForm to={`/applications/${id}/revoke`}>
        <button class="danger">Revoke, with every key it made</button>
      </PostForm>
    </section>
  );
}
