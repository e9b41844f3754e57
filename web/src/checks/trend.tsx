/** How many findings of a severity were open on each day, as a line. */
import type { VNode } from 'preact';
import type { Severity } from '../api/checks.js';
import { t } from '../i18n/index.js';

export type TrendDay = Readonly<Record<Severity, number>> & { day: string };

const [WIDTH, HEIGHT] = [120, 28];

/** Nothing for less than two days. */
export function Trend({ days, severity }: { days: readonly TrendDay[]; severity: Severity }): VNode | null {
  const numbers = days.map((day) => day[severity]);
  const most = Math.max(...numbers);
  if (numbers.length < 2 || most === 0) return null;
  const times = days.map(({ day }) => Date.parse(day));
  const [first, last] = [times[0]!, times.at(-1)!];
  const points = numbers.map((number, i) => {
    const x = (WIDTH * (times[i]! - first)) / (last - first);
    const y = 1 + (HEIGHT - 2) * (1 - number / most);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const label = t('checks.trend', {
    days: Math.round((last - first) / 86_400_000) + 1,
    first: numbers[0]!,
    last: numbers.at(-1)!,
  });
  return (
    <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
