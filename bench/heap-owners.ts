/**
 * The parts of a heap snapshot that are read here; see
 * https://developer.chrome.com/docs/devtools/memory-problems/heap-snapshots for the rest.
 */
export interface HeapSnapshot {
  snapshot: {
    meta: {
      node_fields: string[];
      node_types: [string[], ...unknown[]];
      edge_fields: string[];
      edge_types: [string[], ...unknown[]];
    };
  };
  nodes: number[];
  edges: number[];
  strings: string[];
}

interface Edge {
  type: string;
  name: string;
  to: number;
}

const ROOT = 0;
/** These nodes hold objects that others hold, too, so they are visited last. */
const SHARED = new Set(['(Internalized strings)', '(External strings)', '(Read-only roots)']);
const NAMED = new Set(['context', 'property', 'internal', 'shortcut', 'weak']);
/** Edges that lead from a function to its script. */
const TO_SCRIPT = new Set(['script', 'script_or_debug_info', 'shared', 'function']);
const PATH = /^(file:\/\/|\/|node:)/;

/**
 * Returns bytes by owner: a package, or a folder of the service. An object belongs to the nearest
 * code on the shortest path from the roots, so an object made by one and kept by another counts for
 * the keeper. The key is `undefined` for objects with no code on the path.
 */
export function bytesByOwner(snapshot: HeapSnapshot): Map<string | undefined, number> {
  const graph = new Graph(snapshot);
  const owners: (string | undefined)[] = [];
  const seen = new Uint8Array(graph.size);
  const walk = (from: number[]): void => {
    for (const at of from) seen[at] = 1;
    for (let next = 0; next < from.length; next++) {
      const at = from[next]!;
      for (const { type, to } of graph.edges(at)) {
        if (type === 'weak' || seen[to] || SHARED.has(graph.name(to))) continue;
        seen[to] = 1;
        owners[to] = ownerIn(graph, to) ?? owners[at];
        from.push(to);
      }
    }
  };
  walk([ROOT]);
  const shared = Array.from({ length: graph.size }, (_, at) => at).filter((at) => SHARED.has(graph.name(at)));
  walk(shared);
  const bytes = new Map<string | undefined, number>();
  for (let at = 0; at < graph.size; at++) bytes.set(owners[at], (bytes.get(owners[at]) ?? 0) + graph.bytes(at));
  return bytes;
}

/** Returns the owner of a code or module node. */
function ownerIn(graph: Graph, at: number): string | undefined {
  const [type, name] = [graph.type(at), graph.name(at)];
  if (type === 'code' && PATH.test(name)) return ownerOf(name);
  if (type === 'object' && (name === 'Module' || name === 'ModuleWrap')) {
    for (const edge of graph.edges(at)) {
      if (edge.name === 'filename' || edge.name === 'url') return ownerOf(graph.name(edge.to));
    }
  }
  if (name.endsWith('SyntheticModule')) {
    const address = [...graph.edges(at)].map(({ to }) => graph.name(to)).find((text) => PATH.test(text));
    return address && ownerOf(address);
  }
  if (type !== 'closure' && type !== 'code' && name !== 'Generator') return undefined;
  for (const edge of graph.edges(at)) {
    const owner = TO_SCRIPT.has(edge.name) ? ownerIn(graph, edge.to) : undefined;
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/**
 * Maps `…/node_modules/@scope/name/…` to `@scope/name`, and `…/dist/modules/mcp/…` to
 * `modules/mcp`.
 */
function ownerOf(path: string): string | undefined {
  if (path.startsWith('node:')) return 'Node';
  const inPackage = path.split('node_modules/').at(-1)!;
  if (inPackage !== path) return inPackage.split('/', inPackage.startsWith('@') ? 2 : 1).join('/');
  const [, own] = /\/dist\/([^/]+(?:\/[^/]+)?)/.exec(path) ?? [];
  return own?.replace(/\.js$/, '');
}

class Graph {
  readonly size: number;
  private readonly fields: number;
  private readonly edgeFields: number;
  private readonly firstEdge: Uint32Array;
  private readonly at: Record<'type' | 'name' | 'bytes' | 'edges', number>;

  constructor(private readonly given: HeapSnapshot) {
    const { node_fields: fields, edge_fields: edgeFields } = given.snapshot.meta;
    this.fields = fields.length;
    this.edgeFields = edgeFields.length;
    this.size = given.nodes.length / this.fields;
    const place = (field: string) => fields.indexOf(field);
    this.at = { type: place('type'), name: place('name'), bytes: place('self_size'), edges: place('edge_count') };
    this.firstEdge = new Uint32Array(this.size + 1);
    for (let node = 0; node < this.size; node++) {
      this.firstEdge[node + 1] = this.firstEdge[node]! + this.field(node, 'edges');
    }
  }

  type(node: number): string {
    return this.given.snapshot.meta.node_types[0][this.field(node, 'type')]!;
  }

  name(node: number): string {
    return this.given.strings[this.field(node, 'name')]!;
  }

  bytes(node: number): number {
    return this.field(node, 'bytes');
  }

  *edges(node: number): Generator<Edge> {
    const { edges, strings, snapshot } = this.given;
    for (let edge = this.firstEdge[node]!; edge < this.firstEdge[node + 1]!; edge++) {
      const [kind, name, to] = edges.slice(edge * this.edgeFields, (edge + 1) * this.edgeFields);
      const type = snapshot.meta.edge_types[0][kind!]!;
      yield { type, name: NAMED.has(type) ? strings[name!]! : '', to: to! / this.fields };
    }
  }

  private field(node: number, field: keyof Graph['at']): number {
    return this.given.nodes[node * this.fields + this.at[field]]!;
  }
}
