import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { billed } from '../http/answers/credit-headers.hook.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { isUnfinished, type Job } from '../../core/verification/job.js';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { PRICES } from '../../core/billing/pricing.js';
import { SEARCH_WAIT_MS } from '../../core/limits.js';
import { idempotencyKey, waitPreference, CurrentCaller, header } from '../http/request.js';
import { askAgainIn, setPendingHeaders } from '../http/answers/answer-headers.js';
import { PageQuery } from '../http/answers/paging.js';
import { Operation } from '../openapi/operation.decorator.js';
import { searchAnswer, searchState, SearchShape } from './search.response.js';
import { SearchBody, searchRequest } from './search.dto.js';

@ApiTags('Search')
@Controller('v1/search')
export class SearchController {
  constructor(
    private readonly searchEntities: SearchEntities,
    private readonly readSearch: ReadSearch,
    private readonly expectedWait: ExpectedWait,
  ) {}

  @Post()
  @Operation({
    id: 'searchEntities',
    summary: 'Search registers by name',
    description: `Searches the given jurisdictions or countries, or without either every register. Costs ${PRICES.searchPerJurisdiction} credits for each jurisdiction that answered; the others are listed in jurisdictions_failed and free. Waits ${SEARCH_WAIT_MS / 1000} seconds, or as long as Prefer: wait=N asks, then returns 202 with the results so far.`,
    answers: { 200: SearchShape, 202: SearchShape },
    paid: true,
    repeatable: true,
    errors: ['JURISDICTION_NOT_SUPPORTED', 'TOO_MANY_JURISDICTIONS', 'DATA_SOURCE_UNAVAILABLE', 'DATA_SOURCE_TIMEOUT'],
  })
  async search(
    @CurrentCaller() caller: Caller,
    @Body() body: SearchBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    const asked = { key: idempotencyKey(request), waitSeconds };
    const { outcome, replayed } = billed(
      request.context,
      await this.searchEntities.run(caller, ...searchRequest(body, asked)),
    );
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const { status, body: answer } = searchAnswer(outcome.found, replayed);
    if (status === 202) {
      setPendingHeaders(reply, `/v1/search/${answer.search_id}`, await this.expectedSeconds(answer.jobs));
    }
    void reply.status(status);
    return answer;
  }

  @Get(':searchId')
  @Operation({
    id: 'getSearch',
    summary: 'Read the state of a search',
    description: 'Free. limit and offset page through the results.',
    answers: { 200: SearchShape },
    headers: ['Retry-After'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @Param('searchId') searchId: string,
    @Query() page: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const search = await this.readSearch.run(caller.accountId, parseId('srch', searchId), page);
    if (isUnfinished(search)) askAgainIn(reply, await this.expectedSeconds(search.jobs));
    return searchState(search, caller);
  }

  private expectedSeconds(jobs: readonly Pick<Job, 'status' | 'jurisdiction'>[]): Promise<number> {
    const open = jobs.filter(isUnfinished);
    return this.expectedWait.seconds(open.map(({ jurisdiction }) => ({ kind: 'search', jurisdiction, tier: 'quick' })));
  }
}
