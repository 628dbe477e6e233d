import { newId } from '../../src/core/ids.js';
import { MailComposer } from '../../src/core/watches/mails/mail-composer.js';
import { ConsoleMailPages } from '../../src/modules/watches/mail-pages.js';
import { composeMail, type ToldEvent } from '../../src/core/watches/mails/compose-mail.js';

const event = (entityName: string, told: Partial<ToldEvent> = {}): ToldEvent => ({
  type: 'watch.paused',
  entityName,
  page: `https://standing.test/wch_${entityName}`,
  changes: [],
  ...told,
});
const mail = (...events: ToldEvent[]) => composeMail(events, 'SETTINGS');

describe('a mail about watched businesses', () => {
  it.each([
    [['Lanterns'], 'Watched: Lanterns'],
    [['Lanterns', 'Lanterns'], 'Watched: Lanterns'],
    [['Lanterns', 'Kites'], 'Watched: Lanterns and 1 more'],
    [['Lanterns', 'Kites', 'Lanterns', 'Buoys'], 'Watched: Lanterns and 2 more'],
  ])('has for %j the subject "%s"', (names, subject) => {
    expect(mail(...names.map((name) => event(name))).subject).toBe(subject);
  });

  it('says what changed, and leaves long values to the page', () => {
    const changes: ToldEvent['changes'] = [
      { code: 'NAME_CHANGED', from: 'Old  Lanterns', to: 'Lanterns' },
      { code: 'STATUS_CHANGED', from: 'x'.repeat(61), to: 'dissolved' },
    ];
    const { text } = mail(event('Lanterns', { type: 'entity.changed', changes }));
    expect(text.split('\n')).toEqual([
      'Lanterns',
      expect.stringMatching(/^ {2}.*: Old Lanterns -> Lanterns$/),
      expect.stringMatching(/^ {2}[^:>]+$/),
      '  https://standing.test/wch_Lanterns',
      '',
      expect.any(String),
      'SETTINGS',
      '',
    ]);
  });
});

describe('the mail composer', () => {
  it('links a watch, and the business of a deleted one', async () => {
    const [watch, deleted, entity] = [newId('wch'), newId('wch'), newId('ent')];
    const businesses = { names: () => Promise.resolve(new Map([[entity, 'Lanterns']])) };
    const watches = { existing: () => Promise.resolve(new Set([watch])) };
    const pages = new ConsoleMailPages({ of: (path: string) => `https://standing.test${path}` });
    const composer = new MailComposer(businesses as never, watches as never, pages);
    const { text } = await composer.compose(
      [watch, deleted].map((watch_id) => ({ event: 'watch.paused', watch_id, entity_id: entity })),
    );
    expect(text.match(/https:.*(?:wch|ent)_.*/g)).toEqual([
      `https://standing.test/console/watches/${watch}`,
      `https://standing.test/console/entities/${entity}`,
    ]);
  });
});
