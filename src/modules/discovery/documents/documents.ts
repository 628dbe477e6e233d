import { Injectable } from '@nestjs/common';
import { stringify } from 'yaml';
import { AppError } from '../../../core/errors.js';
import { Clock, ServiceAddress } from '../../../core/ports.js';
import { ServedPaths } from './served-paths.js';
import { ServiceFacts } from '../../settings/service-facts.js';
import { agentDocuments } from './agent-documents.js';
import { entryPage } from './entry-page.js';
import { apiCatalog, entryJson, entryMarkdown, llmsTxt, OPENAPI_TYPE, securityTxt } from './entry-documents.js';
import { guideDocuments } from '../guides/guides.js';
import { ApiDocument } from '../../openapi/api-document.js';
import { published, type Published } from './published.js';
import { referenceDocuments } from './reference-page.js';
import { skillDocuments } from './skills.js';

const DAY_MS = 86_400_000;

/** Of the operator, for reports of vulnerabilities. */
export abstract class SecurityContact {
  abstract readonly address: string;
}

/**
 * All public documents, generated once from the running controllers and served like files: with
 * caching, ETags and HEAD.
 */
@Injectable()
export class Documents {
  /** They contain neither dates nor URLs. */
  private guides: Map<string, Published> | undefined;
  private made: { day: number; documents: Map<string, Published> } | undefined;

  constructor(
    private readonly api: ApiDocument,
    private readonly served: ServedPaths,
    private readonly address: ServiceAddress,
    private readonly facts: ServiceFacts,
    private readonly contact: SecurityContact,
    private readonly clock: Clock,
  ) {}

  at(path: string): Published {
    const document = path.startsWith('/docs') ? this.guide(path) : this.all().get(path);
    if (!document) throw new AppError('NOT_FOUND', { message: `There is no ${path}.` });
    return document;
  }

  private guide(path: string): Published | undefined {
    this.guides ??= new Map(guideDocuments(this.address.of('')));
    return this.guides.get(path);
  }

  /** Regenerated daily, because one document contains a date. */
  private all(): Map<string, Published> {
    const day = Math.floor(this.clock.now().getTime() / DAY_MS);
    if (this.made?.day !== day) this.made = { day, documents: new Map(this.documents(this.address.of(''))) };
    return this.made.documents;
  }

  private documents(url: string): [path: string, document: Published][] {
    const { version, registryMode, freeCredits, signUp, termsUrl, packages } = this.facts;
    const sellsCredits = packages.length > 0;
    const serves = (path: string) => this.served.has(path);
    const site = { url, version, registryMode, freeCredits, signUp, sellsCredits, termsUrl, serves };
    const oauth = serves('/.well-known/oauth-authorization-server');
    const facts = { version, registryMode, freeCredits, signUp, billing: sellsCredits, termsUrl, url, oauth };
    const openApi = this.api.make(facts);
    return [
      ['/', entryJson(site)],
      ['/index.md', entryMarkdown(site)],
      ['/index.html', entryPage(site)],
      ['/llms.txt', llmsTxt(site)],
      // Not indented, because programs read it: indentation adds a quarter even when compressed.
      ['/openapi.json', published(OPENAPI_TYPE, JSON.stringify(openApi))],
      [
        '/openapi.yaml',
        published('application/yaml; charset=utf-8', stringify(openApi, { aliasDuplicateObjects: false })),
      ],
      ['/.well-known/api-catalog', apiCatalog(site)],
      ['/.well-known/security.txt', securityTxt(url, this.contact.address, this.clock.now())],
      ...agentDocuments({ url, version, mcp: serves('/mcp'), a2a: serves('/a2a'), oauth }),
      ...skillDocuments(url, { freeCredits, signUp, sellsCredits }),
      ...referenceDocuments(url, serves('/console')),
    ];
  }
}
