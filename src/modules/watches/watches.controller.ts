import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { CheckNow } from '../../core/watches/checks/check-now.js';
import { CreateWatch } from '../../core/watches/create-watch.js';
import { DeleteWatch } from '../../core/watches/delete-watch.js';
import { Watches } from '../../core/watches/ports.js';
import { UpdateWatch } from '../../core/watches/update-watch.js';
import { watchNotFound } from '../../core/watches/watch.js';
import { cursorIn } from '../http/answers/paging.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { setPendingHeaders } from '../http/answers/answer-headers.js';
import { fingerprint, idempotencyKey, CurrentCaller } from '../http/request.js';
import {
  CheckBody,
  CheckQuery,
  CreateWatchBody,
  UpdateWatchBody,
  WatchesQuery,
  watchRequest,
  watchUpdate,
} from './watches.dto.js';
import { checkAnswer, watchAnswer, watchesAnswer } from './watches.response.js';
import {
  ApiCreateWatch,
  ApiListWatches,
  ApiGetWatch,
  ApiUpdateWatch,
  ApiDeleteWatch,
  ApiCheckWatch,
} from './watches.openapi.js';

/** A single register query is usually done by then. */
const CHECK_TAKES_SECONDS = 2;

@ApiTags('Watches')
@Controller('v1/watches')
export class WatchesController {
  constructor(
    private readonly watches: Watches,
    private readonly createWatch: CreateWatch,
    private readonly updateWatch: UpdateWatch,
    private readonly deleteWatch: DeleteWatch,
    private readonly checkNow: CheckNow,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Post()
  @ApiCreateWatch()
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateWatchBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const asked = watchRequest(body, idempotencyKey(request));
    const { outcome, replayed } = await this.createWatch.run(caller, ...asked);
    if (replayed) void reply.header('idempotency-replayed', 'true');
    return watchAnswer(outcome);
  }

  @Get()
  @ApiListWatches()
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, limit, ...wanted }: WatchesQuery) {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    const list = { ...wanted, after: cursorIn('wch', cursor), limit: limit + 1 };
    return watchesAnswer(await this.watches.list(accountId, list), limit);
  }

  @Get(':id')
  @ApiGetWatch()
  async read(@CurrentCaller() { accountId }: Caller, @Param('id') text: string) {
    const id = parseId('wch', text);
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
    return watchAnswer(watch);
  }

  @Patch(':id')
  @ApiUpdateWatch()
  async update(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: UpdateWatchBody) {
    requireSomething(body, ['every', 'tier', 'on', 'webhook_url', 'max_credits_per_month']);
    return watchAnswer(await this.updateWatch.run(caller, parseId('wch', id), watchUpdate(body)));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiDeleteWatch()
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.deleteWatch.run(caller, parseId('wch', id));
  }

  @Post(':id/check')
  @HttpCode(202)
  @ApiCheckWatch()
  async check(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: CheckQuery,
    @Body() body: CheckBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { max_credits: most = query.max_credits } = body;
    const idempotency = {
      key: idempotencyKey(request),
      fingerprint: () => fingerprint(`POST /v1/watches/${id}/check`, most === undefined ? {} : { max_credits: most }),
    };
    const { outcome, replayed } = await this.checkNow.run(caller, parseId('wch', id), idempotency, most);
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.context.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    request.context.creditsLeft = outcome.left;
    setPendingHeaders(reply, `/v1/verify/status/${outcome.jobId}`, CHECK_TAKES_SECONDS);
    return checkAnswer(outcome.jobId);
  }
}
