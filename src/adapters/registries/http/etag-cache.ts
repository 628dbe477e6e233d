const MOST_ANSWERS = 200;
const LONGEST_TEXT = 256 * 1024;

interface KeptText {
  etag: string;
  text: string;
}

/** Answers that carried an ETag, the latest used last: asked again with it, a register need not send what has not changed. */
export class EtagCache {
  private readonly texts = new Map<string, KeptText>();

  of(url: string): KeptText | undefined {
    const kept = this.texts.get(url);
    if (kept) this.put(url, kept);
    return kept;
  }

  keep(url: string, etag: string | string[] | undefined, text: string): void {
    if (typeof etag === 'string' && text.length <= LONGEST_TEXT) this.put(url, { etag, text });
    else this.texts.delete(url);
  }

  private put(url: string, kept: KeptText): void {
    this.texts.delete(url);
    this.texts.set(url, kept);
    const [oldest] = this.texts.keys();
    if (this.texts.size > MOST_ANSWERS && oldest !== undefined) this.texts.delete(oldest);
  }
}
