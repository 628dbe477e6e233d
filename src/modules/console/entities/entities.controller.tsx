import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { ReadEntity } from '../../../core/entities/read-entity.js';
import { ReadHistory } from '../../../core/entities/read-history.js';
import { parseId } from '../../../core/ids.js';
import { HistoryQuery } from '../../entities/entities.dto.js';
import { historyRequest } from '../../entities/history-request.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { ConsolePages } from '../console-pages.js';
import { PageAddress, repeatKey } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { EntityPage } from './entity.page.js';

const FIRST_PAGE = new PageAddress(HistoryQuery);

@AccountPages('console/entities')
export class ConsoleEntitiesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly readEntity: ReadEntity,
    private readonly readHistory: ReadHistory,
  ) {}

  @Get(':id')
  async show(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const view = await this.readEntity.run(accountId, parseId('ent', id), undefined);
    return this.pages.show(request, reply, titleOf(view.entity.record.name), <EntityPage view={view} />);
  }

  /** It costs credits, so it takes a button and not a link. */
  @Post(':id/history')
  @Reads('form')
  async history(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const view = await this.readEntity.run(caller.accountId, parseId('ent', id), undefined);
    const asked = historyRequest(id, FIRST_PAGE.read({}), repeatKey(fields));
    const { outcome } = await this.readHistory.run(caller, ...asked);
    const body = <EntityPage view={view} history={outcome} />;
    return this.pages.show(request, reply, titleOf(view.entity.record.name), body);
  }
}

const titleOf = (title: string) => ({ title, eyebrow: 'Entity' });
