const MALFORMED = /%(?![\da-f]{2})/gi;
const ENCODED = /(?:%[\da-f]{2})+/gi;

/**
 * The address with each letter that does not decode standing for itself: it names nothing, and the route that it leads to says so, where a router would
 * refuse it before anything is known of the caller.
 */
export function readablePath(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (decodes(path)) return url;
  const readable = path
    .replaceAll(MALFORMED, '%25')
    .replaceAll(ENCODED, (run) => (decodes(run) ? run : run.replaceAll('%', '%25')));
  return end === -1 ? readable : readable + url.slice(end);
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
