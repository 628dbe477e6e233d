import { Module } from '@nestjs/common';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { wire } from '../http/wire.js';

@Module({ providers: [wire(Jurisdictions, Registries, JurisdictionSwitches)], exports: [Jurisdictions] })
export class JurisdictionsModule {}
