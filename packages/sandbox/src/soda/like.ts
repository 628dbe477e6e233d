/**
 * SQL's LIKE: `%` matches any characters, `_` exactly one. Runs in O(text × pattern). A regular
 * expression could take exponential time for many `%`, and patterns contain user input.
 */
export function likeTest(pattern: string): (text: string) => boolean {
  const [first, ...others] = pattern.split('%').map((piece) => [...piece]);
  const last = others.pop();
  return (text) => {
    const letters = [...text];
    if (!standsAt(letters, first!, 0)) return false;
    if (last === undefined) return letters.length === first!.length;
    const end = letters.length - last.length;
    let from = first!.length;
    for (const piece of others) {
      const at = find(letters, piece, from, end);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return from <= end && standsAt(letters, last, end);
  };
}

/** The leftmost match leaves the most room for the rest, so no backtracking is needed. */
function find(letters: readonly string[], piece: readonly string[], from: number, end: number): number {
  for (let at = from; at + piece.length <= end; at += 1) if (standsAt(letters, piece, at)) return at;
  return -1;
}

function standsAt(letters: readonly string[], piece: readonly string[], at: number): boolean {
  if (at < 0 || at + piece.length > letters.length) return false;
  return piece.every((letter, index) => letter === '_' || letter === letters[at + index]);
}
