import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { textOf, textOfElement } from './message-text.js';

const SOURCES = 'src';
export const TABLES = 'test/reference/messages';

/**
 * Where a message is read: in an answer of the API, at a page of the console, in an e-mail, as a
 * line of a log or a terminal, or in the help of a command or a metric.
 */
export type MessageKind = 'error' | 'page' | 'mail' | 'line' | 'help';

export interface Message {
  /** Below `src`. */
  file: string;
  kind: MessageKind;
  text: string;
}

/** Register data, SQL and the texts of documents, which the reference pages show. */
const NOT_READ =
  /^(sandbox|adapters\/registries\/(socrata|arcgis))\/|\.(openapi|response|request|query|params)\.ts$|^modules\/(openapi|discovery)\/|^commands\/(cli\/completion|registry\/probe)\.ts$/;

/** What is called or constructed to refuse or to fail. */
const REFUSES = /^(invalid|invalidAny|refused|problem|refuse|refusal|[A-Z]\w*(Error|Refused|Request|Unavailable))$/;
/** What is called to tell an operator. */
const WRITES =
  /^((this\.|this\.options\.)?log(\.(debug|info|warn|error))?|console\.(log|error|warn)|problems\.push|must|UsageError|ConfigError|Error)$/;
const SAYS = /^(message|suggestion|subject|text|notice|hint|help|summary|title|label|reason|why)$/;
const SHOWN = /^(title|label|placeholder|hint|aria-label|alt|heading|summary|confirm|legend|caption)$/;

/** The tables of all messages, one for each module: the path of each, and its text. */
export function messageTables(): Map<string, string> {
  const modules = byKey(messages(), ({ file }) => moduleOf(file));
  return new Map([...modules].map(([module, found]) => [`${TABLES}/${module}.txt`, table(found)]));
}

function byKey<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function table(found: readonly Message[]): string {
  const files = [...byKey(found, ({ file }) => file)].map(([file, inIt]) =>
    [
      `src/${file}`,
      ...inIt.map(({ kind, text }) => `  ${kind.padEnd(5)} ${text.replaceAll('\n', '⏎').replaceAll('\u001B', '␛')}`),
    ].join('\n'),
  );
  return `${files.join('\n\n')}\n`;
}

/** Every message of the sources, in the order of files and lines. */
export function messages(): Message[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !NOT_READ.test(file))
    .toSorted()
    .flatMap((file) => messagesOf(file, readFileSync(join(SOURCES, file), 'utf8')));
}

/** The feature, adapter or group of commands that a file belongs to. */
function moduleOf(file: string): string {
  const [layer = '', name = ''] = file.split('/');
  return /^(core|adapters|modules)$/.test(layer) && file.split('/').length > 2
    ? `${layer}-${name}`
    : layer.replace(/\.ts$/, '');
}

export function messagesOf(file: string, source: string): Message[] {
  const found: Message[] = [];
  const add = (kind: MessageKind, text: string) => {
    if (/[a-z]{2}/i.test(text) && !isCode(text)) found.push({ file, kind, text });
  };
  const onPage = file.endsWith('.tsx');

  const visit = (node: ts.Node, kind: MessageKind | undefined): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (
      (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
      node.children.some((child) => ts.isJsxText(child) && child.text.trim() !== '')
    ) {
      add('page', textOfElement(node));
      node.forEachChild((child) => {
        if (!ts.isJsxText(child)) visit(child, undefined);
      });
      return;
    }
    const text = textOf(node);
    if (text !== undefined) {
      if (kind !== undefined && (/\s/.test(text) || (kind === 'page' && /^[A-Z]/.test(text)))) add(kind, text);
      if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => visit(expression, kind));
      return;
    }
    node.forEachChild((child) => visit(child, kindWithin(node, child, kind, onPage)));
  };
  ts.forEachChild(
    ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, onPage ? ts.ScriptKind.TSX : ts.ScriptKind.TS),
    (node) => visit(node, isTerminal(file) ? 'line' : undefined),
  );
  return found;
}

/** What a string is that stands at this place. */
function kindWithin(
  node: ts.Node,
  child: ts.Node,
  kind: MessageKind | undefined,
  onPage: boolean,
): MessageKind | undefined {
  if (ts.isJsxAttribute(node)) return SHOWN.test(node.name.getText()) ? 'page' : undefined;
  if (ts.isPropertyAssignment(node)) {
    if (child !== node.initializer) return undefined;
    return SAYS.test(node.name.getText()) ? (kind ?? kindOfFile(node.getSourceFile().fileName)) : kind;
  }
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const called = node.expression.getText();
    const name = called.split('.').at(-1) ?? '';
    if (child === node.expression) return name === 'join' ? kind : undefined;
    if (WRITES.test(called)) return 'line';
    return REFUSES.test(name) ? 'error' : kind;
  }
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ? undefined : kind;
  if (ts.isFunctionLike(node) || ts.isReturnStatement(node) || ts.isConditionalExpression(node)) {
    return onPage && ts.isConditionalExpression(node) && child !== node.condition ? 'page' : kind;
  }
  return kind;
}

/** Where every text is for a terminal, unless it is the help of a command. */
const isTerminal = (file: string) =>
  (file.startsWith('commands/') && !file.endsWith('/definitions.ts')) ||
  /^bootstrap\/(banner|reason-not-to-start)\.ts$/.test(file);

function kindOfFile(file: string): MessageKind {
  if (file.startsWith('commands/') || file === 'core/metrics/catalogue.ts') return 'help';
  if (/^core\/accounts\/(update-account|access\/(change-password|request-access))\.ts$/.test(file)) return 'mail';
  return /^modules\/(console|tools)\//.test(file) ? 'page' : 'error';
}

const isCode = (text: string) => /^\s*(select|insert|update|delete|with|create|alter|copy|lock|set)\s/.test(text);
