import { Module } from '@nestjs/common';
import { setting } from '../settings/settings.js';
import { ApiDocument } from '../openapi/api-document.js';
import { DiscoveryController } from './discovery.controller.js';
import { DocumentsController } from './documents/documents.controller.js';
import { Documents, SecurityContact } from './documents/documents.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { GuideSearchController } from './guides/guide-search.controller.js';
import { ServedPaths } from './documents/served-paths.js';

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
    setting(SecurityContact, ({ mailFrom }) => ({ address: addressIn(mailFrom) })),
    Documents,
  ],
})
export class DiscoveryModule {}

/** `Standing <standing@example.com>` → `standing@example.com`. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;
}
