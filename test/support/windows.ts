/** What is counted next is counted in one window. */
export async function awayFromTheEndOfAMinute(): Promise<void> {
  const leftMs = leftOfTheMinute();
  if (leftMs < 1_500) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}

export function leftOfTheMinute(): number {
  return 60_000 - (Date.now() % 60_000);
}
