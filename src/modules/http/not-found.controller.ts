import { All, Controller, NotFoundException } from '@nestjs/common';
import { RecognisedKey } from '../auth/access.decorators.js';
import { Reads } from './route.decorators.js';

/**
 * Responds to unmatched paths. It is a route so that the guards run: requests count, and responses
 * carry the account headers.
 */
@Controller(['', 'v1'])
export class NotFoundController {
  @All('*')
  @RecognisedKey()
  @Reads('nothing')
  refuse(): never {
    throw new NotFoundException();
  }
}
