import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { AppError } from '../../../core/errors.js';
import { parseId } from '../../../core/ids.js';
import { CheckNow } from '../../../core/watches/check-now.js';
import { CreateWatch } from '../../../core/watches/create-watch.js';
import { DeleteWatch } from '../../../core/watches/delete-watch.js';
import { Watches } from '../../../core/watches/ports.js';
import { UpdateWatch } from '../../../core/watches/update-watch.js';
import { watchNotFound } from '../../../core/watches/watch-not-found.js';
import { Contract } from '../../http/contract.js';
import { fingerprint } from '../../http/request.js';
import { CreateWatchBody, UpdateWatchBody, WatchesQuery } from '../../watches/watches.dto.js';
import { ConsolePages } from '../console-pages.js';
import { FormBody, number, PageAddress, REPEAT_FIELD } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { WatchesPage, WatchPage } from './watches.page.js';

const ADDRESS = new PageAddress(WatchesQuery);
const NEW = new FormBody(CreateWatchBody, { max_credits_per_month: number });
const CHANGED = new FormBody(UpdateWatchBody, { max_credits_per_month: number });

@AccountPages('console/watches')
export class ConsoleWatchesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly watches: Watches,
    private readonly createWatch: CreateWatch,
    private readonly updateWatch: UpdateWatch,
    private readonly deleteWatch: DeleteWatch,
    private readonly checkNow: CheckNow,
  ) {}

  @Get()
  async list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { cursor, limit } = ADDRESS.read(query);
    const after = cursor === undefined ? undefined : parseId('wch', cursor);
    if (cursor !== undefined && !after) throw new AppError('NOT_FOUND');
    const listed = await this.watches.list(accountId, after, limit + 1);
    const watches = listed.slice(0, limit);
    const next = listed.length > limit ? watches.at(-1)?.id : undefined;
    return this.pages.show(request, reply, { title: 'Watches' }, <WatchesPage watches={watches} next={next} />);
  }

  @Post()
  @Contract({ reads: 'form' })
  async create(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const body = NEW.read(fields);
    const { entity_id: entityId, every, tier, webhook_url: webhookUrl, max_credits_per_month: most } = body;
    const { outcome } = await this.createWatch.run(
      caller,
      { entityId: parseId('ent', entityId), every, tier, on: undefined, webhookUrl, maxCreditsPerMonth: most },
      { key: fields[REPEAT_FIELD] || undefined, fingerprint: () => fingerprint('POST /v1/watches', body) },
    );
    return this.pages.goTo(reply, `/watches/${outcome.id}`);
  }

  @Get(':id')
  async show(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') text: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const id = parseId('wch', text);
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
    const layout = { title: 'Watch', eyebrow: watch.id, narrow: true };
    return this.pages.show(request, reply, layout, <WatchPage watch={watch} />);
  }

  /** The form says how everything is to be: an address or a limit that is left empty is lifted. */
  @Post(':id')
  @Contract({ reads: 'form' })
  async change(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { every, tier, webhook_url: webhookUrl = null, max_credits_per_month: most = null } = CHANGED.read(fields);
    const update = { every, tier, on: undefined, webhookUrl, maxCreditsPerMonth: most };
    const watch = await this.updateWatch.run(caller, parseId('wch', id), update);
    return this.pages.goTo(reply, `/watches/${watch.id}`);
  }

  @Post(':id/check')
  @Contract({ reads: 'form' })
  async check(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.checkNow.run(caller, parseId('wch', id));
    return this.pages.goTo(reply, `/watches/${id}`);
  }

  @Post(':id/delete')
  @Contract({ reads: 'form' })
  async end(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.deleteWatch.run(accountId, parseId('wch', id));
    return this.pages.goTo(reply, '/watches');
  }
}
