import { SandboxEditions } from '../../core/watches/ports.js';

/** Where nothing is published as time goes on: real registers, and a sandbox without mirrors. */
export class NoSandboxEditions extends SandboxEditions {
  async nextAfter(): Promise<undefined> {
    return undefined;
  }

  async publish(): Promise<void> {
    // Nothing is published.
  }
}
