import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { parseId, type Id } from '../../../core/ids.js';
import { MAX_LISTED } from '../../../core/limits.js';
import { pageOf } from '../../../core/page.js';
import { Jurisdictions } from '../../../core/registries/jurisdictions.js';
import { CheckNow } from '../../../core/watches/checks/check-now.js';
import { CreateWatch } from '../../../core/watches/create-watch.js';
import { DeleteWatch } from '../../../core/watches/delete-watch.js';
import { Watches, type WatchesWanted } from '../../../core/watches/ports.js';
import { UpdateWatch } from '../../../core/watches/update-watch.js';
import { watchNotFound } from '../../../core/watches/watch-not-found.js';
import { cursorIn } from '../../http/answers/paging.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { fingerprint } from '../../http/request.js';
import { CreateWatchBody, UpdateWatchBody, WatchesQuery } from '../../watches/watches.dto.js';
import { ConsolePages } from '../console-pages.js';
import { csvFile } from '../csv-file.js';
import { FormBody, number, PageAddress, repeatKey } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { watchCells, WATCH_COLUMNS } from './watches-csv.js';
import { WatchesPage, WatchPage } from './watches.page.js';

const ADDRESS = new PageAddress(WatchesQuery);
const NEW = new FormBody(CreateWatchBody, { max_credits_per_month: number });
const CHANGED = new FormBody(UpdateWatchBody, { max_credits_per_month: number });

@AccountPages('console')
export class ConsoleWatchesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly watches: Watches,
    private readonly createWatch: CreateWatch,
    private readonly updateWatch: UpdateWatch,
    private readonly deleteWatch: DeleteWatch,
    private readonly checkNow: CheckNow,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Get('watches')
  list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.pages.list(request, reply, { title: 'Watches', address: ADDRESS }, async ({ cursor, ...wanted }) => {
      const { items, next } = await this.page(accountId, { ...wanted, after: cursorIn('wch', cursor) });
      return <WatchesPage watches={items} next={next} wanted={wanted} />;
    });
  }

  @Get('watches.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const { cursor: _cursor, ...wanted } = ADDRESS.read(query);
    const read = (after: Id<'wch'> | undefined) => this.page(accountId, { ...wanted, after, limit: MAX_LISTED });
    return csvFile('watches', WATCH_COLUMNS, read, watchCells);
  }

  @Post('watches')
  @Reads('form')
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
      { key: repeatKey(fields), fingerprint: () => fingerprint('POST /v1/watches', body) },
    );
    return this.pages.goTo(reply, `/watches/${outcome.id}`);
  }

  @Get('watches/:id')
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
  @Post('watches/:id')
  @Reads('form')
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

  @Post('watches/:id/check')
  @Reads('form')
  async check(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.checkNow.run(caller, parseId('wch', id), {
      key: repeatKey(fields),
      fingerprint: () => fingerprint(`POST /v1/watches/${id}/check`, {}),
    });
    return this.pages.goTo(reply, `/watches/${id}`);
  }

  @Post('watches/:id/delete')
  @Reads('form')
  async end(
    @CurrentVisit() { caller }: ConsoleVisit,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.deleteWatch.run(caller, parseId('wch', id));
    return this.pages.goTo(reply, '/watches');
  }

  private async page(accountId: Id<'acc'>, { limit, ...wanted }: WatchesWanted) {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    return pageOf(await this.watches.list(accountId, { ...wanted, limit: limit + 1 }), limit);
  }
}
