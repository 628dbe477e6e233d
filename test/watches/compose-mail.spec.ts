import { composeMail, type ToldEvent } from '../../src/core/watches/mails/compose-mail.js';

const event = (entityName: string, told: Partial<ToldEvent> = {}): ToldEvent => ({
  type: 'watch.paused',
  entityName,
  watchId: `wch_${entityName}`,
  changes: [],
  ...told,
});
const mail = (...events: ToldEvent[]) => composeMail(events, (id) => `https://standing.test/${id}`, 'SETTINGS');

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
