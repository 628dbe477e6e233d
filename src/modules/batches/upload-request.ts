import type { Upload } from '../../core/batches/upload-batch.js';
import { fingerprint } from '../http/request.js';
import type { UploadBatchQuery } from './batches.dto.js';
import { readFile } from './read-file.js';

/**
 * A file and what is wanted of it, in the words of the use case: the API takes it as a body, the
 * console in a form.
 */
export function uploadRequest(
  query: UploadBatchQuery,
  file: { bytes: AsyncIterable<Buffer>; type: 'csv' | 'ndjson' },
  idempotencyKey: string | undefined,
): Upload {
  // The same rows under another name are the same request.
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
