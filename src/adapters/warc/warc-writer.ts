import { STATUS_CODES } from 'node:http';
import { WARCRecord, WARCSerializer, type WARCRecordOpts } from 'warcio';
import { EvidenceFiles, type EvidenceFacts, type KeptExchange } from '../../core/evidence/ports.js';

const VERSION = { warcVersion: 'WARC/1.1' } as const;
const FORMAT = 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';
const NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

/** Writes WARC 1.1 (ISO 28500). The facts about the exchanges come last, in a `metadata` record. */
export class WarcWriter extends EvidenceFiles {
  constructor(private readonly program: string) {
    super();
  }

  async *warc(exchanges: readonly KeptExchange[], facts: EvidenceFacts): AsyncIterable<Uint8Array> {
    const information = { software: this.program, format: 'WARC File Format 1.1', conformsTo: FORMAT };
    const filename = `${facts.evidence_id}.warc.gz`;
    yield* bytesOf(WARCRecord.createWARCInfo({ ...VERSION, filename }, information));
    for (const exchange of exchanges) for (const record of recordsOf(exchange)) yield* bytesOf(record);
    yield* bytesOf(
      WARCRecord.create(
        {
          ...VERSION,
          type: 'metadata',
          url: `urn:standing:evidence:${facts.evidence_id}`,
          warcHeaders: { 'Content-Type': 'application/json' },
        },
        [Buffer.from(JSON.stringify(facts, undefined, 2))],
      ),
    );
  }
}

async function* bytesOf(record: WARCRecord): AsyncIterable<Uint8Array> {
  yield* new WARCSerializer(record, { gzip: true });
}

/** Yields the response, the request and, if the response was revalidated, that it was unchanged. */
function* recordsOf(exchange: KeptExchange): Iterable<WARCRecord> {
  const { method, url, sent, unchangedSince, retrievedAt } = exchange;
  if (method === 'EDITION') return yield resourceOf(exchange);
  const date = (unchangedSince ?? retrievedAt).toISOString();
  const answer = responseOf(exchange, date);
  yield answer;
  const concurrent = { 'WARC-Concurrent-To': answer.warcHeader('WARC-Record-ID') ?? '' };
  const { host, pathname, search } = new URL(url);
  yield WARCRecord.create(
    {
      ...VERSION,
      type: 'request',
      url,
      date: retrievedAt.toISOString(),
      warcHeaders: concurrent,
      statusline: `${method} ${pathname}${search} HTTP/1.1`,
      httpHeaders: { Host: host, ...(sent && { 'Content-Type': sent.type }) },
    },
    [Buffer.from(sent?.text ?? '')],
  );
  if (unchangedSince === undefined) return;
  const unchanged = WARCRecord.create({
    ...VERSION,
    type: 'revisit',
    url,
    date: retrievedAt.toISOString(),
    refersToUrl: url,
    refersToDate: date,
    statusline: statusLine(304),
    httpHeaders: answeredHeaders(exchange),
  });
  unchanged.warcHeaders.headers.set('WARC-Profile', NOT_MODIFIED);
  yield unchanged;
}

function responseOf(exchange: KeptExchange, date: string): WARCRecord {
  const { url, status, unchangedSince, body } = exchange;
  const options: WARCRecordOpts = {
    ...VERSION,
    type: 'response',
    url,
    date,
    warcHeaders: digestOf(exchange),
    statusline: statusLine(unchangedSince === undefined ? status : 200),
    httpHeaders: answeredHeaders(exchange),
  };
  return WARCRecord.create(options, [body ?? Buffer.alloc(0)]);
}

/** For rows of an imported file, which had no exchange of their own. */
function resourceOf(exchange: KeptExchange): WARCRecord {
  const { url, headers, retrievedAt, body } = exchange;
  const warcHeaders = { 'Content-Type': headers['content-type'] ?? 'text/csv', ...digestOf(exchange) };
  return WARCRecord.create({ ...VERSION, type: 'resource', url, date: retrievedAt.toISOString(), warcHeaders }, [
    body ?? Buffer.alloc(0),
  ]);
}

/** If a body is not kept, its digest stays and the file states that the body is missing. */
function digestOf({ digest, body, erased }: KeptExchange): Record<string, string> {
  const missing = { 'WARC-Truncated': erased ? 'unspecified' : 'length' };
  return { 'WARC-Payload-Digest': `sha256:${digest}`, ...(body === undefined && missing) };
}

function answeredHeaders({ headers, bytes }: KeptExchange): Record<string, string> {
  return { ...headers, 'content-length': String(bytes) };
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`.trim();
}
