import {
  ProtocolError,
  ProtocolErrorCode,
  type McpRequestContext,
  type Server,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/server';
import type { McpLibrary } from '../../../src/modules/mcp/mcp-library.js';
import { McpServers, type AskedCall } from '../../../src/modules/mcp/mcp-servers.js';
import { IMAGE, text } from './example-content.js';
import { askForPrompt } from './example-questions.js';
import { EXAMPLE_TOOLS } from './example-tools.js';

const TEXT = { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' };
const BINARY = { uri: 'test://static-binary', name: 'static-binary', mimeType: IMAGE.mimeType };
const TEMPLATE = { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' };
const FOR_EVERYBODY = { ttlMs: 1_000, cacheScope: 'public' } as const;

type Deliver = NonNullable<Transport['onmessage']>;

/**
 * Adds the tools, prompts and resources that the conformance suite expects to the service's own
 * servers.
 */
export class ExampleServers extends McpServers {
  override make(library: McpLibrary, context: Pick<McpRequestContext, 'authInfo' | 'era'>): Server {
    const server = super.make(library, context);
    server.registerCapabilities({ prompts: {}, resources: {}, completions: {} });
    servePrompts(server);
    serveResources(server);
    server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
    if (context.era === 'legacy') serveEarlier(server);
    return server;
  }

  override tellsMeanwhile(call: AskedCall): boolean {
    return call.name in EXAMPLE_TOOLS || super.tellsMeanwhile(call);
  }

  protected override list(): Tool[] {
    const examples = Object.entries(EXAMPLE_TOOLS).map(([name, { description, takes = {} }]) => ({
      name,
      description,
      inputSchema: { type: 'object' as const, properties: takes as Record<string, never> },
    }));
    return [...super.list(), ...examples];
  }

  protected override async call(...[params, caller, context, library]: Parameters<McpServers['call']>) {
    const example = EXAMPLE_TOOLS[params.name];
    return example ? example.run(context, params.arguments ?? {}) : super.call(params, caller, context, library);
  }
}

function servePrompts(server: Server): void {
  const prompts = [
    { name: 'test_simple_prompt', description: 'Without arguments.' },
    {
      name: 'test_prompt_with_arguments',
      description: 'With arguments.',
      arguments: ['arg1', 'arg2'].map((name) => ({ name, description: 'Any text.', required: true })),
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: 'With a resource.',
      arguments: [{ name: 'resourceUri', description: 'Which one.', required: true }],
    },
    { name: 'test_prompt_with_image', description: 'With a picture.' },
    { name: 'test_input_required_result_prompt', description: 'Asks first.' },
  ];
  const user = (content: object) => ({ role: 'user' as const, content: content as ReturnType<typeof text> });
  server.setRequestHandler('prompts/list', () => ({ ...FOR_EVERYBODY, prompts }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const { arg1, arg2, resourceUri = '' } = params.arguments ?? {};
    switch (params.name) {
      case 'test_simple_prompt':
        return { messages: [user(text('This is a simple prompt for testing.'))] };
      case 'test_prompt_with_arguments':
        return { messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] };
      case 'test_prompt_with_embedded_resource':
        return {
          messages: [
            user({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded.' } }),
          ],
        };
      case 'test_prompt_with_image':
        return { messages: [user(IMAGE), user(text('Please analyze the image above.'))] };
      case 'test_input_required_result_prompt':
        return askForPrompt(context);
      default:
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.');
    }
  });
}

function serveResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ ...FOR_EVERYBODY, resources: [TEXT, BINARY] }));
  server.setRequestHandler('resources/templates/list', () => ({ ...FOR_EVERYBODY, resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
    const contents =
      uri === TEXT.uri
        ? { ...TEXT, text: 'This is the content of the static text resource.' }
        : uri === BINARY.uri
          ? { ...BINARY, blob: IMAGE.data }
          : id && { uri, mimeType: TEMPLATE.mimeType, text: JSON.stringify({ id, data: `Data for ID: ${id}` }) };
    if (!contents) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
    return { ...FOR_EVERYBODY, contents: [contents] };
  });
}

/** Adds the capabilities that only revisions before 2026-07-28 have. */
function serveEarlier(server: Server): void {
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  server.setRequestHandler('logging/setLevel', () => ({}));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    const { onmessage: deliver = () => {} } = transport;
    const send = transport.send.bind(transport);
    Object.assign(transport, {
      async send(message, options) {
        if ('method' in message && 'id' in message) waiting.set(message.id, deliver);
        return send(message, options);
      },
      onmessage(message, extra) {
        const isAnswer = 'id' in message && !('method' in message);
        const to = isAnswer ? waiting.get(message.id ?? '') : undefined;
        (to ?? deliver)(message, extra);
      },
    } satisfies Partial<Transport>);
  };
}

/**
 * A server lives for one request, so the client's response arrives at another server. This map
 * routes it back.
 */
const waiting = new Map<string | number, Deliver>();
