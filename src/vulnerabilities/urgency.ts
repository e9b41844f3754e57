/** What makes one vulnerability more urgent than another: the reasons that are told are those that put it where it stands. */
import type { ExposedObject } from '../graph/index.js';
import { HIGH, type Need } from './needs.js';

/** Of exploits within 30 days (EPSS), and of scores (CVSS: high), from which on they are a reason. */
const [PROBABLE, BAD] = [0.1, 7];

/** Why one is urgent, the weightiest first. */
export type Urgency =
  | { reason: 'known_exploited'; since: string | null }
  | { reason: 'probable'; value: number }
  | { reason: 'score'; value: number }
  | { reason: 'needs'; value: number; of: string | null }
  | { reason: 'reachable'; from: string; steps: number }
  | { reason: 'fails'; value: number };

/** What is known of one vulnerability of one object. */
export interface Weighed {
  id: number;
  exploited: boolean;
  epss: number | null;
  /** Rank of its severity; -1 where none is known. */
  severity: number;
  score: number | null;
  /** The highest need of security of the object, or of an application that carries it. */
  need: Need | null;
  exposed: ExposedObject | null;
}

/** The rank of a word for how bad it is, in SQL. */
export const severityRank = (column: string): string =>
  `CASE UPPER(${column}) ${SEVERITIES.map((word, rank) => `WHEN '${word}' THEN ${rank} `).join('')}ELSE -1 END`;

const SEVERITIES = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/** The order of urgency in SQL, as far as it hangs on the vulnerability alone; takes these columns. */
export const urgencyOrder = (of: Record<'exploited' | 'epss' | 'severity' | 'score' | 'id', string>): string =>
  `(${of.exploited} IS NULL), CASE WHEN ${of.epss} >= ${PROBABLE} THEN ${of.epss} ELSE 0 END DESC, ${severityRank(of.severity)} DESC,
   (${of.epss} IS NULL), ${of.epss} DESC, (${of.score} IS NULL), ${of.score} DESC, ${of.id}`;

/** The most urgent first: exploited, probable, as bad as its word says, in what needs it, reachable from outside, taking others along. */
export function mostUrgentFirst(a: Weighed, b: Weighed): number {
  for (const weigh of WEIGHTS) {
    const order = weigh(b) - weigh(a);
    if (order) return order;
  }
  return a.id - b.id;
}

const isHigh = (need: Need | null): need is Need => need !== null && need.value >= HIGH;

const WEIGHTS: ReadonlyArray<(one: Weighed) => number> = [
  ({ exploited }) => Number(exploited),
  ({ epss }) => (epss !== null && epss >= PROBABLE ? epss : 0),
  ({ severity }) => severity,
  ({ need }) => (isHigh(need) ? need.value : 0),
  ({ exposed }) => Number(typeof exposed?.from === 'string'),
  ({ exposed }) => exposed?.fails ?? 0,
  ({ epss }) => epss ?? -1,
  ({ score }) => score ?? -1,
];

/** The reasons in words that programs read, the weightiest first. `since`: when it became known that it is exploited. */
export function reasonsOf({ exploited, epss, score, need, exposed }: Weighed, since: string | null): Urgency[] {
  return [
    ...(exploited ? [{ reason: 'known_exploited' as const, since }] : []),
    ...(epss !== null && epss >= PROBABLE ? [{ reason: 'probable' as const, value: epss }] : []),
    ...(score !== null && score >= BAD ? [{ reason: 'score' as const, value: score }] : []),
    ...(isHigh(need) ? [{ reason: 'needs' as const, ...need }] : []),
    ...(typeof exposed?.from === 'string' ? [{ reason: 'reachable' as const, from: exposed.from, steps: exposed.steps }] : []), // prettier-ignore
    ...(exposed?.fails ? [{ reason: 'fails' as const, value: exposed.fails }] : []),
  ];
}
