import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { Contract } from '../http/contract.js';
import { idempotencyKey } from '../http/idempotency-key.js';
import { PageQuery } from '../http/paging.js';
import { waitPreference } from '../http/preference.js';
import { CurrentCaller, header } from '../http/request.js';
import { searchAnswer, searchState, GET_SEARCH, SEARCH_ENTITIES } from './search.response.js';
import { SearchBody } from './search.dto.js';
import { searchRequest } from './search-request.js';

@Controller('v1/search')
export class SearchController {
  constructor(
    private readonly searchEntities: SearchEntities,
    private readonly readSearch: ReadSearch,
  ) {}

  @Post()
  @Contract({ body: SearchBody, doc: SEARCH_ENTITIES })
  async search(
    @CurrentCaller() caller: Caller,
    @Body() body: SearchBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const asked = { key: idempotencyKey(request), waitSeconds };
    const { outcome, replayed } = await this.searchEntities.run(caller, ...searchRequest(body, asked));
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    const { status, body: answer } = searchAnswer(outcome.found);
    void reply.status(status);
    return answer;
  }

  @Get(':searchId')
  @Contract({ query: PageQuery, doc: GET_SEARCH })
  async read(@CurrentCaller() caller: Caller, @Param('searchId') searchId: string, @Query() page: PageQuery) {
    return searchState(await this.readSearch.run(caller.accountId, parseId('srch', searchId), page));
  }
}
