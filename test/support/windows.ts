/** What is counted next is counted in one window. */
export async function awayFromTheEndOfAMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 1_500) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}
