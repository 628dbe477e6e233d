import { barChart, lineChart, type Series } from './chart.js';
import { GOALS, type Goal } from './goals.js';
import type { Side } from './slices.js';

export interface Figure {
  name: string;
  value: number;
  unit: '' | 'ms' | 's' | '/s' | 'MB' | 'MB/h' | '%';
  goal: Goal | undefined;
}

export interface Report {
  path: string;
  title: string;
  sides: Side[];
  figures: Figure[];
  /** Data for a chart of its own. */
  series?: Series;
  stages?: StageTable[];
}

/**
 * Microseconds of processor time per answer, by stage, for programs that were measured side by
 * side.
 */
export interface StageTable {
  path: string;
  columns: { name: string; stages: Record<string, number>; whole: number }[];
}

/** Returns a figure with its goal from `GOALS`. */
export function figure(path: string, name: string, value: number, unit: Figure['unit'] = ''): Figure {
  return { name, value, unit, goal: GOALS[path]?.[name] };
}

export function holds({ value, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  return value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity);
}

/** Returns a Markdown table that is also aligned for the terminal. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[], pad = ' ') =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!, pad) : cell.padStart(widths[column]!, pad))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map((row) => line(row))].join('\n');
}

export function sidesTable(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ path, sides }) =>
    sides.map(({ name, median: m }) => [
      path,
      name,
      amount(m.perSecond),
      m.p50Ms.toFixed(1),
      m.p99Ms.toFixed(1),
      m.cpuUs === undefined ? '–' : m.cpuUs.toFixed(0),
      m.postgresCpuUs === undefined ? '–' : m.postgresCpuUs.toFixed(0),
      `${(m.clientShare * 100).toFixed(0)} %`,
    ]),
  );
  const head = ['Path', 'Who', 'Answers/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Postgres CPU µs', 'Client busy'];
  return rows.length > 0 ? table(head, rows) : '';
}

export function figuresTable(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ path, figures }) =>
    figures.map((each) => [path, each.name, measured(each), goalText(each), verdict(each)]),
  );
  return table(['Path', 'Figure', 'Measured', 'Goal', 'Verdict'], rows);
}

export function stagesTable({ path, columns }: StageTable): string {
  const stages = Object.keys(columns[0]?.stages ?? {});
  const rows = stages.map((stage) => [stage, ...columns.map((column) => (column.stages[stage] ?? 0).toFixed(1))]);
  const whole = ['together', ...columns.map((column) => column.whole.toFixed(1))];
  return table([`${path}, µs an answer`, ...columns.map(({ name }) => name)], [...rows, whole]);
}

function measured({ value, unit }: Figure): string {
  const text = Math.abs(value) >= 100 ? amount(value) : value.toFixed(unit === 'ms' || unit === '' ? 2 : 1);
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`.trim();
}

function goalText({ goal, unit }: Figure): string {
  if (!goal) return '';
  const bound = goal.atLeast === undefined ? `≤ ${amount(goal.atMost!)}` : `≥ ${amount(goal.atLeast)}`;
  return unit === '/s' ? `${bound}/s` : `${bound} ${unit}`.trim();
}

function verdict(each: Figure): string {
  const held = holds(each);
  return held === undefined ? '' : held ? 'held' : 'not held';
}

function amount(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });
}

/**
 * Returns charts by file name: the throughput of every path that has sides, and the series of the
 * paths.
 */
export function charts(reports: readonly Report[]): Record<string, string> {
  const groups = reports
    .filter(({ path, sides }) => sides.length === 2 && path !== 'growth')
    .map(({ path, sides }) => ({
      name: path,
      bars: sides.map(({ name, median }) => ({ name, value: median.perSecond })),
    }));
  const made: Record<string, string> = {};
  if (groups.length > 0) made['throughput.svg'] = barChart('Answers per second', groups);
  for (const { path, series } of reports) if (series) made[`${path}.svg`] = lineChart(series);
  return made;
}
