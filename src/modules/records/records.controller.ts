import { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Put, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { ReadEvidence } from '../../core/evidence/read-evidence.js';
import { parseId } from '../../core/ids.js';
import { ExportRecords } from '../../core/records/export-records.js';
import { ListRecords } from '../../core/records/list-records.js';
import { FindRecord } from '../../core/records/find-record.js';
import { DecideRecord } from '../../core/verification/decide-record.js';
import { RequireScope } from '../auth/access.decorators.js';
import { evidenceAnswer, EvidenceShape } from '../evidence/evidence.response.js';
import { CurrentCaller, header } from '../http/request.js';
import { Operation, jsonOrFiles } from '../openapi/operation.decorator.js';
import { DecisionBody, decisionAsked } from './decisions.dto.js';
import { recordFilter, RecordsQuery, recordsRequest } from './records.dto.js';
import { recordAnswer, recordListAnswer, RecordListShape, RecordShape } from './records.response.js';
import { LINE_EXAMPLE, RECORD_COLUMNS, RECORD_TYPES, recordsFile, type RecordFormat } from './records-file.js';

@ApiTags('Records')
@Controller('v1/records')
export class RecordsController {
  constructor(
    private readonly listRecords: ListRecords,
    private readonly exportRecords: ExportRecords,
    private readonly findRecord: FindRecord,
    private readonly readEvidence: ReadEvidence,
    private readonly decideRecord: DecideRecord,
  ) {}

  @Get()
  @Operation({
    id: 'listRecords',
    summary: 'List records',
    description:
      'A record of every answer of the account, newest first. Outlives its job, file and watch. format=csv and format=ndjson stream all that fit; in CSV, a cell that a spreadsheet would run as a formula gets an apostrophe in front. Free.',
    answers: { 200: jsonOrFiles(RecordListShape, RECORD_COLUMNS, LINE_EXAMPLE) },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: RecordsQuery, @Req() request: FastifyRequest) {
    const { format = formatOf(header(request, 'accept')), ...wanted } = query;
    if (format === 'json') {
      return recordListAnswer(await this.listRecords.run(caller.accountId, recordsRequest(wanted)), caller);
    }
    const records = this.exportRecords.run(caller.accountId, recordFilter(wanted));
    return new StreamableFile(Readable.from(recordsFile(records, format, caller)), {
      type: RECORD_TYPES[format],
      disposition: `attachment; filename="standing-records.${format}"`,
    });
  }

  @Get(':id')
  @Operation({
    id: 'getRecord',
    summary: 'Read a record',
    description: 'The question and the answer, as they were. Free.',
    answers: { 200: RecordShape },
  })
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return recordAnswer(await this.findRecord.run(caller.accountId, parseId('rec', id)), caller);
  }

  @Get(':id/evidence')
  @Operation({
    id: 'getRecordEvidence',
    summary: 'Read the evidence of a record',
    description:
      'For an absent business, the evidence of the whole search. GET /v1/evidence/{id}/warc has it as a file. Free.',
    answers: { 200: EvidenceShape },
  })
  async evidence(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceAnswer(await this.readEvidence.ofRecord(accountId, parseId('rec', id)));
  }

  @Put(':id/decision')
  @RequireScope('account:write', { own: true })
  @Operation({
    id: 'decideRecord',
    summary: 'Decide which business a record means',
    description:
      'For a record with outcome not_sure. A new decision supersedes the previous one, and all are kept; the same one again changes nothing. `verification.decided` reports it. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    answers: { 200: RecordShape },
    errors: ['FORBIDDEN'],
  })
  async decide(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: DecisionBody) {
    const { recordId } = await this.decideRecord.run(caller, parseId('rec', id), decisionAsked(body));
    return recordAnswer(await this.findRecord.run(caller.accountId, recordId), caller);
  }
}

function formatOf(accept = ''): 'json' | RecordFormat {
  const types = accept.toLowerCase();
  if (types.includes('application/x-ndjson')) return 'ndjson';
  return types.includes('text/csv') ? 'csv' : 'json';
}
