import { scaleBand, scaleLinear } from 'd3-scale';
import type { Usage } from '../../core/billing/usage.js';
import { counted, Table } from '../pages/parts.js';

const WIDTH = 720;
const HEIGHT = 180;
/** Room for labels in the size that they have on phones. */
const MARGIN = { top: 20, right: 36, bottom: 28, left: 72 };
const TICKS = 4;
/** Every seventh day has a date. */
const DATED = 7;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string) => DAY.format(new Date(date));

type Days = Usage['byDay'];

/** Credits per day, as a chart and as a table. */
export function CreditsChart({ days }: { days: Days }) {
  const spent = (day: Days[number]) => Math.max(0, day.creditsCharged - day.creditsRefunded);
  const x = scaleBand(
    days.map(({ date }) => date),
    [MARGIN.left, WIDTH - MARGIN.right],
  ).padding(0.2);
  const y = scaleLinear([0, Math.max(1, ...days.map(spent))], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(TICKS);
  const total = days.reduce((sum, day) => sum + spent(day), 0);
  const label = `Credits spent on each of ${days.length} days, ${counted(total)} in all. The table below has the numbers.`;
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {y
          .ticks(TICKS)
          .filter(Number.isInteger)
          .map((value) => (
            <g key={value}>
              <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(value)} y2={y(value)} />
              <text x={MARGIN.left - 6} y={y(value) + 4} text-anchor="end">
                {counted(value)}
              </text>
            </g>
          ))}
        {days.map((day, index) => (
          <g key={day.date}>
            <rect
              x={x(day.date) ?? 0}
              width={x.bandwidth()}
              y={y(spent(day))}
              height={y(0) - y(spent(day))}
              fill="currentColor"
            />
            {index % DATED === 0 ? (
              <text x={x(day.date) ?? 0} y={HEIGHT - 6}>
                {dayOf(day.date)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <details>
        <summary>As a table</summary>
        <Table
          caption="Credits by day (UTC)"
          columns={['Day', 'Requests', 'Charged', 'Refunded']}
          numbers={['Requests', 'Charged', 'Refunded']}
          rows={days
            .filter(({ requests, creditsRefunded }) => requests > 0 || creditsRefunded > 0)
            .map((day) => [day.date, counted(day.requests), counted(day.creditsCharged), counted(day.creditsRefunded)])}
        />
      </details>
    </>
  );
}
