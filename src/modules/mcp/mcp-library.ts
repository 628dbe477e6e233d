export type McpLibrary = typeof import('@modelcontextprotocol/server');

/** Loaded on the first request: the protocol's schemas take more memory than most features. */
export function loadMcpLibrary(): Promise<McpLibrary> {
  return import('@modelcontextprotocol/server');
}
