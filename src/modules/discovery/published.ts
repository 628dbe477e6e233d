import { createHash } from 'node:crypto';

/** A document as it leaves: the bytes, what they are, and what they are called by caches. */
export interface Published {
  type: string;
  bytes: Buffer;
  etag: string;
  /** More headers of this document's own. */
  headers: Record<string, string>;
}

export function published(type: string, content: string | Buffer, headers: Record<string, string> = {}): Published {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { type, bytes, etag, headers };
}

export const json = (content: object, type = 'application/json; charset=utf-8', headers?: Record<string, string>) =>
  published(type, `${JSON.stringify(content, null, 2)}\n`, headers);

/** Lower-case hex, over the very bytes that are served. */
export function sha256({ bytes }: Published): string {
  return createHash('sha256').update(bytes).digest('hex');
}
