import type { Evidence, EvidenceName } from '../../src/core/matching/comparing/evidence.js';

export interface EvidencePair {
  evidence: Evidence;
  same: boolean;
}

/** Keeps the weights of rare evidence from diverging. */
const RIDGE = 0.5;
const MAX_STEPS = 30;
const SETTLED = 1e-6;

/**
 * Returns the weights that explain the labels best: ridge logistic regression by Newton's method.
 */
export function fittedWeights(names: readonly EvidenceName[], pairs: readonly EvidencePair[]): number[] {
  const rows = pairs.map(({ evidence }) => names.map((name) => evidence[name] ?? 0));
  const weights = names.map(() => 0);
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = weights.map((weight) => RIDGE * weight);
    const curvature = names.map((_, i) => names.map((__, j) => (i === j ? RIDGE : 0)));
    rows.forEach((row, at) => accumulate(row, pairs[at]?.same === true, weights, gradient, curvature));
    const change = solve(curvature, gradient);
    change.forEach((value, i) => (weights[i] = (weights[i] ?? 0) - value));
    if (change.every((value) => Math.abs(value) < SETTLED)) break;
  }
  return weights;
}

function accumulate(row: number[], same: boolean, weights: number[], gradient: number[], curvature: number[][]): void {
  const score = row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
  const probability = 1 / (1 + Math.exp(-score));
  const present = row.flatMap((value, i) => (value === 0 ? [] : [i]));
  for (const i of present) {
    const value = row[i] ?? 0;
    gradient[i] = (gradient[i] ?? 0) + value * (probability - Number(same));
    const line = curvature[i] ?? [];
    for (const j of present) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0) * probability * (1 - probability);
  }
}

/** Solves `matrix · x = right` for a positive definite matrix, by elimination. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const lines = matrix.map((line, i) => [...line, right[i] ?? 0]);
  const size = lines.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const pivotLine = lines[pivot] ?? [];
    for (let i = pivot + 1; i < size; i++) {
      const line = lines[i] ?? [];
      const factor = (line[pivot] ?? 0) / (pivotLine[pivot] ?? 1);
      for (let j = pivot; j <= size; j++) line[j] = (line[j] ?? 0) - factor * (pivotLine[j] ?? 0);
    }
  }
  const solution = Array.from({ length: size }, () => 0);
  for (let i = size - 1; i >= 0; i--) {
    const line = lines[i] ?? [];
    let rest = line[size] ?? 0;
    for (let j = i + 1; j < size; j++) rest -= (line[j] ?? 0) * (solution[j] ?? 0);
    solution[i] = rest / (line[i] ?? 1);
  }
  return solution;
}
