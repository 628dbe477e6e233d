import { Controller, Get } from '@nestjs/common';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Contract } from '../http/contract.js';
import { configAnswer, jurisdictionAnswer, GET_CONFIG, LIST_JURISDICTIONS } from './discovery.response.js';
import { ServiceFacts } from './service-facts.js';

@Controller('v1')
export class DiscoveryController {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('jurisdictions')
  @Contract({ access: 'open', doc: LIST_JURISDICTIONS })
  listJurisdictions() {
    return { jurisdictions: this.jurisdictions.list().map(jurisdictionAnswer) };
  }

  @Get('config')
  @Contract({ access: 'open', doc: GET_CONFIG })
  config() {
    return configAnswer(this.facts, this.jurisdictions.list());
  }
}
