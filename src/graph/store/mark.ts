/**
 * Whether a graph is still true: the journal of changes is written in the transaction of each change, so what is new in it
 * tells of what changed. Ids are no clock: some engines give them before the commit, and a row may come in below the highest.
 */
import type { Each } from '../../database/thread-reader.js';
import type { Changed } from './read.js';

/** The types of objects whose changes matter, by the class names under which the journal speaks of them. */
export interface JournalTypes {
  kinds: ReadonlyArray<{ polymorphicType: string }>;
  connectors: ReadonlyArray<{ polymorphicType: string }>;
}

/** Transactions take no longer: what is missing below an id that was seen so long ago never comes. */
const GAP = 10 * 60_000;

/** Events that the journal tells beside changes. */
const EVENTS: ReadonlySet<string> = new Set([
  'logged_in',
  'login_refused',
  'logged_out',
  'password_changed',
  'password_refused',
  'token_created',
  'token_revoked',
  'request_limit_changed',
  'exported',
  'executed',
  'vulnerability_decided',
  ...['table_shared', 'table_unshared'],
  ...['user_provisioned', 'identity_linked', 'identity_unlinked', 'roles_synced', 'user_disabled', 'user_enabled'],
  ...['mapping_created', 'mapping_changed', 'mapping_removed', 'perimeters_switched'],
  ...['journal_root', 'journal_verified', 'journal_redacted', 'journal_key_changed'],
  ...['factor_added', 'factor_removed', 'factor_refused', 'factors_taken', 'recovery_codes_made', 'session_confirmed'],
  ...['source_created', 'source_changed', 'source_retired', 'record_forgotten', 'marks_set', 'fed'],
  ...['webhook_created', 'webhook_changed', 'webhook_deleted', 'webhook_paused', 'webhook_resumed', 'webhook_rotated'],
  ...['webhook_sought', 'webhook_skipped'],
  ...['check_created', 'check_changed', 'check_deleted', 'finding_accepted', 'finding_reopened'],
  ...['calendar_made', 'calendar_ended'],
  ...['template_created', 'template_changed', 'template_deleted'],
]);

/** A backup was brought back, whatever the journal is now. */
const RESTORED = 'map_restored';

/**
 * One row: how many rows there are from the low-water mark on, and of these up to the highest that is known; the first and the
 * last of all, and when the last one that is known was written, and of what.
 */
const MARK =
  'SELECT COUNT(*), COUNT(CASE WHEN a.`id` <= ? THEN 1 END), MIN(a.`id`), MAX(a.`id`), ' +
  '(SELECT h.`created_at` FROM `audit_logs` h WHERE h.`id` = ?), (SELECT h.`subject_id` FROM `audit_logs` h WHERE h.`id` = ?) ' +
  'FROM `audit_logs` a WHERE a.`id` >= ?';
const ROWS =
  'SELECT a.`id`, a.`description`, a.`subject_type`, a.`subject_id`, a.`created_at` FROM `audit_logs` a WHERE a.`id` >= ? ORDER BY a.`id`';
/** The first state that is looked at: all rows that one of a transaction under way may still come in between. */
const NEWEST = 'SELECT a.`id`, a.`created_at` FROM `audit_logs` a ORDER BY a.`id` DESC LIMIT ';
const FIRST_SINCE = 'SELECT MIN(a.`id`) FROM `audit_logs` a WHERE a.`created_at` >= ?';
const FROM = 'SELECT a.`id`, a.`created_at`, a.`subject_id` FROM `audit_logs` a WHERE a.`id` >= ? ORDER BY a.`id`';
/** So many rows from the end in any case, whatever the clocks said; and those of the last ten minutes. */
const RECENT = 2000;

/** What became of the map since a state. */
export type Since = 'same' | 'unknown' | Changed;

/** What is known of the journal at one state of the map. */
export class Mark {
  /** A row that is there; what is below it is settled. 0: there was none. */
  private low = 0;
  private high = 0;
  private stamp = '';
  /** Rows from `low` on, and when they were first seen. */
  private known = new Map<number, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Takes the journal as it is, as part of the snapshot in which the whole map is read. */
  async begin(each: Each): Promise<void> {
    const newest: Array<readonly [id: number, created: unknown]> = [];
    await each(`${NEWEST}${RECENT}`, [], ([id, created]) => newest.push([id as number, created]));
    let first = newest.at(-1)?.[0] ?? 0;
    const since = newest[0] && before(newest[0][1]);
    if (since) await each(FIRST_SINCE, [since], ([id]) => (first = Math.min(first, (id as number | null) ?? first)));
    const rows: Array<readonly [id: number, stamp: string]> = [];
    await each(FROM, [first], ([id, created, subject]) => rows.push([id as number, stampOf(created, subject)]));
    const now = this.now();
    this.known = new Map(rows.map(([id]) => [id, now]));
    [this.high, this.stamp] = rows.at(-1) ?? [0, ''];
    this.low = rows[0]?.[0] ?? 0;
    this.settle(now);
  }

