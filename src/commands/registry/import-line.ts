import type { ImportProgress } from '../../adapters/registries/bulk/importing/load.js';
import { duration, type ProgressLine } from '../cli/progress-display.js';

export function leftOutLine(code: string, rows: number): string {
  return `${code}: left out ${rows.toLocaleString('en-US')} rows of people`;
}

export function importLine({ phase, rows, bytes, totalBytes }: ImportProgress, seconds: number): ProgressLine {
  const count = rows.toLocaleString('en-US');
  if (phase === 'indexing') return { phase, text: `${count} rows read; building the indexes` };
  const share = totalBytes === 0 ? 0 : Math.min(1, bytes / totalBytes);
  const left = share === 0 ? '?' : duration((seconds / share) * (1 - share));
  const speed = Math.round(rows / seconds).toLocaleString('en-US');
  return { phase, share, text: `${count} rows  ${speed} rows/s  ${left} left` };
}
