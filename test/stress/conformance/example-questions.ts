import {
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { capabilities, text, type ExampleTool } from './example-content.js';

type Properties = Record<string, { type: 'string' } | { type: 'boolean' }>;
type Questions = NonNullable<InputRequiredResult['inputRequests']>;

const state = createRequestStateCodec<string>({ key: 'a key for the conformance suite only' });

const form = (message: string, properties: Properties) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  });
const sample = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 100 });

const NAME = { user_name: form('What is your name?', { name: { type: 'string' } }) };
const CONFIRM = { confirm: form('Please confirm', { ok: { type: 'boolean' } }) };

/** Returns true until every question has an object as its answer. */
function unanswered({ mcpReq }: ServerContext, questions: Questions): boolean {
  const given = mcpReq.inputResponses ?? {};
  return Object.keys(questions).some((key) => typeof given[key] !== 'object' || given[key] === null);
}

/** Creates a tool that asks before it answers (revision 2026-07-28). */
function asks(description: string, questions: Questions): ExampleTool {
  return {
    description,
    run: async (context) =>
      unanswered(context, questions)
        ? inputRequired({ inputRequests: questions })
        : { content: [text(JSON.stringify(context.mcpReq.inputResponses))] },
  };
}

/** Returns the state echoed with the answers; throws `InvalidParams` if it was tampered with. */
async function stateIn(context: ServerContext): Promise<string | undefined> {
  const echoed = context.mcpReq.requestState<string>();
  if (echoed === undefined) return undefined;
  return state.verify(echoed, context).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This request state was tampered with.');
  });
}

/** Like `asks`, in several rounds, each with its own state. */
function asksInRounds(description: string, ...rounds: Questions[]): ExampleTool {
  return {
    description,
    async run(context) {
      const asked = Number((await stateIn(context)) ?? 0);
      const done = asked > 0 && !unanswered(context, rounds[asked - 1] ?? {}) ? asked : Math.max(0, asked - 1);
      const next = rounds[done];
      if (!next) return { content: [text('state-ok')] };
      return inputRequired({ inputRequests: next, requestState: await state.mint(String(done + 1)) });
    },
  };
}

/**
 * Creates a tool that sends a request to the client and waits for the response (revisions before
 * 2026-07-28).
 */
function sends(description: string, method: 'elicitation/create' | 'sampling/createMessage', params: object) {
  return {
    description,
    takes: { message: { type: 'string' }, prompt: { type: 'string' } },
    run: async ({ mcpReq }: ServerContext) => ({
      content: [text(JSON.stringify(await mcpReq.send({ method, params: { ...params } })))],
    }),
  };
}

const elicits = (description: string, properties: object) =>
  sends(description, 'elicitation/create', {
    message: 'Please fill in',
    requestedSchema: { type: 'object', properties, required: [] },
  });

const titled = (...values: string[]) => values.map((value) => ({ const: value, title: `Title of ${value}` }));

export const QUESTION_TOOLS: Record<string, ExampleTool> = {
  test_input_required_result_elicitation: asks('Asks for a name.', NAME),
  test_streaming_elicitation: asks('Asks for a name.', NAME),
  test_input_required_result_sampling: asks('Asks the model.', {
    capital_question: sample('What is the capital of France?'),
  }),
  test_input_required_result_list_roots: asks('Asks for roots.', { client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: asksInRounds('Keeps a state.', CONFIRM),
  test_input_required_result_tampered_state: asksInRounds('Keeps a state.', CONFIRM),
  test_input_required_result_multiple_inputs: asksInRounds('Asks three things at once.', {
    ...NAME,
    greeting: sample('Generate a greeting'),
    client_roots: inputRequired.listRoots(),
  }),
  test_input_required_result_multi_round: asksInRounds(
    'Asks twice.',
    { step1: form('Step 1: What is your name?', { name: { type: 'string' } }) },
    { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
  ),
  test_input_required_result_capabilities: {
    description: 'Asks what the client can answer.',
    async run(context) {
      const { sampling, elicitation } = capabilities(context);
      const questions = {
        ...(sampling ? { greeting: sample('Generate a greeting') } : {}),
        ...(elicitation ? NAME : {}),
      };
      return inputRequired({ inputRequests: questions });
    },
  },
  test_sampling: sends('Asks the model.', 'sampling/createMessage', {
    messages: [{ role: 'user', content: text('Say something') }],
    maxTokens: 100,
  }),
  test_elicitation: elicits('Asks the user.', { username: { type: 'string' }, email: { type: 'string' } }),
  test_elicitation_sep1034_defaults: elicits('Asks the user, with answers to begin with.', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  test_elicitation_sep1330_enums: elicits('Asks the user to choose.', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('value1', 'value2', 'value3') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('value1', 'value2', 'value3') } },
  }),
};

const CONTEXT = { user_context: form('What context should the prompt use?', { context: { type: 'string' } }) };

export function askForPrompt(context: ServerContext): GetPromptResult | InputRequiredResult {
  if (unanswered(context, CONTEXT)) return inputRequired({ inputRequests: CONTEXT });
  return { messages: [{ role: 'user', content: text(JSON.stringify(context.mcpReq.inputResponses)) }] };
}
