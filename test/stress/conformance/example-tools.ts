import { MissingRequiredClientCapabilityError, type CallToolResult } from '@modelcontextprotocol/server';
import { AUDIO, capabilities, IMAGE, text, type ExampleTool } from './example-content.js';
import { QUESTION_TOOLS } from './example-questions.js';

const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

function answers(description: string, ...content: CallToolResult['content']): ExampleTool {
  return { description, run: async () => ({ content }) };
}

/** Example tools that the conformance suite expects in addition to the service's tools. */
export const EXAMPLE_TOOLS: Record<string, ExampleTool> = {
  test_simple_text: answers('Answers text.', text('This is a simple text response for testing.')),
  test_image_content: answers('Answers a picture.', IMAGE),
  test_audio_content: answers('Answers a sound.', AUDIO),
  test_embedded_resource: answers(
    'Answers a resource.',
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: answers(
    'Answers several kinds of content.',
    text('Multiple content types test:'),
    IMAGE,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  test_error_handling: {
    description: 'Fails.',
    run: async () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  test_tool_with_logging: {
    description: 'Logs while it works.',
    async run({ mcpReq }) {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      }
      return { content: [text('done')] };
    },
  },
  test_logging_tool: {
    description: 'Logs to the client, where it asked for logs.',
    async run({ mcpReq }) {
      await mcpReq.log('info', 'working');
      return { content: [text('done')] };
    },
  },
  test_tool_with_progress: {
    description: 'Tells how far it is.',
    async run({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      return { content: [text('done')] };
    },
  },
  test_missing_capability: {
    description: 'Needs a client that samples.',
    async run(context) {
      if (!capabilities(context).sampling)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      return { content: [text('done')] };
    },
  },
  ...QUESTION_TOOLS,
};
