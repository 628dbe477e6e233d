import { acceptance } from '../http/answers/accept.js';
import { JsonRpcRefusal } from '../tools/json-rpc/json-rpc.js';

export interface AnswerForm {
  /** One JSON document, as nearly every response. */
  json: boolean;
  /**
   * A stream that reports progress first. Only if named explicitly, because few clients expect one.
   */
  progress: boolean;
}

/**
 * Required by every protocol revision. A client that accepts everything, or sends no header, also
 * accepts both.
 */
export const BOTH_FORMS = 'application/json, text/event-stream';

/** Throws 406 if the client accepts neither. */
export function answerForm(accept: string | undefined): AnswerForm {
  const [json, stream] = [acceptance(accept, 'application/json'), acceptance(accept, 'text/event-stream')];
  if (json === 'refused' && stream === 'refused') {
    throw new JsonRpcRefusal(406, -32000, `Not acceptable: send Accept: ${BOTH_FORMS}.`);
  }
  return { json: json !== 'refused', progress: stream === 'named' };
}
