import type { Upload } from '../../core/batches/upload-batch.js';
import { fingerprint } from '../http/request.js';
import type { UploadBatchQuery } from './batches.dto.js';
import { readFile } from './read-file.js';

/**
 * Converts an upload to the use case's request; the API sends the file as the body, the console in
 * a form.
 */
export function uploadRequest(
  query: UploadBatchQuery,
  file: { bytes: AsyncIterable<Buffer>; type: 'csv' | 'ndjson' },
  idempotencyKey: string | undefined,
): Upload {
  // The same rows under another file name are the same request.
  const { file_name: fileName, ...asked } = query;
  const { webhook_url: webhookUrl, max_credits: maxCredits, start } = asked;
  const { type } = file;
  const { rows, digest } = readFile(file.bytes, type);
  return {
    rows,
    fingerprint: () => fingerprint('POST /v1/batches', { ...asked, type, digest: digest() }),
    idempotencyKey,
    fileName,
    webhookUrl,
    maxCredits,
    start,
  };
}
