/** The list of findings: its columns, and the statement that they stand in (checks 5). */
import { ApiError } from '../../core/http/errors.js';
import type { Database } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import { ownColumn } from '../../engine/index.js';
import { SEVERITIES, isSeverity, rankOf } from '../severity.js';
import { STATES, TOLD } from './answers.js';

export const FIELDS = [
  ownColumn('id', 'id'),
  ownColumn('check', 'string'),
  ownColumn('severity', 'int'),
  ownColumn('type', 'string'),
  ownColumn('object_id', 'int'),
  ownColumn('state', 'string'),
  ownColumn('first_seen', 'moment'),
  ownColumn('gone_at', 'moment'),
  ownColumn('accepted_until', 'day'),
  // Of what the sentence says: when something ends, or since when it is so. What is due comes before what has no day.
  ownColumn('day', 'day', { emptyLast: true }),
  ownColumn('reopened', 'int'),
];

/** What is answered beside the columns, so that `fields` may name it. */
export const BESIDE = [
  'name',
  'title',
  'message',
  'advice',
  'evidence',
  'accepted_reason',
  'accepted_by',
  'accepted_at',
] as const;

/** The state of a finding under `f` on a day, which is bound, in SQL. */
export const STATE =
  "CASE WHEN f.`gone_at` IS NOT NULL THEN 'gone' WHEN f.`accepted_until` >= ? THEN 'accepted' ELSE 'open' END";

/** Findings with the columns of lists. `today`: the day on which an acceptance holds. */
export const findingsSource = (
  visible: Condition,
  today: string,
  { dialect }: Pick<Database, 'dialect'>,
  reported = true,
): Condition => ({
  sql:
    `SELECT f.\`id\`, k.\`slug\` AS \`check\`, ${rankOf('k.`severity`')} AS \`severity\`, f.\`type\`, f.\`object_id\`, ` +
    `${STATE} AS \`state\`, f.\`first_seen\`, f.\`gone_at\`, f.\`accepted_until\`, f.\`reopened\`, f.\`opened_at\`` +
    `${reported ? `, ${dialect.jsonDay('f.`said`', '$.values.day')} AS \`day\`, ${TOLD}` : ''} ` +
    'FROM `own_findings` f JOIN `own_checks` k ON k.`id` = f.`check_id` ' +
    `${reported ? 'LEFT JOIN `users` u ON u.`id` = f.`accepted_by` ' : ''}WHERE ${visible.sql}`,
  params: [today, ...visible.params],
});

type Query = Readonly<Record<string, unknown>>;

/** The words that stand for all states. */
const ALL = 'all';

/** What a request asks of the list, in the form of the language of lists; findings that are gone are among it or not. */
export interface FindingQuery {
  query: Query;
  ended: boolean;
}

/**
 * Turns words of severities into their ranks, and keeps to open findings where no state is asked for. Throws 400 for a severity or
 * state that there is not.
 */
export function findingQuery(query: Query): FindingQuery {
  const { filter } = query;
  if (filter !== undefined && filter !== '' && (typeof filter !== 'object' || filter === null || Array.isArray(filter)))
    return { query, ended: false };
  const asked: Record<string, unknown> = {};
  let ended = false;
  let hasState = false;
  for (const [name, value] of Object.entries((filter || {}) as Query)) {
    if (/^state(_|$)/.test(name)) {
      hasState = true;
      if (value === ALL) {
        ended = true;
        continue;
      }
      if (/^state(_in|_not|_not_in)?$/.test(name)) requireStates(value, `filter[${name}]`);
      ended = ended || name !== 'state' || String(value).includes('gone');
    }
    asked[name] = /^severity(_(not|in|not_in|lte?|gte?|between))?$/.test(name)
      ? ranksIn(value, `filter[${name}]`)
      : value;
  }
  if (!hasState) asked['state'] = 'open';
  return { query: { ...query, filter: asked }, ended };
}

/** Words separated by commas, one by one or in a list; what is nested deeper is none of them. */
const wordsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value])
    .flatMap((one) => (typeof one === 'object' ? '[…]' : String(one)).split(','))
    .map((word) => word.trim());

function requireStates(value: unknown, name: string): void {
  const known = [...STATES, ALL];
  if (!wordsIn(value).every((word) => word === '' || known.some((one) => one === word)))
    throw new ApiError(400, 'wantsChoice', { name, allowed: known.join(', ') });
}

/** Ranks in place of words. Throws 400 for a word that there is not. */
export function ranksIn(value: unknown, name: string): unknown {
  const words = wordsIn(value).filter(Boolean);
  if (!words.length) return value;
  return words
    .map((word) => {
      if (!isSeverity(word)) throw new ApiError(400, 'wantsChoice', { name, allowed: SEVERITIES.join(', ') });
      return String(SEVERITIES.indexOf(word));
    })
    .join(',');
}
