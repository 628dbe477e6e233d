import { parse } from 'secure-json-parse';

/**
 * The value of a JSON body; `undefined` for an empty one, which many clients send with a DELETE. Throws a `SyntaxError` for what is not JSON, or
 * sets a prototype. It is Fastify's own parser, called after the guards instead of before them.
 */
export function parseJsonText(text: string): unknown {
  return text === '' ? undefined : (parse(text, null, { protoAction: 'error', constructorAction: 'error' }) as unknown);
}
