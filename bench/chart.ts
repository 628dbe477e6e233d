/**
 * SVG charts made of text: readable beside the table and in repository pages, in light and dark
 * themes.
 */

const WIDTH = 720;
const MARGIN = { top: 40, right: 24, bottom: 44, left: 64 };
const BAR = { height: 18, gap: 6, between: 18, label: 150 };
const COLOURS = ['#2563eb', '#94a3b8'];
const TICKS = 5;

export interface Series {
  title: string;
  /** Titles of the axes. */
  x: string;
  y: string;
  points: [x: number, y: number][];
}

/** Draws a line with dots. The x axis is logarithmic if its range exceeds a factor of 100. */
export function lineChart({ title, x, y, points }: Series): string {
  const height = 320;
  const xs = points.map(([at]) => at);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const logarithmic = least > 0 && most / least > 100;
  const scale = (at: number) => (logarithmic ? Math.log10(at) : at);
  const reach = scale(most) - scale(least) || 1;
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const top = roundUp(Math.max(...points.map(([, value]) => value)));
  const left = (at: number) => MARGIN.left + ((scale(at) - scale(least)) / reach) * inner.width;
  const up = (value: number) => MARGIN.top + inner.height - (value / top) * inner.height;
  const ticks = Array.from({ length: TICKS + 1 }, (_, at) => (top / TICKS) * at);
  const marks = logarithmic ? xs : Array.from({ length: TICKS + 1 }, (_, at) => least + ((most - least) / TICKS) * at);
  return svg(height, title, [
    ...ticks.map(
      (value) =>
        `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${up(value)}" y2="${up(value)}" class="rule"/>` +
        label(MARGIN.left - 8, up(value) + 4, short(value), 'end'),
    ),
    ...marks.map((at) => label(left(at), height - MARGIN.bottom + 18, short(at), 'middle')),
    label(WIDTH / 2, height - 8, x, 'middle'),
    label(8, MARGIN.top - 10, y, 'start'),
    `<polyline points="${points.map(([at, value]) => `${left(at)},${up(value)}`).join(' ')}" fill="none" stroke="${COLOURS[0]}" stroke-width="2"/>`,
    ...points.map(([at, value]) => `<circle cx="${left(at)}" cy="${up(value)}" r="3" fill="${COLOURS[0]}"/>`),
  ]);
}

export interface Group {
  name: string;
  bars: { name: string; value: number }[];
}

/** Draws groups of horizontal bars, all on one scale. */
export function barChart(title: string, groups: readonly Group[]): string {
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const room = WIDTH - BAR.label - MARGIN.right - 90;
  const parts: string[] = [];
  let y = MARGIN.top + 8;
  for (const { name, bars } of groups) {
    parts.push(label(BAR.label - 10, y + BAR.height - 4, name, 'end'));
    for (const [at, { name: who, value }] of bars.entries()) {
      const width = Math.max(1, (value / most) * room);
      parts.push(
        `<rect x="${BAR.label}" y="${y}" width="${width}" height="${BAR.height}" rx="2" fill="${COLOURS[at % 2]}"/>`,
        label(BAR.label + width + 6, y + BAR.height - 4, `${short(value)} ${who}`, 'start'),
      );
      y += BAR.height + BAR.gap;
    }
    y += BAR.between - BAR.gap;
  }
  return svg(y, title, parts);
}

function svg(height: number, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(title)}">`,
    '<style>text{font:12px system-ui,sans-serif;fill:#475569}.title{font-size:15px;font-weight:600}.rule{stroke:#cbd5e1;stroke-width:.5}',
    '@media(prefers-color-scheme:dark){text{fill:#cbd5e1}.rule{stroke:#475569}}</style>',
    `<text x="8" y="20" class="title">${escape(title)}</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escape(text)}</text>`;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}

function short(value: number): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
