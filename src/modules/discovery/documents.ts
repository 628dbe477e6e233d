import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import { ServiceAddress } from '../../core/own-address.js';
import { Clock } from '../../core/ports.js';
import { ServiceFacts } from './service-facts.js';
import { prefersMarkdown } from './accept.js';
import { agentDocuments } from './agent-documents.js';
import { apiCatalog, entryJson, entryMarkdown, llmsTxt, securityTxt } from './entry-documents.js';
import { openApiDocument } from '../openapi/openapi.js';
import { json, published, type Published } from './published.js';
import { referenceDocuments } from './reference-page.js';
import { Routes } from '../openapi/routes.js';
import { skillDocuments } from './skills.js';

/** Whom to write to about a security problem. */
export class SecurityContact {
  constructor(readonly email: string) {}
}

/** Which paths there are does not depend on the address, which is not known before the process listens. */
const SOMEWHERE = 'http://localhost';
const DAY_MS = 86_400_000;
const CACHE = 'public, max-age=3600';

/** Everything the service says of itself, made once from the routes that run and served as files are: cached, compared, asked for by HEAD. */
export class Documents {
  private made: { day: number; documents: Map<string, Published> } | undefined;

  constructor(
    private readonly routes: Routes,
    private readonly address: ServiceAddress,
    private readonly facts: ServiceFacts,
    private readonly contact: SecurityContact,
    private readonly clock: Clock,
  ) {}

  /** To be called last: as a plug-in it is loaded after the other doors, when all of their routes are known. */
  install(fastify: FastifyInstance): void {
    void fastify.register(async (scope) => {
      for (const [path] of this.documents(SOMEWHERE)) {
        scope.get(path, async (request, reply) => this.answer(path, request, reply));
      }
    });
  }

  private async answer(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const markdown = path === '/' && prefersMarkdown(request.headers.accept);
    const document = this.all().get(markdown ? '/index.md' : path);
    if (!document) throw new Error(`${path} is no document`);
    void reply
      .headers({
        'cache-control': CACHE,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Link',
      })
      .headers({ etag: document.etag, ...document.headers });
    if (isKnown(request.headers['if-none-match'], document.etag)) return reply.status(304).send();
    return reply.type(document.type).send(document.bytes);
  }

  /** Made again each day, for the one that carries a date. */
  private all(): Map<string, Published> {
    const day = Math.floor(this.clock.now().getTime() / DAY_MS);
    if (this.made?.day !== day) this.made = { day, documents: new Map(this.documents(this.address.of(''))) };
    return this.made.documents;
  }

  private documents(url: string): [path: string, document: Published][] {
    const { version, registryMode } = this.facts;
    const serves = (path: string) => this.routes.serves(path);
    const doors = { url, version, serves };
    const oauth = serves('/.well-known/oauth-authorization-server');
    const openApi = openApiDocument(this.routes.documented(), { version, registryMode, url, oauth });
    return [
      ['/', entryJson(doors)],
      ['/index.md', entryMarkdown(doors)],
      ['/llms.txt', llmsTxt(doors)],
      ['/openapi.json', json(openApi)],
      [
        '/openapi.yaml',
        published('application/yaml; charset=utf-8', stringify(openApi, { aliasDuplicateObjects: false })),
      ],
      ['/.well-known/api-catalog', apiCatalog(doors)],
      ['/.well-known/security.txt', securityTxt(url, this.contact.email, this.clock.now())],
      ...agentDocuments({ url, version, mcp: serves('/mcp'), a2a: serves('/a2a'), oauth }),
      ...skillDocuments(url),
      ...referenceDocuments(url),
    ];
  }
}

/** RFC 9110, section 13.1.2: compared weakly. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
