import { Get, Param } from '@nestjs/common';
import { MirrorEditions, type Admin, type MirrorEdition } from '../../core/admin/ports.js';
import { SwitchJurisdiction } from '../../core/admin/switch-jurisdiction.js';
import { AppError } from '../../core/errors.js';
import { Jurisdictions, type JurisdictionState } from '../../core/registries/jurisdictions.js';
import { SwitchJurisdictionBody } from '../../modules/admin/admin.dto.js';
import { Form, form } from '../form-answers.js';
import { page, goTo } from '../page-answers.js';
import { FormBody } from '../read-form.js';
import { ShortList } from '../short-list.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';
import { JurisdictionPage, JurisdictionsPage, MirrorsPage } from './jurisdictions.page.js';

const STATES = new ShortList<JurisdictionState>('jurisdictions', {
  code: ({ jurisdiction }) => jurisdiction.code,
  name: ({ jurisdiction }) => jurisdiction.name,
  status: ({ unavailableReason }) => (unavailableReason === undefined ? 'active' : 'unavailable'),
  unavailable_reason: ({ unavailableReason }) => unavailableReason,
  source_status: ({ sourceStatus }) => sourceStatus,
  as_of: ({ asOf }) => asOf,
  last_probe: ({ lastProbe }) => lastProbe?.verdict,
  last_probe_at: ({ lastProbe }) => lastProbe?.at,
});
const MIRRORS = new ShortList<MirrorEdition>('mirrors', {
  mirror: ({ jurisdiction, sandbox }) => (sandbox ? `${jurisdiction} sandbox` : jurisdiction),
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  sandbox: ({ sandbox }) => sandbox,
  as_of: ({ asOf }) => asOf,
  rows: ({ rows }) => rows,
  imported_at: ({ importedAt }) => importedAt,
});
const SWITCH = new FormBody(SwitchJurisdictionBody, { active: (text) => text === 'yes' });

/** The jurisdictions, the state of their registers, and the editions of mirrored ones. */
@SupportPages('console/admin')
export class AdminJurisdictionPagesController {
  constructor(
    private readonly editions: MirrorEditions,
    private readonly jurisdictions: Jurisdictions,
    private readonly switchJurisdiction: SwitchJurisdiction,
  ) {}

  @Get(['jurisdictions', 'jurisdictions.csv'])
  list() {
    return STATES.list(
      { title: 'Jurisdictions' },
      () => this.jurisdictions.list(),
      (states) => <JurisdictionsPage states={states} />,
    );
  }

  @Get(['mirrors', 'mirrors.csv'])
  mirrors() {
    return MIRRORS.list(
      { title: 'Mirrored registers' },
      () => this.editions.current(),
      (mirrors) => <MirrorsPage mirrors={mirrors} />,
    );
  }

  @Get('jurisdictions/:id')
  show(@Param('id') code: string) {
    const state = this.find(code);
    const layout = { title: state.jurisdiction.name, eyebrow: 'Jurisdiction', narrow: true };
    return page(layout, <JurisdictionPage state={state} />);
  }

  @Form('jurisdictions/:id')
  switch(@CurrentAdmin() admin: Admin, @Param('id') code: string) {
    const { name } = this.find(code).jurisdiction;
    const next = `/admin/jurisdictions/${code}`;
    const question = `Take ${name} out of service? It is refused to everybody from then on.`;
    return form({
      body: SWITCH,
      again: () => this.show(code),
      confirm: ({ active }) => (active ? undefined : { question, button: 'Take out of service', back: next }),
      run: ({ active: on, reason }) => this.switchJurisdiction.run(admin, code, { on, reason }),
      next: (_, { active }) => goTo(next, active ? `${name} is in service.` : undefined),
    });
  }

  private find(code: string): JurisdictionState {
    const state = this.jurisdictions.find(code);
    if (!state) throw new AppError('NOT_FOUND');
    return state;
  }
}
