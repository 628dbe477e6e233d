import type { RegisterProbe } from '../../core/registries/probes.js';

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
  /** Time of the answer; left out where nothing was asked. */
  ms?: number;
}

/** One result for the questions to one register; `undefined` if none was asked. */
export function resultOf(code: string, answers: readonly Probed[], at: Date): RegisterProbe | undefined {
  const asked = answers.filter(({ finding }) => finding.verdict !== 'not asked');
  if (asked.length === 0) return undefined;
  const fields = asked.flatMap(({ shape, finding }) =>
    finding.verdict === 'drifted' ? [`${shape}: ${finding.field}`] : [],
  );
  const isUnreachable = asked.some(({ finding }) => finding.verdict === 'unreachable');
  const times = asked.flatMap(({ ms, finding }) => (ms === undefined || finding.verdict === 'unreachable' ? [] : [ms]));
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return {
    jurisdiction: code,
    at,
    verdict: fields.length > 0 ? 'drifted' : isUnreachable ? 'unreachable' : 'as_expected',
    fields,
    answerMs: times.length === 0 ? undefined : Math.round(mean),
  };
}

export function lineOf({ code, shape, finding }: Probed): string {
  const detail = finding.verdict === 'drifted' ? ` (${finding.field})` : '';
  const reason = finding.verdict === 'unreachable' ? ` (${finding.reason})` : '';
  return `${code.padEnd(7)} ${shape.padEnd(9)} ${finding.verdict}${detail}${reason}`;
}
