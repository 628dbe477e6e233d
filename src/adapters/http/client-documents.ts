import { request, type Dispatcher } from 'undici';
import { ClientDocumentError, ClientDocuments } from '../../core/oauth/ports.js';
import type { AddressGuard } from '../../core/webhooks/public-address.js';
import { hasProxy, outboundAgent } from '../outbound/outbound-agent.js';
import { onlyTo } from './resolver.js';

/** From connecting to the last byte. A user is waiting. */
const LIMIT_MS = 2_500;
/** The limit the draft recommends. */
const LIMIT_BYTES = 5 * 1024;

/**
 * Sends one request, only to the addresses that were checked. A proxy resolves the name itself, so
 * it is also asked for names that only it can resolve.
 */
export class HttpClientDocuments extends ClientDocuments {
  constructor(
    private readonly guard: AddressGuard,
    /** Replaces the system's trusted certificates. */
    private readonly ca?: string,
  ) {
    super();
  }

  async read(text: string) {
    const { url, addresses } = await this.guard.check(text, { byProxy: hasProxy() }).catch((cause: Error) => {
      throw new ClientDocumentError(`the address ${cause.message}`, { cause });
    });
    const connect = { lookup: onlyTo(addresses), ...(this.ca ? { ca: this.ca } : {}) };
    const dispatcher = outboundAgent({ connect });
    try {
      const signal = AbortSignal.timeout(LIMIT_MS);
      const answer = await request(url, { dispatcher, signal, headers: { accept: 'application/json' } });
      if (answer.statusCode !== 200) throw new ClientDocumentError(`status ${answer.statusCode}, not 200`);
      return { text: await beginning(answer.body), cacheControl: [answer.headers['cache-control']].flat()[0] };
    } catch (error) {
      if (error instanceof ClientDocumentError) throw error;
      throw new ClientDocumentError(`the request failed: ${(error as Error).message}`, { cause: error });
    } finally {
      void dispatcher.destroy();
    }
  }
}

async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LIMIT_BYTES) throw new ClientDocumentError(`more than ${LIMIT_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
