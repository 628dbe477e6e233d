import { All, Controller, NotFoundException } from '@nestjs/common';
import { RecognisedKey } from '../auth/access.decorators.js';
import { Reads } from './server/reads.decorator.js';

/**
 * What no other route answers below /v1. It is a route so that the guards see it: it counts, and
 * carries the account headers.
 */
@Controller('v1')
export class NotFoundController {
  @All('*')
  @RecognisedKey()
  @Reads('anything')
  refuse(): never {
    throw new NotFoundException();
  }
}
