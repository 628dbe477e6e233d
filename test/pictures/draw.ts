import { Graph, layout } from '@dagrejs/dagre';
import type { Diagram, Shape } from './diagram.js';

const CHARACTER = 7.2;
const LINE = 18;
const MARGIN = 16;
const MAX_LINE_LENGTH = 26;
const CORNER = 14;
const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#1b211f;text-anchor:middle}.label{font-size:12px;fill:#56605c}' +
  '.box{fill:#fff;stroke:#0b6449;stroke-width:1.5}.line{fill:none;stroke:#77807b;stroke-width:1.5}.head,.start{fill:#77807b}.behind{fill:#f6f5f1}' +
  '@media(prefers-color-scheme:dark){text{fill:#e9ebe6}.label{fill:#a8b2ad}.box{fill:#1b201e;stroke:#63d1a6}.line{stroke:#7f8a85}' +
  '.head,.start{fill:#7f8a85}.behind{fill:#121614}}.box.lid{fill:none}';

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

/** A diagram as SVG, in light and dark, the same bytes for the same text. */
export function draw({ title, description, direction, nodes, edges }: Diagram): string {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 48, ranksep: 36, edgesep: 32, marginx: MARGIN, marginy: MARGIN });
  for (const [id, { label, shape }] of nodes) graph.setNode(id, sizeOf(label, shape));
  // The way back of a pair is laid out beside the way there, or the layout would choose which of the two is which.
  const isWayBack = (at: number) =>
    edges.slice(0, at).some(({ from, to }) => from === edges[at]!.to && to === edges[at]!.from);
  const ends = edges.map(({ from, to }, at) => (isWayBack(at) ? { v: to, w: from } : { v: from, w: to }));
  for (const [at, { label }] of edges.entries()) {
    const { v, w } = ends[at]!;
    graph.setEdge(v, w, { ...(label === '' ? { width: 0, height: 0 } : sizeOf(label)), labelpos: 'c' }, String(at));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as Partial<Box>;
  const lines = edges.map(({ label, arrow }, at) => {
    const edge = graph.edge({ ...ends[at]!, name: String(at) }) as Box & { points: Point[] };
    const points = isWayBack(at) ? edge.points.toReversed() : edge.points;
    return {
      line: curve(points) + (arrow ? head(points) : ''),
      label: label === '' ? '' : labelOf(label, edge),
    };
  });
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="behind" width="100%" height="100%" rx="12"/>`,
    ...lines.map(({ line }) => line),
    ...lines.flatMap(({ label }) => (label === '' ? [] : [label])),
    ...[...nodes].map(([id, { label, shape }]) => nodeOf(label, shape, graph.node(id) as Box)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function sizeOf(label: string, shape?: Shape): { width: number; height: number } {
  if (shape === 'start') return { width: 16, height: 16 };
  const lines = wrapped(label);
  const padding = shape === undefined ? { x: 4, y: 4 } : { x: 28, y: shape === 'store' ? 36 : 20 };
  return {
    width: Math.max(...lines.map(({ length }) => length)) * CHARACTER + padding.x,
    height: lines.length * LINE + padding.y,
  };
}

function wrapped(label: string): string[] {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function nodeOf(label: string, shape: Shape, { x, y, width, height }: Box): string {
  if (shape === 'start') return `<circle class="start" cx="${round(x)}" cy="${round(y)}" r="${width / 2}"/>`;
  const [left, top] = [x - width / 2, y - height / 2];
  if (shape !== 'store') {
    const corner = shape === 'state' ? height / 2 : 6;
    return `<rect class="box" x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${round(corner)}"/>${text(label, { x, y })}`;
  }
  const [right, rim] = [x + width / 2, 8];
  const arc = (to: number, sweep: number) => `A${round(width / 2)} ${rim} 0 0 ${sweep} ${round(to)}`;
  const body = `M${round(left)} ${round(top + rim)}${arc(right, 1)} ${round(top + rim)}V${round(top + height - rim)}${arc(left, 1)} ${round(top + height - rim)}Z`;
  const lid = `M${round(left)} ${round(top + rim)}${arc(right, 0)} ${round(top + rim)}`;
  return `<path class="box" d="${body}"/><path class="box lid" d="${lid}"/>${text(label, { x, y: y + rim })}`;
}

/** On a ground of its own, since lines may pass below it. */
function labelOf(label: string, { x, y, width, height }: Box): string {
  const ground = `<rect class="behind" x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}"/>`;
  return ground + text(label, { x, y }, ' class="label"');
}

function text(label: string, { x, y }: Point, attributes = ''): string {
  const lines = wrapped(label);
  const first = y - ((lines.length - 1) * LINE) / 2 + 4;
  const spans = lines.map(
    (line, at) => `<tspan x="${round(x)}" y="${round(first + at * LINE)}">${escape(line)}</tspan>`,
  );
  return `<text${attributes}>${spans.join('')}</text>`;
}

/** Through every point, where its label may stand, with corners cut off. */
function curve(points: readonly Point[]): string {
  const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
  const bends = points.slice(1, -1).map((point, n) => {
    const [before, after] = [points[n]!, points[n + 2]!];
    return `L${at(towards(point, before))}Q${at(point)} ${at(towards(point, after))}`;
  });
  return `<path class="line" d="M${at(points[0]!)}${bends.join('')}L${at(points.at(-1)!)}"/>`;
}

function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = Math.min(CORNER, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function head(points: readonly Point[]): string {
  const [before, tip] = points.slice(-2) as [Point, Point];
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const corner = (turn: number) =>
    `${round(tip.x - 9 * Math.cos(angle + turn))} ${round(tip.y - 9 * Math.sin(angle + turn))}`;
  return `<path class="head" d="M${round(tip.x)} ${round(tip.y)}L${corner(0.45)}L${corner(-0.45)}Z"/>`;
}

const round = (length: number) => Math.round(length * 10) / 10;

const escape = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
