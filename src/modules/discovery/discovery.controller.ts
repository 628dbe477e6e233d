import { Controller, Get, Query } from '@nestjs/common';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Contract } from '../http/contract.js';
import { JurisdictionsQuery } from './discovery.dto.js';
import { configAnswer, jurisdictionsAnswer, GET_CONFIG, LIST_JURISDICTIONS } from './discovery.response.js';
import { ServiceFacts } from './service-facts.js';

@Controller('v1')
export class DiscoveryController {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('jurisdictions')
  @Contract({ access: 'open', query: JurisdictionsQuery, doc: LIST_JURISDICTIONS })
  listJurisdictions(@Query() query: JurisdictionsQuery) {
    return jurisdictionsAnswer(this.jurisdictions.list(query));
  }

  @Get('config')
  @Contract({ access: 'open', doc: GET_CONFIG })
  config() {
    return configAnswer(this.facts, this.jurisdictions.list());
  }
}
