import { Module } from '@nestjs/common';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { wire } from '../http/wire.js';
import { DiscoveryController } from './discovery.controller.js';

@Module({ controllers: [DiscoveryController], providers: [wire(Jurisdictions, Registries, JurisdictionSwitches)] })
export class DiscoveryModule {}
