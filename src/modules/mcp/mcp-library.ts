export type McpLibrary = typeof import('@modelcontextprotocol/server');

/**
 * Loaded with the first request: the schemas of the protocol take more memory than most features.
 */
export function loadMcpLibrary(): Promise<McpLibrary> {
  return import('@modelcontextprotocol/server');
}
