import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { Suggest } from '../../core/search/suggest.js';
import { CurrentCaller } from '../http/request.js';
import { SuggestQuery } from './suggest.dto.js';
import { ApiSuggest } from './suggest.openapi.js';
import { suggestAnswer } from './suggest.response.js';
import { Query } from '../http/input/taken.decorators.js';

@ApiTags('Search')
@Controller('v1/suggest')
export class SuggestController {
  constructor(private readonly suggest: Suggest) {}

  @Get()
  @ApiSuggest()
  async run(@CurrentCaller() caller: Caller, @Query() { q: typed, jurisdiction, limit }: SuggestQuery) {
    return suggestAnswer(await this.suggest.run(caller, { typed, jurisdiction, limit }));
  }
}
