import type { ClientCapabilities, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { inCredits } from '../../core/billing/pricing.js';
import type { CreditsLeft } from '../../core/billing/charge.js';
import type { PersonsAnswer } from '../../core/confirmations/confirm-calls.js';
import type { Tool } from '../tools/tool.js';
import type { McpLibrary } from './mcp-library.js';

/** Where a request says what its client can do. */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

type Request = ServerContext['mcpReq'];

/** The name of the question in the result, and of its answer in the next request. */
const QUESTION = 'confirm';
/** As much of the arguments as a person reads. */
const MAX_SHOWN = 500;

/** Whether a person sits at the client, whom it asks with a form (revision 2026-07-28). */
export function canAskPerson({ envelope }: Request): boolean {
  const declared: { [CAPABILITIES]?: ClientCapabilities } | undefined = envelope;
  const { elicitation } = declared?.[CAPABILITIES] ?? {};
  // A client that names no mode knows forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** What the person answered; `undefined` when the request carries no answer. */
export function answerOf(library: McpLibrary, { inputResponses }: Request): PersonsAnswer | undefined {
  const response = library.inputResponse(inputResponses, QUESTION);
  if (response.kind !== 'elicit') return undefined;
  if (response.action === 'cancel') return 'cancelled';
  return response.action === 'accept' && response.content?.[QUESTION] === true ? 'accepted' : 'declined';
}

/** Asks the person whether this call may cost so much. `state` comes back with the answer. */
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
