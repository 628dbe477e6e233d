import { All, Controller, NotFoundException } from '@nestjs/common';
import { Contract } from './contract.js';

/**
 * What no other route answers below /v1. It is a route so that the guards see it: it counts, and
 * carries the account headers.
 */
@Controller('v1')
export class NotFoundController {
  @All('*')
  @Contract({ access: 'recognised', reads: 'anything' })
  refuse(): never {
    throw new NotFoundException();
  }
}
