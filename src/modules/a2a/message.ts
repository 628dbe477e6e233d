import { randomUUID } from 'node:crypto';
import type { ToolOutcome } from '../tools/call-tool.js';
import { JsonRpcRefusal } from '../tools/json-rpc.js';

const INVALID_PARAMS = -32602;
/** `verify "NAME" in CODE`: what a person would type. */
const SENTENCE = /^\s*verify\s+["“”']?(.+?)["“”']?\s+in\s+([a-z]{2}-[a-z0-9]{1,3})\s*[.?!]?\s*$/i;

const HOW_TO_ASK =
  'Send a data part { "tool": …, "arguments": { … } } with a tool of the agent card, or the text: verify "NAME" in CODE.';

/** What a message asks for. */
export interface AskedTool {
  tool: string;
  arguments: unknown;
}

interface Message {
  parts?: unknown;
  contextId?: unknown;
}

/** The tool that a message names in its first part that can be understood; throws when there is none. */
export function toolAsked(params: unknown): AskedTool {
  const { parts } = messageOf(params);
  for (const part of Array.isArray(parts) ? (parts as { data?: unknown; text?: unknown }[]) : []) {
    const asked = fromData(part.data) ?? fromText(part.text);
    if (asked) return asked;
  }
  throw new JsonRpcRefusal(200, INVALID_PARAMS, HOW_TO_ASK);
}

/** The outcome as a message of the agent: structured, and as text for those who only read. */
export function answerMessage({ body, creditsCharged, creditsRemaining, failed }: ToolOutcome, params: unknown) {
  const { contextId } = messageOf(params);
  return {
    messageId: randomUUID(),
    contextId: typeof contextId === 'string' && contextId !== '' ? contextId : randomUUID(),
    role: 'ROLE_AGENT',
    parts: [
      { data: body, mediaType: 'application/json' },
      { text: JSON.stringify(body), mediaType: 'text/plain' },
    ],
    metadata: {
      'standing/failed': failed,
      'standing/credits_charged': creditsCharged,
      ...(creditsRemaining === undefined ? {} : { 'standing/credits_remaining': creditsRemaining }),
    },
  };
}

function messageOf(params: unknown): Message {
  const { message } = (params ?? {}) as { message?: Message | null };
  return message ?? {};
}

function fromData(data: unknown): AskedTool | undefined {
  const { tool, arguments: given = {} } = (data ?? {}) as { tool?: unknown; arguments?: unknown };
  return typeof tool === 'string' ? { tool, arguments: given } : undefined;
}

function fromText(text: unknown): AskedTool | undefined {
  const [, name, code] = (typeof text === 'string' ? SENTENCE.exec(text.slice(0, 500)) : null) ?? [];
  if (name === undefined || code === undefined) return undefined;
  return { tool: 'verify_business', arguments: { entity_name: name, jurisdiction: code.toLowerCase() } };
}
