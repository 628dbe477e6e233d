import { Get, Param } from '@nestjs/common';
import { MirrorEditions, type Admin, type MirrorEdition } from '../../core/admin/ports.js';
import { SwitchJurisdiction } from '../../core/admin/switch-jurisdiction.js';
import { AppError } from '../../core/errors.js';
import { findJurisdiction, Jurisdictions, type JurisdictionState } from '../../core/registries/jurisdictions.js';
import { SwitchJurisdictionBody } from '../../modules/admin/admin.dto.js';
import { Form, form } from '../form-answers.js';
import { page, goTo } from '../page-answers.js';
import { FormBody } from '../read-form.js';
import { ShortList } from '../short-list.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';
import { JurisdictionPage, JurisdictionsPage, MirrorsPage } from './jurisdictions.page.js';

const STATE_COLUMNS = ['code', 'name', 'status', 'unavailable_reason', 'source_status', 'as_of'];
const STATES = new ShortList<JurisdictionState>('jurisdictions', STATE_COLUMNS, (state) => {
  const { jurisdiction, unavailableReason, sourceStatus, asOf } = state;
  const status = unavailableReason === undefined ? 'active' : 'unavailable';
  return [jurisdiction.code, jurisdiction.name, status, unavailableReason, sourceStatus, asOf];
});
const MIRROR_COLUMNS = ['mirror', 'jurisdiction', 'sandbox', 'as_of', 'rows', 'imported_at'];
const MIRRORS = new ShortList<MirrorEdition>('mirrors', MIRROR_COLUMNS, (edition) => {
  const { jurisdiction, sandbox, asOf, rows, importedAt } = edition;
  return [sandbox ? `${jurisdiction} sandbox` : jurisdiction, jurisdiction, sandbox, asOf, rows, importedAt];
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
      (states, { text }) => <JurisdictionsPage states={states} text={text} />,
    );
  }

  @Get(['mirrors', 'mirrors.csv'])
  mirrors() {
    return MIRRORS.list(
      { title: 'Mirrored registers' },
      () => this.editions.current(),
      (mirrors, { text }) => <MirrorsPage mirrors={mirrors} text={text} />,
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
    if (!findJurisdiction(code)) throw new AppError('NOT_FOUND');
    return this.jurisdictions.state(code);
  }
}
