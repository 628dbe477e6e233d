import { request, type Agent, type Dispatcher } from 'undici';
import { textOf } from './response.js';

export interface ExchangeRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** The exchange fails with its reason. */
  signal: AbortSignal;
}

/** An answer whose head has arrived. What follows is read, read over, or given up. */
export interface Exchanged {
  statusCode: number;
  headers: Dispatcher.ResponseData['headers'];
  text(limitBytes: number): Promise<string>;
  readOver(): Promise<void>;
  giveUp(): void;
}

/** Takes one request to a register and brings the answer. */
export type Exchange = (request: ExchangeRequest) => Promise<Exchanged>;

export function overHttp(agent: Agent): Exchange {
  return async ({ url, method, headers, body: sent, signal }) => {
    const options = { method, headers, signal, dispatcher: agent, ...(sent !== undefined && { body: sent }) };
    const { statusCode, headers: answered, body } = await request(url, options);
    return {
      statusCode,
      headers: answered,
      text: (limitBytes) => textOf(body, answered, limitBytes),
      readOver: () => body.dump(),
      giveUp: () => void body.on('error', () => undefined).destroy(),
    };
  };
}
