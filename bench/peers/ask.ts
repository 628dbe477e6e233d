import type { Finder } from './finder.js';

export interface Question {
  typed: string;
  meant: string;
}

export interface Answer {
  ms: number;
  found: boolean;
}

export interface Summary {
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  recall: number;
}

/** Asks the questions one after the other. */
export async function ask({ find }: Pick<Finder, 'find'>, questions: readonly Question[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { typed, meant } of questions) {
    const startedAt = performance.now();
    const names = await find(typed);
    answers.push({ ms: performance.now() - startedAt, found: names.includes(meant) });
  }
  return answers;
}

export function summaryOf(answers: readonly Answer[]): Summary {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const quantile = (at: number) => sorted[Math.ceil(sorted.length * at) - 1] ?? 0;
  const recall = answers.filter(({ found }) => found).length / answers.length;
  return { p50Ms: quantile(0.5), p95Ms: quantile(0.95), p99Ms: quantile(0.99), recall };
}
