import { type ChangeCode, CHANGE_WORDS } from '../comparison/compare.js';

export interface ToldEvent {
  type: string;
  entityName: string;
  /** URL of its page. */
  page: string;
  changes: readonly { code: ChangeCode; from: unknown; to: unknown; because?: string | undefined }[];
}

const OTHERWISE: Readonly<Record<string, string>> = {
  'watch.blind': 'the register has not responded for a while, so changes may be missed',
  'watch.sighted': 'the register responds again',
  'watch.paused': 'the watch was paused',
  'watch.resumed': 'the watch resumed',
  'watch.ended': 'the watch ended',
};
/** Longer values are left to the page. */
const MAX_VALUE_LENGTH = 60;

/** Composes one mail about events, oldest first. */
export function composeMail(events: readonly ToldEvent[], settings: string) {
  const names = [...new Set(events.map(({ entityName }) => entityName))];
  const [first = 'a business'] = names;
  const subject = names.length === 1 ? `Watched: ${first}` : `Watched: ${first} and ${names.length - 1} more`;
  const lines = events.flatMap((event) => [event.entityName, ...linesOf(event), `  ${event.page}`, '']);
  return {
    subject,
    text: [...lines, 'Change how often you get these e-mails, or turn them off:', settings, ''].join('\n'),
  };
}

function linesOf({ type, changes }: ToldEvent): string[] {
  if (type !== 'entity.changed') return [`  ${OTHERWISE[type] ?? type}`];
  return changes.map(({ code, from, to, because }) => {
    if (because !== undefined) return `  ${CHANGE_WORDS[code]}, inferred: ${because}`;
    const [before, after] = [plain(from), plain(to)];
    return `  ${CHANGE_WORDS[code]}${before !== undefined && after !== undefined ? `: ${before} -> ${after}` : ''}`;
  });
}

function plain(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH ? value.replaceAll(/\s+/g, ' ') : undefined;
}
