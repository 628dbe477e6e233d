import ts from 'typescript';

export interface Fault {
  kind: string;
  start: number;
  end: number;
  before: string;
  after: string;
}

type Edit = Omit<Fault, 'before'> & { before?: string };

const OPERATORS = new Map<ts.SyntaxKind, [kind: string, after: string]>([
  [ts.SyntaxKind.PlusToken, ['operator', '-']],
  [ts.SyntaxKind.MinusToken, ['operator', '+']],
  [ts.SyntaxKind.AsteriskToken, ['operator', '/']],
  [ts.SyntaxKind.SlashToken, ['operator', '*']],
  [ts.SyntaxKind.PercentToken, ['operator', '*']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['operator', '||']],
  [ts.SyntaxKind.BarBarToken, ['operator', '&&']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['comparison', '!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['comparison', '===']],
  [ts.SyntaxKind.LessThanToken, ['boundary', '<=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['boundary', '<']],
  [ts.SyntaxKind.GreaterThanToken, ['boundary', '>=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['boundary', '>']],
]);

/** Every single fault that could be planted in a source. */
export function faultsIn(file: string, source: string): Fault[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const add = ({ before, ...edit }: Edit) =>
    faults.push({ ...edit, before: before ?? source.slice(edit.start, edit.end) });
  const visit = (node: ts.Node): void => {
    if (isNoBehaviour(node)) return;
    for (const edit of editsOf(node, tree)) add(edit);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return faults;
}

export function withFault(source: string, { start, end, after }: Fault): string {
  return source.slice(0, start) + after + source.slice(end);
}

function isNoBehaviour(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node);
}

function editsOf(node: ts.Node, tree: ts.SourceFile): Edit[] {
  const at = (place: ts.Node) => ({ start: place.getStart(tree), end: place.getEnd() });
  if (ts.isBinaryExpression(node)) {
    const changed = OPERATORS.get(node.operatorToken.kind);
    return changed === undefined ? [] : [{ kind: changed[0], after: changed[1], ...at(node.operatorToken) }];
  }
  if (ts.isIfStatement(node)) return [negated(node.expression, at(node.expression), tree)];
  if (ts.isConditionalExpression(node)) return [negated(node.condition, at(node.condition), tree)];
  if (ts.isExpressionStatement(node) && isCall(node.expression))
    return [{ kind: 'removed call', after: ';', ...at(node) }];
  if (ts.isCallExpression(node)) return swapped(node, tree);
  if (ts.isNumericLiteral(node)) return [{ kind: 'constant', after: otherNumber(Number(node.text)), ...at(node) }];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'constant', after: 'false', ...at(node) }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'constant', after: 'true', ...at(node) }];
  return [];
}

/** Small ones count something; of large ones, the next would be as good. */
function otherNumber(number: number): string {
  return String(number < 10 ? number + 1 : number * 2);
}

function negated(condition: ts.Expression, place: { start: number; end: number }, tree: ts.SourceFile): Edit {
  return { kind: 'negated condition', after: `!(${condition.getText(tree)})`, ...place };
}

/** What begins the constructor of a subclass has to stay. */
function isCall(expression: ts.Expression): boolean {
  const inner =
    ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

/** In whatever order they are given, these do the same. */
const ORDERLESS = new Set(['applyDecorators', 'Math.min', 'Math.max']);

function swapped(call: ts.CallExpression, tree: ts.SourceFile): Edit[] {
  const [first, second] = call.arguments;
  if (first === undefined || second === undefined || ORDERLESS.has(call.expression.getText(tree))) return [];
  const [a, b] = [first.getText(tree), second.getText(tree)];
  if (a === b || a.startsWith('...') || b.startsWith('...')) return [];
  const [start, end] = [first.getStart(tree), second.getEnd()];
  return [{ kind: 'swapped arguments', before: `${a}, ${b}`, after: `${b}, ${a}`, start, end }];
}
