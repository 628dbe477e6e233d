/**
 * One harmless question of each shape that an adapter asks; of a mirror, whether its file is
 * offered and what its first rows are.
 */
export type Shape = 'found' | 'absent' | 'by number' | 'deep' | 'download' | 'columns';

export type Finding =
  | { verdict: 'as expected' }
  /**
   * The register is there and says something else than the adapter expects: which field, or what.
   */
  | { verdict: 'drifted'; field: string }
  | { verdict: 'unreachable'; reason: string }
  /** There was nothing to ask with, or the register is not asked in this shape. */
  | { verdict: 'not asked' };

export interface Probed {
  code: string;
  shape: Shape;
  finding: Finding;
}

/** One line for each register and shape. */
export function lineOf({ code, shape, finding }: Probed): string {
  const detail = finding.verdict === 'drifted' ? ` (${finding.field})` : '';
  const reason = finding.verdict === 'unreachable' ? ` (${finding.reason})` : '';
  return `${code.padEnd(7)} ${shape.padEnd(9)} ${finding.verdict}${detail}${reason}`;
}
