import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErasePersonalData } from '../../../core/admin/erase-personal-data.js';
import { AuditTrail, type RecordedAction } from '../../../core/admin/ports.js';
import { parseId } from '../../../core/ids.js';
import { MAX_LISTED } from '../../../core/limits.js';
import { ReasonBody } from '../../admin/admin.dto.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { notOfAPage } from '../../http/answers/paging.js';
import { csvFile } from '../csv-file.js';
import { Listing, TextField } from '../pages/listing.js';
import { Link, Moment, PostForm } from '../pages/parts.js';
import { FormBody, PageAddress } from '../read-form.js';
import { TextQuery } from '../short-list.js';
import { AdminForms, Reason } from './admin-forms.js';
import { AdminPages, SupportPages } from './admin.guard.js';

const ADDRESS = new PageAddress(TextQuery);
const COLUMNS = ['at', 'action', 'subject', 'reason', 'details', 'admin_key', 'ip', 'request_id'];
const REASON = new FormBody(ReasonBody);
/** What has a page of its own, by how its id begins. */
const PAGES: Readonly<Record<string, string>> = { acc: 'accounts', job: 'jobs' };

/** What administrators did, and erasing what a register says of persons. */
@SupportPages('console/admin')
export class AdminAuditPagesController {
  constructor(
    private readonly pages: AdminPages,
    private readonly forms: AdminForms,
    private readonly audit: AuditTrail,
    private readonly erasePersonalData: ErasePersonalData,
  ) {}

  @Get('audit')
  trail(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const layout = { title: 'Audit trail', address: ADDRESS };
    return this.pages.list(request, reply, layout, async ({ text, cursor, limit }) => {
      const { items, next } = await this.audit.list({ text, before: numberIn(cursor), limit });
      return (
        <Listing
          to="/admin/audit"
          csv="/admin/audit.csv"
          wanted={{ text }}
          next={next?.toString()}
          nothing={<p>No actions yet.</p>}
          caption="What administrators did, the newest first"
          columns={['When', 'What', 'To what', 'Why', 'Details', 'Who']}
          rows={items.map((entry) => [
            <Moment at={entry.at} />,
            entry.action,
            <Subject of={entry} />,
            entry.reason ?? '–',
            Object.keys(entry.details).length === 0 ? '–' : <code>{JSON.stringify(entry.details)}</code>,
            `${entry.admin.keyFingerprint}, ${entry.admin.ip}`,
          ])}
        >
          <TextField label="Contains" value={text} />
        </Listing>
      );
    });
  }

  @Get('audit.csv')
  csv(@Query() query: Record<string, unknown>) {
    const { text } = ADDRESS.read(query);
    const read = (before: number | undefined) => this.audit.list({ text, before, limit: MAX_LISTED });
    return csvFile('audit', COLUMNS, read, ({ at, action, subject, reason, details, admin }) => {
      return [at, action, subject, reason, JSON.stringify(details), admin.keyFingerprint, admin.ip, admin.requestId];
    });
  }

  @Get('personal-data')
  form(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const body = (
      <>
        <p>
          To honour an erasure request: removes officers and agents from the stored business and all of its snapshots,
          for every account and permanently.
        </p>
        <PostForm to="/admin/personal-data" className="column">
          <label>
            Business
            <input name="entity_id" placeholder="ent_…" required />
          </label>
          <Reason />
          <button class="danger">Erase the people</button>
        </PostForm>
      </>
    );
    return this.pages.show(request, reply, { title: 'Personal data', narrow: true }, body);
  }

  @Post('personal-data')
  @Reads('form')
  async erase(
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { entity_id: given = '', ...rest } = fields;
    const { reason } = REASON.read(rest);
    const question = `Erase the people of ${given}? They cannot be brought back.`;
    const asked = { to: '/admin/personal-data', next: '/admin/audit', fields, button: 'Erase the people', question };
    return this.forms.confirmed(request, reply, asked, (admin) =>
      this.erasePersonalData.run(admin, parseId('ent', given.trim()), reason),
    );
  }
}

function Subject({ of: { subject } }: { of: RecordedAction }) {
  const section = PAGES[subject.slice(0, 3)];
  return section ? <Link to={`/admin/${section}/${subject}`}>{subject}</Link> : <>{subject}</>;
}

/** Actions are numbered. */
function numberIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw notOfAPage();
  return Number(cursor);
}
