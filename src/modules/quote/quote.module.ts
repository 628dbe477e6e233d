import { Module } from '@nestjs/common';
import { Entities } from '../../core/entities/ports.js';
import { Clock } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { RetrievalTimings } from '../../core/verification/ports.js';
import { Quote } from '../../core/verification/quote.js';
import { wire } from '../http/wire.js';
import { QuoteController } from '../verification/quote.controller.js';

@Module({
  controllers: [QuoteController],
  providers: [
    wire(Jurisdictions, Registries, JurisdictionSwitches),
    wire(Quote, Jurisdictions, Entities, RetrievalTimings, Clock),
  ],
})
export class QuoteModule {}
