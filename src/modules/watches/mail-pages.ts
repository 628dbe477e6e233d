import { Injectable } from '@nestjs/common';
import { ServiceAddress } from '../../core/ports.js';
import { MailPages } from '../../core/watches/mails/ports.js';

/** Pages of the console. */
@Injectable()
export class ConsoleMailPages extends MailPages {
  constructor(private readonly address: ServiceAddress) {
    super();
  }

  get settings(): string {
    return this.address.of('/console/monitoring');
  }

  ofWatch(id: string): string {
    return this.address.of(`/console/watches/${id}`);
  }

  ofEntity(id: string): string {
    return this.address.of(`/console/entities/${id}`);
  }
}
