import { Module } from '@nestjs/common';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';

@Module({ providers: [Jurisdictions], exports: [Jurisdictions] })
export class JurisdictionsModule {}
