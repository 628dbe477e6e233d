import type { ClientCapabilities, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { inCredits } from '../../core/billing/pricing.js';
import type { CreditsLeft } from '../../core/billing/charge.js';
import type { PersonsAnswer } from '../../core/confirmations/confirm-calls.js';
import type { Tool } from '../tools/tool.js';
import type { McpLibrary } from './mcp-library.js';

/** The request field that declares the client's capabilities. */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

type Request = ServerContext['mcpReq'];

/** Name of the question in the result, and of its answer in the next request. */
const QUESTION = 'confirm';
/** Characters of the arguments shown to a person. */
const MAX_SHOWN = 500;

/** Returns whether the client can ask a person with a form (revision 2026-07-28). */
export function canAskPerson({ envelope }: Request): boolean {
  const declared: { [CAPABILITIES]?: ClientCapabilities } | undefined = envelope;
  const { elicitation } = declared?.[CAPABILITIES] ?? {};
  // A client that names no mode supports forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Returns the person's answer, or `undefined` if the request contains none. */
export function answerOf(library: McpLibrary, { inputResponses }: Request): PersonsAnswer | undefined {
  const response = library.inputResponse(inputResponses, QUESTION);
  if (response.kind !== 'elicit') return undefined;
  if (response.action === 'cancel') return 'cancelled';
  return response.action === 'accept' && response.content?.[QUESTION] === true ? 'accepted' : 'declined';
}

/** Asks the person to confirm the cost of this call. `state` comes back with the answer. */
export function askPerson(
  library: McpLibrary,
  asked: { tool: Tool; given: unknown; credits: number; left: CreditsLeft | undefined; state: string },
): InputRequiredResult {
  const { tool, given, credits, left, state } = asked;
  const shown = JSON.stringify(given ?? {});
  const message = [
    `${tool.title}: this call can cost ${inCredits(credits)}.`,
    shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN).toWellFormed()}…` : shown,
    ...(left ? [`The balance is ${inCredits(left.balance)}${budgetIn(left)}.`] : []),
  ].join('\n');
  const form = library.inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        [QUESTION]: {
          type: 'boolean',
          title: `Spend up to ${inCredits(credits)}`,
          description: 'For this call, once. Nothing is charged otherwise.',
        },
      },
      required: [QUESTION],
    },
  });
  return library.inputRequired({ inputRequests: { [QUESTION]: form }, requestState: state });
}

function budgetIn({ budget }: CreditsLeft): string {
  return budget === undefined ? '' : `; ${inCredits(budget)} of the budget are left`;
}
