import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { EvidenceFiles } from '../../core/evidence/ports.js';
import type { EvidenceView } from '../../core/evidence/read-evidence.js';
import { evidenceAnswer } from './evidence.response.js';

/** Evidence as a WARC file, to be saved. */
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
