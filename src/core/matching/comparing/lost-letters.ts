/** With more of them, a word says too little to be recognised. */
const MAX_LOST = 6;

/**
 * Returns whether a word is another one of which letters were lost. A run of `?` stands for half to
 * twice as many letters: a lost letter leaves one or two characters, and may be two in ASCII. Walks
 * both words once for each place where the next letter may be, which are at most ten.
 */
export function isDamagedForm(damaged: string, whole: string, onStep: () => void = ignore): boolean {
  const kept = damaged.replaceAll('?', '').length;
  const lost = damaged.length - kept;
  if (lost === 0 || lost > MAX_LOST || kept < 2 || kept > whole.length) return false;
  if (damaged.length > 2 * whole.length || whole.length > 2 * damaged.length) return false;
  let places = [0];
  for (let at = 0; at < damaged.length && places.length > 0;) {
    const run = runOf(damaged, at);
    places = run > 0 ? behindLost(places, run, whole, onStep) : behindLetter(places, damaged[at], whole, onStep);
    at += Math.max(run, 1);
  }
  return places.includes(whole.length);
}

function ignore(): void {}

function runOf(damaged: string, at: number): number {
  let end = at;
  while (damaged[end] === '?') end++;
  return end - at;
}

function behindLetter(
  places: readonly number[],
  letter: string | undefined,
  whole: string,
  onStep: () => void,
): number[] {
  return places.flatMap((place) => {
    onStep();
    return whole[place] === letter ? [place + 1] : [];
  });
}

function behindLost(places: readonly number[], run: number, whole: string, onStep: () => void): number[] {
  const next = new Set<number>();
  for (const place of places) {
    for (let length = 1; length <= 2 * run && isLetter(whole[place + length - 1]); length++) {
      onStep();
      if (2 * length >= run) next.add(place + length);
    }
  }
  return [...next];
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && ((letter >= 'A' && letter <= 'Z') || letter === '?');
}
