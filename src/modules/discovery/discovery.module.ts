import { Module } from '@nestjs/common';
import { Clock, ServiceAddress } from '../../core/ports.js';
import { Settings, Terms } from '../settings/settings.js';
import { PACKAGES } from '../../core/billing/packages.js';
import { ApiDocument } from '../openapi/api-document.js';
import { DiscoveryController } from './discovery.controller.js';
import { DocumentsController } from './documents/documents.controller.js';
import { Documents } from './documents/documents.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { GuideSearchController } from './guides/guide-search.controller.js';
import { ServedPaths } from './documents/served-paths.js';
import { ServiceFacts } from '../settings/service-facts.js';

/**
 * The service's public information: jurisdictions, prices, and the documents generated from the
 * running controllers.
 */
@Module({
  imports: [JurisdictionsModule],
  controllers: [DiscoveryController, GuideSearchController, DocumentsController],
  providers: [
    ApiDocument,
    ServedPaths,
    { provide: ServiceFacts, useFactory: serviceFacts, inject: [Settings] },
    {
      provide: Documents,
      useFactory: documents,
      inject: [ApiDocument, ServedPaths, ServiceAddress, ServiceFacts, Terms, Clock, Settings],
    },
  ],
  exports: [JurisdictionsModule, ServiceFacts],
})
export class DiscoveryModule {}

function serviceFacts(settings: Settings): ServiceFacts {
  const { version, registryMode, rateLimitPerMinute, codeTtlMs, freeCredits, signUp } = settings;
  const packages = settings.billing ? PACKAGES : [];
  return { version, registryMode, rateLimitPerMinute, codeTtlMs, freeCredits, signUp, packages };
}

function documents(
  api: ApiDocument,
  served: ServedPaths,
  address: ServiceAddress,
  facts: ServiceFacts,
  terms: Terms,
  clock: Clock,
  { mailFrom }: Settings,
): Documents {
  return new Documents(api, served, address, facts, terms, addressIn(mailFrom), clock);
}

/** `Standing <standing@example.com>` → `standing@example.com`. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;
}
