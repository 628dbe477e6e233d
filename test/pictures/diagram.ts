/** What a diagram shows, however it is laid out. */
export interface Diagram {
  title: string;
  description: string;
  direction: 'LR' | 'TB';
  nodes: Map<string, { label: string; shape: Shape }>;
  edges: { from: string; to: string; label: string; arrow: boolean }[];
}

/** A box, a database, a state, or where everything begins. */
export type Shape = 'box' | 'store' | 'state' | 'start';

const NODE = String.raw`(\w+)(?:\[\((.+?)\)\]|\[(.+?)\])?`;
const EDGE = new RegExp(String.raw`^${NODE} (?:-- "?(.+?)"? )?(-->|---) ${NODE}$`);
const TRANSITION = /^(\[\*\]|\w+) --> (\w+): (.+)$/;
const HEADING = /^(?:flowchart (LR|TB)|stateDiagram-v2)$/;

/** Reads the part of Mermaid that this project's pages use; throws at a line that is not of it. */
export function readDiagram(mermaid: string): Diagram {
  const [first = '', ...lines] = mermaid.trim().split('\n');
  const heading = HEADING.exec(first);
  if (!heading) throw new Error(`"${first}" is no diagram that can be drawn here`);
  const diagram: Diagram = {
    title: '',
    description: '',
    direction: heading[1] === 'LR' ? 'LR' : 'TB',
    nodes: new Map(),
    edges: [],
  };
  const readLine = heading[1] === undefined ? readTransition : readEdge;
  for (const line of lines.map((each) => each.trim())) {
    const [, field, text] = /^(accTitle|accDescr): (.+)$/.exec(line) ?? [];
    if (field === 'accTitle') diagram.title = text!;
    else if (field === 'accDescr') diagram.description = text!;
    else if (!readLine(line, diagram)) throw new Error(`"${line}" cannot be drawn here`);
  }
  return diagram;
}

function readEdge(line: string, diagram: Diagram): boolean {
  const [, from, fromStore, fromBox, label = '', kind, to, toStore, toBox] = EDGE.exec(line) ?? [];
  if (from === undefined || to === undefined) return false;
  note(diagram, from, fromStore, fromBox);
  note(diagram, to, toStore, toBox);
  diagram.edges.push({ from, to, label, arrow: kind === '-->' });
  return true;
}

/** A node has its label where it is named first. */
function note({ nodes }: Diagram, id: string, store: string | undefined, box: string | undefined): void {
  if (nodes.has(id) && store === undefined && box === undefined) return;
  nodes.set(id, { label: store ?? box ?? id, shape: store === undefined ? 'box' : 'store' });
}

function readTransition(line: string, { nodes, edges }: Diagram): boolean {
  const [, from, to, label] = TRANSITION.exec(line) ?? [];
  if (from === undefined || to === undefined || label === undefined) return false;
  for (const id of [from, to])
    nodes.set(id, id === '[*]' ? { label: '', shape: 'start' } : { label: id, shape: 'state' });
  edges.push({ from, to, label, arrow: true });
  return true;
}
