import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { Suggest } from '../../core/search/suggest.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { SuggestQuery } from './suggest.dto.js';
import { suggestAnswer, SuggestShape } from './suggest.response.js';

@ApiTags('Search')
@Controller('v1/suggest')
export class SuggestController {
  constructor(private readonly suggest: Suggest) {}

  @Get()
  @Operation({
    id: 'suggest',
    summary: 'Autocomplete a name',
    description: "Searches mirrored registers and the account's own businesses. Free.",
    answers: { 200: SuggestShape },
    errors: ['JURISDICTION_NOT_SUPPORTED', 'FORBIDDEN'],
  })
  async run(@CurrentCaller() caller: Caller, @Query() { q: typed, jurisdiction, limit }: SuggestQuery) {
    return suggestAnswer(await this.suggest.run(caller, { typed, jurisdiction, limit }));
  }
}
