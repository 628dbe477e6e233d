import { randomUUID } from 'node:crypto';
import { costMeta, type ToolOutcome } from '../tools/call-tool.js';
import { JsonRpcRefusal } from '../tools/json-rpc/json-rpc.js';

const INVALID_PARAMS = -32602;
const MAX_PARTS = 20;
const MAX_SENTENCE_LENGTH = 500;
const CODE = /^[a-z]{2}(?:-[a-z0-9]{1,3})?$/i;
const QUOTES = new Set(['"', '“', '”', "'"]);

const HOW_TO_ASK =
  'Send a data part { "tool": …, "arguments": { … } } with a tool of the agent card, or the text: verify "NAME" in CODE.';

export interface AskedTool {
  tool: string;
  arguments: unknown;
}

interface Part {
  data?: unknown;
  text?: unknown;
}

interface Message {
  parts?: unknown;
  contextId?: unknown;
}

/**
 * Returns the tool that a message names in a data part, or else in its first text part. Throws if
 * there is none.
 */
export function toolAsked(params: unknown): AskedTool {
  const parts = partsOf(params);
  const [fromParts] = parts.flatMap(({ data }) => fromData(data) ?? []);
  const asked = fromParts ?? fromText(parts.find(({ text }) => text !== undefined)?.text);
  if (!asked) throw new JsonRpcRefusal(200, INVALID_PARAMS, HOW_TO_ASK);
  return asked;
}

/** Returns the outcome as an agent message: complete as data, and as one line for people. */
export function answerMessage(outcome: ToolOutcome, params: unknown) {
  const { body, text, failed } = outcome;
  const { contextId } = messageOf(params);
  return {
    messageId: randomUUID(),
    contextId: typeof contextId === 'string' && contextId !== '' ? contextId : randomUUID(),
    role: 'ROLE_AGENT',
    parts: [
      { data: body, mediaType: 'application/json' },
      { text, mediaType: 'text/plain' },
    ],
    metadata: {
      'standing/failed': failed,
      ...costMeta(outcome),
    },
  };
}

/** Only objects can name a tool. */
function partsOf(params: unknown): Part[] {
  const { parts } = messageOf(params);
  const given: unknown[] = Array.isArray(parts) ? parts.slice(0, MAX_PARTS) : [];
  return given.filter((part): part is Part => typeof part === 'object' && part !== null);
}

function messageOf(params: unknown): Message {
  const { message } = (params ?? {}) as { message?: Message | null };
  return message ?? {};
}

function fromData(data: unknown): AskedTool | undefined {
  const { tool, arguments: given = {} } = (data ?? {}) as { tool?: unknown; arguments?: unknown };
  return typeof tool === 'string' ? { tool, arguments: given } : undefined;
}

/**
 * Parses `verify "NAME" in CODE`, as a person would type it. Reads word by word, in time linear in
 * the length of the text.
 */
function fromText(text: unknown): AskedTool | undefined {
  if (typeof text !== 'string') return undefined;
  const sentence = text
    .slice(0, MAX_SENTENCE_LENGTH)
    .trim()
    .replace(/[.?!]$/, '')
    .trimEnd();
  const [verb = '', ...words] = sentence.split(/\s+/);
  const [preposition = '', code = ''] = words.splice(-2);
  const name = withoutQuotes(words.join(' '));
  const understood = verb.toLowerCase() === 'verify' && preposition.toLowerCase() === 'in' && CODE.test(code);
  if (!understood || name === '') return undefined;
  return { tool: 'verify_business', arguments: { entity_name: name, jurisdiction: code.toLowerCase() } };
}

function withoutQuotes(name: string): string {
  const from = QUOTES.has(name.charAt(0)) ? 1 : 0;
  const to = QUOTES.has(name.charAt(name.length - 1)) ? name.length - 1 : name.length;
  return name.slice(from, to).trim();
}
