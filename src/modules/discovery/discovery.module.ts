import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceAddress } from '../../core/own-address.js';
import { Clock } from '../../core/ports.js';
import { Terms } from '../http/terms.js';
import { Routes } from '../openapi/routes.js';
import { DiscoveryController } from './discovery.controller.js';
import { DocumentsController } from './documents.controller.js';
import { Documents } from './documents.js';
import { JurisdictionsModule } from './jurisdictions.module.js';
import { ServiceFacts } from './service-facts.js';

export interface DiscoveryOptions {
  facts: ServiceFacts;
  /** The e-mail address for reports of security problems. */
  securityContact: string;
}

/** What the service publishes about itself: its jurisdictions and prices, and the documents made from the routes that run. */
@Module({
  imports: [JurisdictionsModule],
  controllers: [DiscoveryController, DocumentsController],
  providers: [Routes],
  exports: [JurisdictionsModule],
})
export class DiscoveryModule {
  static forRoot({ facts, securityContact }: DiscoveryOptions): DynamicModule {
    const documents = (routes: Routes, address: ServiceAddress, terms: Terms, clock: Clock) =>
      new Documents(routes, address, facts, terms, securityContact, clock);
    return {
      module: DiscoveryModule,
      providers: [
        { provide: ServiceFacts, useValue: facts },
        { provide: Documents, useFactory: documents, inject: [Routes, ServiceAddress, Terms, Clock] },
      ],
      exports: [ServiceFacts],
    };
  }
}
