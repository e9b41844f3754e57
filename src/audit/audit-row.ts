/** A row of `audit_logs`: its columns, and how what happened becomes a text that fits into one of them. */
import type { Scalar } from '../database/database.js';

/** The columns of a row, in the order of its values. */
export const COLUMNS = [
  'description',
  'subject_id',
  'subject_type',
  'user_id',
  'properties',
  'host',
  'created_at',
  'updated_at',
] as const;

/** The column that says what is still to be done with an entry; null: nothing. */
export const PENDING = 'own_pending';

/** A change of the map: the feed has not told of it yet, and it is not chained. */
export const UNPUBLISHED = 1;
/** Anything else that is not chained yet. It is the default of the column: other programs write entries too. */
export const UNCHAINED = 2;
/** A change that is chained, and of which the feed has not told: it was switched off. */
export const CHAINED_CHANGE = 3;

/** The column takes 65,535 bytes; a character is three of them at most in what JSON leaves as it is. */
const MAX_CHARACTERS = 20_000;
const MAX_VALUE_LENGTH = 500;
const MAX_HOST_LENGTH = 45;

export interface AuditRow {
  description: string;
  subjectId: number | null;
  /** Class name of the older application. */
  subjectType: string | null;
  userId: number | null;
  properties: string;
  /** The address that the request came from. */
  host: string;
  /** As stored. */
  now: string;
}

/** The values of a row, in the order of `COLUMNS`. */
export const valuesOf = (row: AuditRow): Scalar[] => [
  row.description,
  row.subjectId,
  row.subjectType,
  row.userId,
  row.properties,
  row.host.slice(0, MAX_HOST_LENGTH),
  row.now,
  row.now,
];

/** The token with which something was done, as the journal names it. */
export const tokenIn = ({ caller }: { caller?: { tokenId?: number } }): { token_id?: number } =>
  caller?.tokenId ? { token_id: caller.tokenId } : {};

/**
 * Properties as JSON text that fits. Those that are too long have their long values cut, one level below the top too, so
 * that what is kept stays JSON.
 */
export function propertiesText(properties: Record<string, unknown>): string {
  const text = JSON.stringify(properties);
  return text.length <= MAX_CHARACTERS ? text : JSON.stringify({ ...cut(properties), shortened: true });
}

/** Where an entry that was cut stands whole: its member of this name is the key in `own_audit_texts`. */
export const WHOLE = 'whole';

/**
 * Properties of a change: `main` as ever, and what else is known of it. What does not fit is cut in the row, as ever; then
 * `keep` is given the whole, and the row its key.
 */
export function changeText(
  main: Record<string, unknown>,
  facts: Record<string, unknown>,
  sets: Record<string, unknown>,
  keep: (whole: string) => string,
): string {
  const whole = JSON.stringify({ ...main, ...facts, ...sets });
  if (whole.length <= MAX_CHARACTERS) return whole;
  const row = JSON.parse(propertiesText(main)) as object;
  return JSON.stringify({ ...row, ...facts, [WHOLE]: keep(whole) });
}

const cut = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, nested ? shallowCut(value as object) : shortened(value)];
    }),
  );

const shallowCut = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shortened(value)]));

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_VALUE_LENGTH)
    return `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
  if (Array.isArray(value) && value.length > MAX_VALUE_LENGTH / 10)
    return [...value.slice(0, MAX_VALUE_LENGTH / 10), '…'];
  return value;
}
