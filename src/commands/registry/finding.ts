/**
 * One harmless request of each kind an adapter makes; for a mirror, whether its file is offered and
 * which rows it begins with.
 */
export type Shape = 'found' | 'absent' | 'by number' | 'deep' | 'download' | 'columns';

export type Finding =
  | { verdict: 'as expected' }
  /** The register answers, but not as the adapter expects. `field` names the difference. */
  | { verdict: 'drifted'; field: string }
  | { verdict: 'unreachable'; reason: string }
  /** There is no name to ask for, or the register does not support this kind of request. */
  | { verdict: 'not asked' };

export interface Probed {
  code: string;
  shape: Shape;
  finding: Finding;
}

export function lineOf({ code, shape, finding }: Probed): string {
  const detail = finding.verdict === 'drifted' ? ` (${finding.field})` : '';
  const reason = finding.verdict === 'unreachable' ? ` (${finding.reason})` : '';
  return `${code.padEnd(7)} ${shape.padEnd(9)} ${finding.verdict}${detail}${reason}`;
}
