import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';

export interface ExampleTool {
  description: string;
  /** Properties of its arguments. */
  takes?: Record<string, object>;
  run(context: ServerContext, given: Record<string, unknown>): Promise<CallToolResult | InputRequiredResult>;
}

/** One red pixel. */
export const IMAGE = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};
/** A sound of no length. */
export const AUDIO = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
};

export const text = (words: string) => ({ type: 'text' as const, text: words });

/** What the client said it can do (revision 2026-07-28). */
export function capabilities({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  return envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
}
