import { applyDecorators } from '@nestjs/common';
import { ApiAnswer, Documented } from '../openapi/api-answers.js';
import { ChangeMailsShape } from './change-mails.response.js';

export const ApiGetChangeMails = () =>
  applyDecorators(
    Documented({ operationId: 'getChangeMails', summary: 'Read how often changes are mailed', description: 'Free.' }),
    ApiAnswer(200, ChangeMailsShape),
  );

export const ApiSetChangeMails = () =>
  applyDecorators(
    Documented({
      operationId: 'setChangeMails',
      summary: 'Say how often changes are mailed',
      description: 'To the address of the account, from the next change on. Free.',
    }),
    ApiAnswer(200, ChangeMailsShape),
  );
