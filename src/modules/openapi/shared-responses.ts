import { casesIn, type Response } from './api-errors.js';
import type { OperationObject } from './operations.js';

export type Paths = Record<string, Record<string, OperationObject>>;

const PLACE = '#/components/responses/';

/**
 * Moves error responses to components that operations refer to: about forty in all, six for most
 * routes. Throws if two different responses have the same name.
 */
export function shareResponses(paths: Paths): { paths: object; responses: Record<string, Response> } {
  const responses = new Map<string, Response>();
  const share = (response: Response, status: string): Response | { $ref: string } => {
    const name = nameOf(response, status);
    if (name === undefined) return response;
    const known = responses.get(name) ?? response;
    if (JSON.stringify(known) !== JSON.stringify(response)) throw new Error(`two responses are called ${name}`);
    responses.set(name, known);
    return { $ref: PLACE + name };
  };
  const shared = mapEach(paths, (methods) =>
    mapEach(methods, (operation) => ({ ...operation, responses: mapEach(operation.responses, share) })),
  );
  return { paths: shared, responses: Object.fromEntries([...responses].toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/**
 * Names a response by its cases and by headers that only some have; `undefined` if it is not an
 * error.
 */
function nameOf(response: Response, status: string): string | undefined {
  const cases = casesIn(response);
  if (!cases) return undefined;
  const { headers = {} } = response;
  const ofCaller = status === '401' ? ofChallenge(headers) : ofAccount(headers);
  const ofWait = 'Preference-Applied' in headers ? 'AfterWait' : '';
  return cases.map(({ name }) => inPascalCase(name)).join('Or') + ofCaller + ofWait;
}

const ofChallenge = (headers: object) => ('WWW-Authenticate' in headers ? '' : 'WithoutChallenge');
const ofAccount = (headers: object) => ('X-RateLimit-Limit' in headers ? '' : 'WithoutAccount');

function inPascalCase(name: string): string {
  return name.toLowerCase().replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function mapEach<T, Mapped>(
  record: Record<string, T>,
  map: (value: T, key: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
