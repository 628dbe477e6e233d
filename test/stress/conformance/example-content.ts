import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';

export interface ExampleTool {
  description: string;
  /** JSON Schema properties of its arguments. */
  takes?: Record<string, object>;
  run(context: ServerContext, given: Record<string, unknown>): Promise<CallToolResult | InputRequiredResult>;
}

export const IMAGE = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};
/** An empty sound. */
export const AUDIO = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
};

export const text = (words: string) => ({ type: 'text' as const, text: words });

/** Returns the capabilities that the client declared (revision 2026-07-28). */
export function capabilities({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  return envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
}
