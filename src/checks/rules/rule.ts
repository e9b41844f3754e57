/** What a rule is: code that finds what is wrong with objects of the map, whoever asks. */
import type { Calendar } from '../../core/text/moments.js';
import type { Database, Param, Row } from '../../database/database.js';
import type { PartQuestion } from '../../graph/questions.js';
import type { Found } from '../findings/said.js';

/** What an option takes; `null` as a default: it is off unless somebody sets it. */
export type OptionShape =
  | { takes: 'number'; min: number; max: number; default: number | null }
  /** A time without a sign, such as `30d` or `6m`. */
  | { takes: 'duration'; default: string | null }
  | { takes: 'flag'; default: boolean }
  | { takes: 'words'; allowed: readonly string[]; default: readonly string[] }
  /** Kinds among those of the rule; all of them where none is named. */
  | { takes: 'kinds' }
  /** The name of a source of feeding. */
  | { takes: 'source' };

/** Options as a rule gets them: what nobody set is as the rule has it. */
export type Options = Readonly<Record<string, unknown>>;

/** What a rule reads of the map, as one state of it and within the time that a check has. */
export interface RuleReading {
  readonly database: Pick<Database, 'dialect' | 'clock'>;
  /** The day of today in `TIME_ZONE`, and others that are counted from it. */
  readonly calendar: Calendar;
  /** Paths of the kinds whose objects are looked at. */
  readonly kinds: readonly string[];
  all(sql: string, params?: readonly Param[]): Promise<Row[]>;
  /** The answer of the graph, with everything in it, as JSON. */
  graph<T>(question: PartQuestion): Promise<T>;
}

export interface Rule {
  name: string;
  about: { en: string; fr: string };
  options: Readonly<Record<string, OptionShape>>;
  /** Paths of the kinds that its findings may be about. */
  kinds(): string[];
  /** What must be looked up anew before it reads. */
  looksUp?: 'vulnerabilities';
  /** What is wrong, in any order; at most one finding an object. */
  find(reading: RuleReading, options: Options): AsyncIterable<Found>;
}

/** The options of a check with the defaults of its rule. */
export const optionsOf = ({ options }: Rule, set: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, shape]) => [name, set[name] ?? ('default' in shape ? shape.default : null)]),
  );

/** Rows that are read at once. */
const PORTION = 2000;

/**
 * All rows of a statement in the order of an id, in portions; the event loop turns between them.
 * @param select begins with the id as `id`, under the alias `t`; conditions are complete
 */
export async function* portions(
  { all }: Pick<RuleReading, 'all'>,
  select: string,
  params: readonly Param[],
): AsyncIterable<Row> {
  for (let last = 0; ;) {
    const rows = await all(`${select} AND t.\`id\` > ? ORDER BY t.\`id\` LIMIT ${PORTION}`, [...params, last]);
    yield* rows;
    if (rows.length < PORTION) return;
    last = Number(rows.at(-1)!['id']);
    await new Promise((next) => setImmediate(next));
  }
}
