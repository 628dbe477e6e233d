import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EraseRecord } from '../../core/admin/erase-record.js';
import type { Admin } from '../../core/admin/ports.js';
import { parseId } from '../../core/ids.js';
import { FindRecord } from '../../core/records/find-record.js';
import { ListRecords } from '../../core/records/list-records.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import { AdminRecordsQuery, recordsRequest } from '../records/records.dto.js';
import {
  adminRecordAnswer,
  adminRecordListAnswer,
  AdminRecordListShape,
  AdminRecordShape,
  erasedRecordAnswer,
  ErasedRecordShape,
} from '../records/records.response.js';
import { ReasonBody } from './admin.dto.js';
import { CurrentAdmin } from './admin-request.js';

@ApiTags('Administration')
@Controller('v1/admin/records')
export class AdminRecordsController {
  constructor(
    private readonly listRecords: ListRecords,
    private readonly findRecord: FindRecord,
    private readonly eraseRecord: EraseRecord,
  ) {}

  @Get()
  @AdminOnly()
  @Operation({
    id: 'adminListRecords',
    summary: 'List the records of an account',
    description: 'Newest first; those of a deleted account stay for their time.',
    answers: { 200: AdminRecordListShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async list(@Query() { account_id, ...query }: AdminRecordsQuery) {
    const accountId = parseId('acc', account_id);
    const wanted = recordsRequest(query);
    // A malformed id matches nothing.
    if (!accountId) return adminRecordListAnswer({ records: [], next: undefined });
    return adminRecordListAnswer(await this.listRecords.run(accountId, wanted));
  }

  @Get(':id')
  @AdminOnly()
  @Operation({
    id: 'adminGetRecord',
    summary: 'Read a record of any account',
    description: 'Also of a deleted one.',
    answers: { 200: AdminRecordShape },
  })
  async read(@Param('id') id: string) {
    return adminRecordAnswer(await this.findRecord.ofAny(parseId('rec', id)));
  }

  @Post(':id/erase-personal-data')
  @AdminOnly()
  @Operation({
    id: 'adminEraseRecord',
    summary: 'Erase personal data from a record',
    description:
      'The names, the address and the officer of the question, the official names, and the details of the reasons: they read [erased]. The record stays.',
    answers: { 200: ErasedRecordShape },
  })
  async erase(@Param('id') id: string, @Body() { reason }: ReasonBody, @CurrentAdmin() admin: Admin) {
    return erasedRecordAnswer(await this.eraseRecord.run(admin, parseId('rec', id), reason));
  }
}
