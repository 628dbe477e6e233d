import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { Once } from '../../core/idempotency/once.js';
import { parseId } from '../../core/ids.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities, type SearchOutcome } from '../../core/search/search-entities.js';
import { Contract } from '../http/contract.js';
import { fingerprint, idempotencyKey } from '../http/idempotency-key.js';
import { PageQuery } from '../http/paging.js';
import { waitPreference } from '../http/preference.js';
import { From, header } from '../http/request.js';
import { searchAnswer, searchState } from './answers.js';
import { SearchWait } from './search-wait.js';
import { SearchBody } from './search.dto.js';
import { GET_SEARCH, SEARCH_ENTITIES } from './search.doc.js';

@Controller('v1/search')
export class SearchController {
  constructor(
    private readonly searchEntities: SearchEntities,
    private readonly readSearch: ReadSearch,
    private readonly once: Once,
    private readonly wait: SearchWait,
  ) {}

  @Post()
  @Contract({ body: SearchBody, doc: SEARCH_ENTITIES })
  async search(
    @From() caller: Caller,
    @Body() body: SearchBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const waitSeconds = waitPreference(header(request, 'prefer'));
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const asked = {
      entityName: body.entity_name,
      jurisdictions: body.jurisdictions,
      page: { limit: body.limit, offset: body.offset },
      waitMs: waitSeconds === undefined ? this.wait.defaultMs : waitSeconds * 1000,
    };
    const { outcome, replayed } = await this.once.run<SearchOutcome>(
      { accountId: caller.accountId, key: idempotencyKey(request), fingerprint: fingerprint('POST /v1/search', body) },
      (recorder) => this.searchEntities.run(caller, asked, recorder),
    );
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    const { status, body: answer } = searchAnswer(outcome.found);
    void reply.status(status);
    return answer;
  }

  @Get(':searchId')
  @Contract({ query: PageQuery, doc: GET_SEARCH })
  async read(@From() caller: Caller, @Param('searchId') searchId: string, @Query() page: PageQuery) {
    return searchState(await this.readSearch.run(caller.accountId, parseId('srch', searchId), page));
  }
}
