import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Support } from '../../../core/admin/ports.js';
import { SwitchJurisdiction } from '../../../core/admin/switch-jurisdiction.js';
import { AppError } from '../../../core/errors.js';
import { findJurisdiction, Jurisdictions, type JurisdictionState } from '../../../core/registries/jurisdictions.js';
import { SwitchJurisdictionBody } from '../../admin/admin.dto.js';
import { Contract } from '../../http/contract.js';
import { FormBody } from '../read-form.js';
import { AdminForms } from './admin-forms.js';
import { AdminPages, SupportPages } from './admin.guard.js';
import { JurisdictionPage, JurisdictionsPage } from './jurisdictions.page.js';

const SWITCH = new FormBody(SwitchJurisdictionBody, { active: (text) => text === 'yes' });

/** What can be asked, how the registers answer, and what the mirrored ones answer from. */
@SupportPages('console/admin/jurisdictions')
export class AdminJurisdictionPagesController {
  constructor(
    private readonly pages: AdminPages,
    private readonly forms: AdminForms,
    private readonly support: Support,
    private readonly jurisdictions: Jurisdictions,
    private readonly switchJurisdiction: SwitchJurisdiction,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const mirrors = await this.support.mirrors();
    const body = <JurisdictionsPage states={this.jurisdictions.list()} mirrors={mirrors} />;
    return this.pages.show(request, reply, { title: 'Jurisdictions' }, body);
  }

  @Get(':id')
  show(@Param('id') code: string, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const state = this.find(code);
    const layout = { title: state.jurisdiction.name, eyebrow: 'Jurisdiction', narrow: true };
    return this.pages.show(request, reply, layout, <JurisdictionPage state={state} />);
  }

  @Post(':id')
  @Contract({ reads: 'form' })
  async switch(
    @Param('id') code: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { name } = this.find(code).jurisdiction;
    const { active: on, reason } = SWITCH.read(fields);
    const next = `/admin/jurisdictions/${code}`;
    if (on) {
      await this.switchJurisdiction.run(this.forms.who(request), code, { on, reason });
      return this.pages.goTo(reply, next);
    }
    const question = `Take ${name} out of service? It is refused to everybody from then on.`;
    const asked = { to: next, next, fields, button: 'Take it out', question };
    return this.forms.confirmed(request, reply, asked, (admin) =>
      this.switchJurisdiction.run(admin, code, { on, reason }),
    );
  }

  private find(code: string): JurisdictionState {
    if (!findJurisdiction(code)) throw new AppError('NOT_FOUND');
    return this.jurisdictions.state(code);
  }
}
