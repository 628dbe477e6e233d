import { Readable } from 'node:stream';
import { z } from 'zod';
import { StreamableFile } from '@nestjs/common';
import { type Standing, fieldName } from '../../core/evidence/field-views.js';
import type { KeptExchange, EvidenceFiles } from '../../core/evidence/ports.js';
import type { EvidenceView } from '../../core/evidence/read-evidence.js';
import {
  flag,
  idOf,
  listOf,
  moment,
  named,
  oneOf,
  publicUrl,
  text,
  whole,
  written,
} from '../http/answers/answer-fields.js';

const STANDING = {
  exchange: whole('Index of the exchange, from 0.'),
  pointer: text('A JSON Pointer; in CSV, cell=ROW,COLUMN.'),
  text: text('The text at that place; null if the body is not kept.').nullable(),
};

const ExchangeShape = z.object({
  url: publicUrl('URL without credentials.', 10_000),
  method: oneOf(['GET', 'POST', 'EDITION'], 'HTTP method, or EDITION for rows of an imported file.'),
  request_body: text('Body of a POST.', 100_000).optional(),
  status: whole('HTTP status.'),
  media_type: text('Media type of the body.').nullable(),
  retrieved_at: moment('Time of the answer.'),
  unchanged_since: moment('Time at which the body arrived, after a 304.').optional(),
  digest: written('SHA-256 of the body.', /^sha256:[0-9a-f]{64}$/, 71),
  bytes: whole('Length of the body in bytes.'),
  erased: flag('Whether the body was erased because it named a person.').optional(),
});

export const EvidenceShape = named(
  'Evidence',
  "The register's bytes, and the place of each field in them.",
  z.object({
    evidence_id: idOf('evd', 'A stable id.'),
    entity_id: idOf('ent', 'The entity of these fields.').optional(),
    snapshot_id: idOf('snp', 'The snapshot based on this evidence.').optional(),
    register: z
      .object({ name: text('The register.'), url: publicUrl('URL of the register.'), licence: text('Terms of use.') })
      .meta({ description: 'The register that sent it.' }),
    parser_version: whole('Version of the parser.'),
    edition: text('SHA-256 of the imported file; for several files, of their digests, one per line.').optional(),
    sandbox: z.literal(true).optional().meta({ description: 'Whether it is from the sandbox.' }),
    exchanges: listOf(ExchangeShape, 'In order.'),
    fields: z
      .record(
        z.string().max(200),
        z.object({
          ...STANDING,
          inferred_from: listOf(z.object(STANDING), 'Everything that the value follows from.').optional(),
        }),
      )
      .meta({ description: 'By field of the answer.' }),
  }),
);

type EvidenceAnswer = z.infer<typeof EvidenceShape>;

export function evidenceAnswer({ evidence, register, exchanges, read, fields }: EvidenceView): EvidenceAnswer {
  const { name, url, licence } = register;
  return {
    evidence_id: evidence.id,
    entity_id: read?.entityId,
    snapshot_id: read?.snapshotId,
    register: { name, url, licence },
    parser_version: evidence.parserVersion,
    edition: evidence.edition,
    sandbox: evidence.sandbox || undefined,
    exchanges: exchanges.map(exchangeAnswer),
    fields: Object.fromEntries(
      Object.entries(fields).map(([path, { inferredFrom, ...standing }]) => [
        fieldName(path),
        { ...standingAnswer(standing), ...(inferredFrom && { inferred_from: inferredFrom.map(standingAnswer) }) },
      ]),
    ),
  };
}

export function evidenceFile(files: EvidenceFiles, view: EvidenceView): StreamableFile {
  const { evidence, exchanges, tier } = view;
  const { id, question, jurisdiction } = evidence;
  const { record, details } = view.read ?? {};
  const records = view.read ? undefined : evidence.records.map((one) => one.record);
  const read = { record, details: tier === 'deep' ? details : undefined, records };
  const file = files.warc(exchanges, { ...evidenceAnswer(view), jurisdiction, tier, question, ...read });
  return new StreamableFile(Readable.from(file), {
    type: 'application/gzip',
    disposition: `attachment; filename="${id}.warc.gz"`,
  });
}

function exchangeAnswer(exchange: KeptExchange): EvidenceAnswer['exchanges'][number] {
  const { url, method, sent, status, headers, retrievedAt, unchangedSince, digest, bytes, erased } = exchange;
  return {
    url,
    method,
    request_body: sent?.text,
    status,
    media_type: headers['content-type'] ?? null,
    retrieved_at: retrievedAt.toISOString(),
    unchanged_since: unchangedSince?.toISOString(),
    digest: `sha256:${digest}`,
    bytes,
    erased: erased || undefined,
  };
}

function standingAnswer({
  exchange,
  pointer,
  text: stands,
}: Standing): Omit<EvidenceAnswer['fields'][string], 'inferred_from'> {
  return { exchange, pointer, text: stands };
}
