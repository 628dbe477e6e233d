import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
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
import { MAX_WATCHES } from '../../core/limits.js';
import { billed } from '../http/answers/credit-headers.hook.js';
import { cursorIn } from '../http/answers/paging.js';
import { requireSomething } from '../http/input/invalid-input.js';
import { setPendingHeaders } from '../http/answers/answer-headers.js';
import { fingerprint, idempotencyKey, CurrentCaller } from '../http/request.js';
import { Operation, DONE } from '../openapi/operation.decorator.js';
import {
  CheckBody,
  CheckQuery,
  CreateWatchBody,
  UpdateWatchBody,
  WatchesQuery,
  watchRequest,
  watchUpdate,
} from './watches.dto.js';
import { checkAnswer, watchAnswer, watchesAnswer, WatchShape, WatchesShape, CheckShape } from './watches.response.js';

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
  @Operation({
    id: 'createWatch',
    summary: 'Watch a business',
    description: `Checks the register every day, week or 30 days and reports changes in the feed (GET /v1/webhooks/events) and to webhook_url. Creating one is free; each answered check costs its tier, an unanswered one nothing. One watch per business and account, ${MAX_WATCHES} at most. A key or application with confirm_above confirms the maximum of a month with max_credits_per_month. The register is not asked at once: the first check is compared with the stored data.`,
    answers: { 201: WatchShape },
    repeatable: true,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'JURISDICTION_NOT_SUPPORTED'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateWatchBody, @Req() request: FastifyRequest) {
    const asked = watchRequest(body, idempotencyKey(request));
    const { outcome, replayed } = await this.createWatch.run(caller, ...asked);
    request.context.replayed = replayed;
    return watchAnswer(outcome);
  }

  @Get()
  @Operation({
    id: 'listWatches',
    summary: 'List watches',
    description: 'Oldest first. Free.',
    answers: { 200: WatchesShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, limit, ...wanted }: WatchesQuery) {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    const list = { ...wanted, after: cursorIn('wch', cursor), limit: limit + 1 };
    return watchesAnswer(await this.watches.list(accountId, list), limit);
  }

  @Get(':id')
  @Operation({
    id: 'getWatch',
    summary: 'Read a watch',
    description: 'Free.',
    answers: { 200: WatchShape },
  })
  async read(@CurrentCaller() { accountId }: Caller, @Param('id') text: string) {
    const id = parseId('wch', text);
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
    return watchAnswer(watch);
  }

  @Patch(':id')
  @Operation({
    id: 'updateWatch',
    summary: 'Change a watch',
    description:
      'Absent fields stay unchanged; null removes webhook_url, max_credits_per_month or reference. Free. With confirm_above, every, tier and max_credits_per_month change only within a confirmed max_credits_per_month.',
    answers: { 200: WatchShape },
    errors: ['FORBIDDEN', 'EMAIL_NOT_VERIFIED'],
  })
  async update(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: UpdateWatchBody) {
    requireSomething(body, ['every', 'tier', 'on', 'webhook_url', 'max_credits_per_month']);
    return watchAnswer(await this.updateWatch.run(caller, parseId('wch', id), watchUpdate(body)));
  }

  @Delete(':id')
  @Operation({
    id: 'deleteWatch',
    summary: 'Delete a watch',
    description: 'Undelivered events are dropped; the feed keeps earlier events. Free.',
    answers: { 204: DONE },
    errors: ['FORBIDDEN'],
  })
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.deleteWatch.run(caller, parseId('wch', id));
  }

  @Post(':id/check')
  @Operation({
    id: 'checkWatch',
    summary: 'Check a watched business now',
    description:
      'Checks now, in addition to the regular checks, which keep their times. Costs the tier of the watch, within its max_credits_per_month, and nothing if the register does not answer. If a check is in progress, returns its job, free. max_credits, in the body or the query, bounds it, and confirms it for a key or application with confirm_above.',
    answers: { 202: CheckShape },
    paid: true,
    repeatable: true,
  })
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
    const { outcome } = billed(request.context, await this.checkNow.run(caller, parseId('wch', id), idempotency, most));
    setPendingHeaders(reply, `/v1/verify/status/${outcome.jobId}`, CHECK_TAKES_SECONDS);
    return checkAnswer(outcome.jobId);
  }
}
