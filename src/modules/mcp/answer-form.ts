import { acceptance } from '../http/answers/accept.js';
import { JsonRpcRefusal } from '../tools/json-rpc/json-rpc.js';

/** In which forms a client takes the answer to its request. */
export interface AnswerForm {
  /** As one JSON document, which nearly every answer is. */
  json: boolean;
  /** As a stream that reports progress first: only where it is named, as few readers expect one. */
  progress: boolean;
}

/** What each revision names; a client that accepts everything, or says nothing, accepts it too. */
export const BOTH_FORMS = 'application/json, text/event-stream';

/** Throws 406 for a client that takes neither. */
export function answerForm(accept: string | undefined): AnswerForm {
  const [json, stream] = [acceptance(accept, 'application/json'), acceptance(accept, 'text/event-stream')];
  if (json === 'refused' && stream === 'refused') {
    throw new JsonRpcRefusal(406, -32000, `Not acceptable: send Accept: ${BOTH_FORMS}.`);
  }
  return { json: json !== 'refused', progress: stream === 'named' };
}