  /** Returns true if nothing was written since. One statement, whose cost is that of the rows of some minutes. */
  async isSame(each: Each): Promise<boolean> {
    return (await this.compare(each)) === 'same';
  }

  /** What changed since, as part of the snapshot in which it is read anew; from then on that is what is known. */
  async since(each: Each, layout: JournalTypes): Promise<Since> {
    const found = await this.compare(each);
    if (found === 'same' || found === 'gone') return found === 'gone' ? 'unknown' : 'same';
    const from = found === 'behind' ? this.high + 1 : this.low;
    const now = this.now();
    const fresh: JournalRow[] = [];
    let present = 0;
    let last: readonly [number, string] | undefined;
    await each(ROWS, [from], ([id, description, subjectType, subjectId, created]) => {
      if (this.known.has(id as number)) present++;
      else {
        this.known.set(id as number, now);
        fresh.push([description, subjectType, subjectId] as JournalRow);
      }
      last = [id as number, stampOf(created, subjectId)];
    });
    if (from === this.low && present < this.known.size - fresh.length) return 'unknown';
    if (last && last[0] > this.high) [this.high, this.stamp] = last;
    if (!this.low) this.low = Math.min(...this.known.keys());
    this.settle(now);
    return changedIn(fresh, layout);
  }

  /** `behind`: rows came in behind the last one that is known; `between`: before it; `gone`: what was there is not. */
  private async compare(each: Each): Promise<'same' | 'behind' | 'between' | 'gone'> {
    let row: readonly unknown[] = [];
    await each(MARK, [this.high, this.high, this.high, this.low], (values) => (row = [...values]));
    const [count, upToHigh, first, , created, subject] = row;
    const { size } = this.known;
    if (!this.high) return count === 0 ? 'same' : 'behind';
    if (first !== this.low || (upToHigh as number) < size || stampOf(created, subject) !== this.stamp) return 'gone';
    if ((upToHigh as number) > size) return 'between';
    return count === size ? 'same' : 'behind';
  }

  /** Raises the low-water mark over rows between which nothing is missing, or nothing that could still come. */
  private settle(now: number): void {
    const ids = [...this.known.keys()].sort((one, other) => one - other);
    let place = 0;
    while (place + 1 < ids.length) {
      const [id, next] = [ids[place]!, ids[place + 1]!];
      if (next !== id + 1 && now - this.known.get(next)! < GAP) break;
      this.known.delete(id);
      place++;
    }
    this.low = ids[place] ?? 0;
  }
}

/** The wall time ten minutes before one; nothing for a row that has none. */
function before(created: unknown): string | undefined {
  const time = Date.parse(`${String(created).replace(' ', 'T')}Z`);
  return Number.isNaN(time) ? undefined : new Date(time - GAP).toISOString().slice(0, 19).replace('T', ' ');
}

type JournalRow = readonly [description: string, subjectType: string | null, subjectId: number | null];

const stampOf = (created: unknown, subject: unknown): string => `${String(created)} ${String(subject)}`;

/** The objects that rows of the journal tell of as changed. */
function changedIn(rows: readonly JournalRow[], { kinds, connectors }: JournalTypes): Since {
  const nodes = new Map<number, Set<number>>();
  const edges = new Map<number, Set<number>>();
  const kindOf = new Map(kinds.map(({ polymorphicType }, place) => [polymorphicType, place]));
  const connectorOf = new Map(connectors.map(({ polymorphicType }, place) => [polymorphicType, place]));
  const note = (map: Map<number, Set<number>>, place: number, id: number): void => {
    const ids = map.get(place);
    if (ids) ids.add(id);
    else map.set(place, new Set([id]));
  };
  for (const [description, subjectType, subjectId] of rows) {
    if (EVENTS.has(description)) continue;
    // Of no object: a whole map came in.
    if (description === RESTORED) return 'unknown';
    if (subjectType === null) continue;
    const [kind, connector] = [kindOf.get(subjectType), connectorOf.get(subjectType)];
    if (kind === undefined && connector === undefined) continue;
    // A word about the kind as a whole: whatever it was, it may be anything.
    if (subjectId === null) return 'unknown';
    if (kind !== undefined) note(nodes, kind, subjectId);
    else note(edges, connector!, subjectId);
  }
  return nodes.size || edges.size ? { nodes, connectors: edges } : 'same';
}
