import type { AddressInfo } from 'node:net';
import { ServiceAddress } from '../../core/ports.js';

const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** The configured public address, or else the address this process listens on. */
export class ListeningAddress extends ServiceAddress {
  constructor(
    private readonly publicUrl: string | undefined,
    private readonly listensOn: () => AddressInfo | string | null,
  ) {
    super();
  }

  of(path: string): string {
    return (this.publicUrl ?? this.here()) + path;
  }

  private here(): string {
    const address = this.listensOn();
    if (address === null || typeof address === 'string') throw new Error('the service does not listen yet');
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${EVERYWHERE.has(address.address) ? 'localhost' : host}:${address.port}`;
  }
}
