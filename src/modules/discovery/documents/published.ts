import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { JSON_TYPE } from '../../http/answers/answer-headers.js';

/** A document to serve: bytes, media type and ETag. */
export interface Published {
  type: string;
  bytes: Buffer;
  etag: string;
  headers: Record<string, string>;
}

export function published(type: string, content: string | Buffer, headers: Record<string, string> = {}): Published {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { type, bytes, etag, headers };
}

export const json = (content: object, type = JSON_TYPE, headers?: Record<string, string>) =>
  published(type, `${JSON.stringify(content, null, 2)}\n`, headers);

/** Lower-case hex, over the bytes as served. */
export function sha256({ bytes }: Published): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type Encoding = 'br' | 'gzip';

/** Shorter documents fit in one packet anyway. */
const WORTH_COMPRESSING = 1_000;
const BROTLI_QUALITY = 9;
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: async (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: async (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};
const compressed = new WeakMap<Published, Map<Encoding, Promise<Buffer>>>();

/**
 * Chooses the content encoding: Brotli, else gzip, if `Accept-Encoding` allows it. `undefined`
 * sends the document as it is.
 */
export function encodingFor({ bytes }: Published, acceptEncoding: string | undefined): Encoding | undefined {
  if (bytes.length < WORTH_COMPRESSING) return undefined;
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** Compresses on first use, off the main thread, and caches the result with the document. */
export async function encoded(document: Published, encoding: Encoding): Promise<Buffer> {
  const made = compressed.get(document) ?? new Map<Encoding, Promise<Buffer>>();
  compressed.set(document, made);
  const bytes = made.get(encoding) ?? compress[encoding](document.bytes);
  made.set(encoding, bytes);
  return bytes;
}
