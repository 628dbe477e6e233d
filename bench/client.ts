import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RUN_TYPESCRIPT } from '../test/setup/run-typescript.js';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface LoadOrder {
  /** The connections are divided equally among them. */
  urls: string[];
  /** Sent round-robin, starting at index `first`. */
  requests: LoadRequest[];
  first: number;
  expectedStatus: number;
  /** Each carries one request at a time. */
  connections: number;
  seconds: number;
  /** Requests per second; `undefined` for as many as the server answers. */
  perSecond: number | undefined;
}

export interface LoadResult {
  answers: number;
  /** Responses with another status than expected, and the first of them. */
  unexpected: number;
  firstUnexpected: string | undefined;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Share of one processor. Near 1, the client is the bottleneck. */
  clientShare: number;
}

export class LoadClient {
  private readonly child: ChildProcess = fork(fileURLToPath(new URL('client-process.ts', import.meta.url)), {
    execArgv: RUN_TYPESCRIPT,
    serialization: 'advanced',
  });

  /** Throws if a response is not the expected one. */
  async run(order: LoadOrder): Promise<LoadResult> {
    this.child.send(order);
    const [result] = (await once(this.child, 'message')) as [LoadResult | { error: string }];
    if ('error' in result) throw new Error(`the client failed: ${result.error}`);
    if (result.unexpected > 0) {
      throw new Error(`${result.unexpected} of ${result.answers} answers were unexpected: ${result.firstUnexpected}`);
    }
    return result;
  }

  end(): void {
    this.child.kill();
  }
}
