import type { ComponentChildren } from 'preact';
import { type ChangeCode, CHANGE_WORDS } from '../../core/watches/comparison/compare.js';
import type { ReportedFact } from '../../core/watches/facts.js';
import { STANDING_TONES } from '../pages/signs.js';
import { Link, Moment } from '../pages/parts.js';

interface ToldChange {
  field: string;
  code: ChangeCode;
  from: unknown;
  to: unknown;
  because?: string;
}

const OTHERWISE: Readonly<Record<Exclude<ReportedFact['type'], 'entity.changed'>, string>> = {
  'watch.blind': 'The register does not respond: changes may be missed',
  'watch.sighted': 'The register responds again',
  'watch.paused': 'The watch was paused',
  'watch.resumed': 'The watch resumed',
  'watch.ended': 'The watch ended',
};

/** Changes of the standing have its colours; all others are grey. */
const TONES: Readonly<Partial<Record<ChangeCode, string>>> = {
  GOOD_STANDING_LOST: STANDING_TONES.not_good,
  GOOD_STANDING_REGAINED: STANDING_TONES.good,
  REINSTATED: STANDING_TONES.good,
  DISSOLVED: STANDING_TONES.ended,
  RECORD_GONE: STANDING_TONES.ended,
};

/** Leads to the watch, or to its business if the watch was deleted. */
export function FactLink({ fact, watches }: { fact: ReportedFact; watches: ReadonlySet<string> }) {
  const { watchId, entityId, entityName } = fact;
  return <Link to={watches.has(watchId) ? `/watches/${watchId}` : `/entities/${entityId}`}>{entityName}</Link>;
}

export function FactWords({ fact: { type, body } }: { fact: ReportedFact }): ComponentChildren {
  if (type !== 'entity.changed') {
    const { reason } = body;
    return `${OTHERWISE[type]}${typeof reason === 'string' ? ` (${reason.replaceAll('_', ' ').toLowerCase()})` : ''}`;
  }
  const changes = (body['changes'] ?? []) as readonly ToldChange[];
  return (
    <ul class="changes">
      {changes.map(({ field, code, from, to, because }) => (
        <li key={code}>
          <strong class={`state ${TONES[code] ?? 'grey'}`}>{capital(CHANGE_WORDS[code])}</strong>
          <div class="hint">
            {because === undefined ? `${shown(field, from)} → ${shown(field, to)}` : `Inferred: ${because}`}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** By the clock of the sandbox, if the event has its time. */
export function FactMoment({ fact: { body, createdAt } }: { fact: ReportedFact }) {
  const { sandbox_time: sandboxTime } = body;
  const isSandbox = typeof sandboxTime === 'string';
  return <Moment at={isSandbox ? sandboxTime : createdAt} isSandbox={isSandbox} />;
}

/** Events of one business, newest first. */
export function FactTimeline({ facts }: { facts: readonly ReportedFact[] }) {
  if (facts.length === 0) return <p>No changes so far.</p>;
  return (
    <ol class="timeline">
      {facts.map((fact) => (
        <li key={fact.id}>
          <h3>
            <FactMoment fact={fact} />
          </h3>
          <FactWords fact={fact} />
        </li>
      ))}
    </ol>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The meaning of `null`, by field. */
const NOTHING: Readonly<Record<string, string>> = { status: 'not listed', jurisdiction: 'elsewhere' };

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return NOTHING[field] ?? 'not stated';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : listed(value);
}

function listed(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.values(value).filter((part) => part !== null && part !== '');
  return parts.map(listed).join(', ');
}
