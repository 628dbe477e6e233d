import { Get } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { AppError } from '../../core/errors.js';
import { invalid } from '../../core/invalid-request.js';
import { SetClock } from '../../core/watches/clock/set-clock.js';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { ChangeMails, MAIL_RHYTHMS } from '../../core/watches/mails/ports.js';
import { WatchFacts } from '../../core/watches/facts.js';
import { WatchClock, Watches } from '../../core/watches/ports.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Form, form } from '../form-answers.js';
import { list, goTo } from '../page-answers.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { TextQuery } from '../short-list.js';
import { FACT_COLUMNS, MonitoringPage, MOVES } from './monitoring.page.js';

const ADDRESS = new PageAddress(TextQuery);
const DAY_MS = 86_400_000;
const WAIT_MS = 20_000;

/** The events of watches, and the mails about them. */
@AccountPages('console')
export class ConsoleMonitoringController {
  constructor(
    private readonly facts: WatchFacts,
    private readonly watches: Watches,
    private readonly mails: ChangeMails,
    private readonly chooseMails: ChooseMails,
    private readonly clock: WatchClock,
    private readonly setClock: SetClock,
  ) {}

  @Get(['monitoring', 'monitoring.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Monitoring',
      address: ADDRESS,
      csv: { name: 'changes', columns: FACT_COLUMNS },
      after: ({ cursor }) => cursorIn('evt', cursor),
      read: ({ text, limit }, before) => this.facts.list(accountId, { text, before, limit }),
      body: async (facts) => {
        const [rhythm, watches] = await Promise.all([
          this.mails.rhythmOf(accountId),
          this.watches.existing(facts.map(({ watchId }) => watchId)),
        ]);
        return <MonitoringPage facts={facts} watches={watches} rhythm={rhythm} />;
      },
    });
  }

  @Form('monitoring/mail')
  mail(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return form({
      run: async ({ every: chosen = '' }) => {
        const every = MAIL_RHYTHMS.find((each) => each === chosen);
        if (chosen !== '' && !every) throw invalid('every', 'must be one of those offered');
        await this.chooseMails.run(accountId, every);
        return every;
      },
      next: (every) =>
        goTo('/monitoring', every ? 'You will get changes by e-mail.' : 'Notifications by e-mail are off.'),
    });
  }

  @Form('monitoring/clock')
  move() {
    if (!this.clock.isSandbox) throw new AppError('NOT_FOUND');
    return form({
      run: async ({ by = '' }) => {
        const move = Object.hasOwn(MOVES, by) ? MOVES[by] : undefined;
        if (!move) throw invalid('by', 'must be one of those offered');
        const { done } = await this.setClock.run(move[1] * DAY_MS, WAIT_MS);
        return done ? `The clock moved forward by ${move[0]}.` : 'The clock is moving. Reload this page in a moment.';
      },
      next: (notice) => goTo('/monitoring', notice),
    });
  }
}
