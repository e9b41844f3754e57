/** Watches a run of migrations: what is logged of it, and what a rehearsal assumes to be done. */
import type { QueryRunner } from 'typeorm';

/** Takes one line about what happens. */
export type Log = (line: string) => void;

/** Columns (`name`) and indexes (`index name`) of every table that is there. */
export type Catalogue = Map<string, Set<string>>;

/** A run under watch. */
export interface Watch {
  log: Log;
  /** A rehearsal: statements are logged and not run. */
  rehearsal: boolean;
  /** What the database would hold by now, if the rehearsal were the real thing. */
  catalogue: Catalogue | undefined;
  /** The statement that was sent last. */
  statement: string;
  /** Statements are described in words at the moment. */
  inWords: boolean;
}

const WATCHES = new WeakMap<QueryRunner, Watch>();

const IS_READ = /^\s*(SELECT|SHOW)\b/i;
/** Settings of the connection, and marks of transactions: nothing that stays. */
const IS_PASSING = /^\s*(SET SESSION|START TRANSACTION|PRAGMA)\b/i;

/** The watch over a runner, if there is one. */
export const watchOf = (runner: QueryRunner): Watch | undefined => WATCHES.get(runner);

/** Runs `work` while every statement of the runner is logged; in a rehearsal only what reads is run. */
export async function watched<T>(
  runner: QueryRunner,
  { log, rehearsal }: Pick<Watch, 'log' | 'rehearsal'>,
  work: (watch: Watch) => Promise<T>,
): Promise<T> {
  const watch: Watch = { log, rehearsal, catalogue: undefined, statement: '', inWords: false };
  const query = runner.query.bind(runner) as (sql: string, values?: unknown) => Promise<unknown>;
  const observed = (sql: string, values?: unknown): Promise<unknown> => {
    if (IS_READ.test(sql)) return rehearsal ? query(sql, values).catch(nothingThere) : query(sql, values);
    watch.statement = sql;
    if (!IS_PASSING.test(sql) && !watch.inWords) log(`${oneLine(sql)};`);
    return rehearsal ? Promise.resolve([]) : query(sql, values);
  };
  WATCHES.set(runner, watch);
  Object.assign(runner, { query: observed });
  try {
    return await work(watch);
  } finally {
    WATCHES.delete(runner);
    // The method of the class is seen again.
    delete (runner as Partial<QueryRunner>).query;
  }
}

/** Runs statements that are logged as a sentence rather than one by one; without a sentence nothing is logged. */
export async function inWords(runner: QueryRunner, words: string, work: () => Promise<void>): Promise<void> {
  const watch = watchOf(runner);
  if (!watch) return work();
  watch.log(words);
  watch.inWords = true;
  try {
    await work();
  } finally {
    watch.inWords = false;
  }
}

/** A statement on one line, without blanks that only please the eye. */
export const oneLine = (sql: string): string => sql.trim().replace(/\s+/g, ' ');

/** In a rehearsal a table may be missing that would be there by now: it would be empty. */
function nothingThere(error: Error & { errno?: number }): unknown[] {
  if (error.errno === 1146 || /no such table/.test(error.message)) return [];
  throw error;
}
