/** Runs checks in the background: each night, after changes, and when somebody asks; one run at a time over all replicas (checks 4). */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { ApiError, fieldError, notFound } from '../../core/http/errors.js';
import { WallClock } from '../../core/text/dates.js';
import { Calendar } from '../../core/text/moments.js';
import { Database, type Scalar } from '../../database/database.js';
import { TimeLimitError } from '../../database/long-read.js';
import { Journal } from '../../engine/index.js';
import { Lease } from '../../operations/maintenance/lease.js';
import { checkOf, mapKinds, SELECT_CHECK, type Check } from '../check.js';
import { FindingEvents } from '../findings/finding-events.js';
import { SEVERITIES } from '../severity.js';
import { ShippedChecks } from '../shipped/shipped-checks.js';
import { Evaluation, MAX_FINDINGS } from './evaluate.js';
import { runOf, SELECT_RUN, setRun, type Reason, type Run } from './runs.js';
import { storeFound, type Follow } from './store.js';

const SECOND = 1000;
/** Milliseconds between two looks at what is due, and at runs that another replica was asked for. */
const [LOOK, SELDOM] = [15 * SECOND, 60 * SECOND];
/** Milliseconds after which a run of a replica that is gone is given up, and in which it says that it goes on. */
const [LEASE, RENEW] = [60 * SECOND, 15 * SECOND];
/** A burst that does not end is looked at after so many times the pause that ends one. */
const MAX_PAUSES = 4;
/** Runs that may wait. */
const MAX_WAITING = 20;
/** Runs that are kept. */
const MAX_KEPT = 500;
const PROGRESS = 2 * SECOND;
const MAX_ERROR = 2000;

/** What became of a check in a run. */
interface Looked {
  check: Check;
  ms: number;
  error: string | null;
}

@Injectable()
export class CheckRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Checks');
  private readonly lease: Lease;
  private readonly wall: WallClock;
  private readonly calendar: Calendar;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private poked = false;
  private ending = false;
  /** Milliseconds since 1970: the first and the last change that no run has looked at. */
  private changes: { first: number; last: number } | undefined;
  private lookedAt = 0;
  private readonly startedAt = Date.now();
  /** The night that was asked for last, as the moment at which it was due. */
  private night = 0;
  private readonly kinds = new Set(mapKinds().map(({ path }) => path));

  constructor(
    private readonly database: Database,
    private readonly evaluation: Evaluation,
    private readonly shipped: ShippedChecks,
    private readonly events: FindingEvents,
    journal: Journal,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lease = new Lease(database, 'checks', LEASE);
    this.wall = new WallClock(config.timeZone);
    this.calendar = new Calendar(config.timeZone);
    journal.follow(async (tx, entries) => {
      const changed = entries.filter(({ resource }) => this.kinds.has(resource.path));
      if (!changed.length) return;
      const now = Date.now();
      this.changes = { first: this.changes?.first ?? now, last: now };
      const gone = changed.filter(({ action }) => action === 'deleted' || action === 'merged');
      for (const path of new Set(gone.map(({ resource }) => resource.path))) {
        const ids = gone.filter((one) => one.resource.path === path && one.action === 'deleted').map(({ id }) => id);
        if (!ids.length) continue;
        await tx.defer(
          `UPDATE \`own_findings\` SET \`gone_at\` = ? WHERE \`type\` = ? AND ${database.dialect.isIn('`object_id`')} AND \`gone_at\` IS NULL`,
          [database.clock.toStored(now), path, ids],
        );
      }
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    // A map that can only be read is served all the same.
    await this.shipped.keep().catch((error: Error) => this.logger.warn(error.message));
    this.schedule();
  }

  /** Breaks off what is under way: the next run does it anew. */
  async onModuleDestroy(): Promise<void> {
    this.ending = true;
    clearTimeout(this.timer);
    this.aborting.abort();
    await this.working;
  }

  private readonly aborting = new AbortController();

  /**
   * Asks for a run; the same one where one that waits does it.
   * @param keys keeps to these checks, also where they are off
   * @throws 422 for a check that there is not, 409 where too many wait
   */
  async ask(reason: Reason, keys: readonly string[] | undefined, userId: number | null): Promise<number> {
    const { database } = this;
    if (keys) {
      const known = await database.all(`SELECT \`slug\` FROM \`own_checks\` WHERE ${database.dialect.isIn('`slug`')}`, [
        [...keys],
      ]);
      const slugs = new Set(known.map(({ slug }) => String(slug)));
      keys.forEach((key, i) => {
        if (!slugs.has(key)) throw fieldError(`checks.${i}`, 'checkUnknown', { key: key.slice(0, 100).toWellFormed() });
      });
    }
    const checks = keys ? JSON.stringify([...new Set(keys)].sort()) : null;
    const id = await database.transaction(async (tx) => {
      const waiting = await tx.all(
        `${SELECT_RUN} WHERE r.\`state\` = 'waiting' ORDER BY r.\`id\`${database.dialect.forUpdate}`,
      );
      const same = waiting.find((row) => row['checks'] === null || row['checks'] === checks);
      if (same) return Number(same['id']);
      if (waiting.length >= MAX_WAITING) throw new ApiError(409, 'checkRuns');
      const columns = ['state', 'reason', 'checks', 'user_id', 'queued_at'];
      const [made] = await database.insert(tx, 'own_check_runs', columns, [
        ['waiting', reason, checks, userId, database.clock.toStored(Date.now())],
      ]);
      return made!;
    });
    this.poke();
    return id;
  }

  /** Throws 404. */
  async run(id: string): Promise<Run> {
    const isId = /^[1-9]\d{0,14}$/.test(id);
    const [row] = isId ? await this.database.all(`${SELECT_RUN} WHERE r.\`id\` = ?`, [Number(id)]) : [];
    if (!row)
      throw notFound({ path: 'checks/runs', titles: { en: ['Run', 'Runs'], fr: ['Exécution', 'Exécutions'] } }, id);
    return runOf(row);
  }

  /** Sees to runs that wait, at once. */
  poke(): void {
    if (this.ending) return;
    this.poked = true;
    this.working ??= this.work().finally(() => (this.working = undefined));
  }

  private async work(): Promise<void> {
    try {
      while (this.poked && !this.ending) {
        this.poked = false;
        await this.runWaiting();
      }
    } catch (error) {
      if (!this.ending) this.logger.error((error as Error).message);
    }
  }

  private schedule(): void {
    if (this.ending) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.schedule()), LOOK);
    this.timer.unref();
  }

  /** Asks for what is due. */
  private async look(): Promise<void> {
    try {
      const now = Date.now();
      const { after } = this.config.checks;
      const { changes } = this;
      const isQuiet = changes && now - changes.last >= after * SECOND;
      const isLong = changes && now - changes.first >= MAX_PAUSES * after * SECOND;
      if (after && (isQuiet || isLong)) {
        this.changes = undefined;
        if (!(await this.wasRunSince(changes.last))) await this.ask('changes', undefined, null);
      }
      const due = this.lastNight(now);
      if (due > this.night) {
        this.night = due;
        const isMissed = due >= this.startedAt || (await this.wasRunSince(0));
        if (isMissed && !(await this.wasRunSince(due))) await this.ask('night', undefined, null);
      }
      if (now - this.lookedAt >= SELDOM) {
        this.lookedAt = now;
        const [waiting] = await this.database.all(
          "SELECT 1 AS one FROM `own_check_runs` WHERE `state` = 'waiting' LIMIT 1",
        );
        if (waiting) this.poke();
      }
    } catch (error) {
      if (!this.ending) this.logger.error((error as Error).message);
    }
  }

  /** The last moment at which a nightly run was due; milliseconds since 1970. */
  private lastNight(now: number): number {
    const at = (day: string): number =>
      Date.parse(this.wall.toApi(`${day} ${this.config.checks.at}:00`)!.replace('.000000', ''));
    const today = at(this.calendar.day('today')!);
    return today <= now ? today : at(this.calendar.day('-1d')!);
  }

  /** A run over all checks began then or later, or waits to. */
  private async wasRunSince(time: number): Promise<boolean> {
    const rows = await this.database.all(
      "SELECT 1 AS one FROM `own_check_runs` WHERE `checks` IS NULL AND (`state` = 'waiting' OR `started_at` >= ?) LIMIT 1",
      [this.database.clock.toStored(Math.max(time, 0))],
    );
    return rows.length > 0;
  }

  /** Runs what waits, one after the other, unless another replica is at it. */
  private async runWaiting(): Promise<void> {
    if (!(await this.lease.take())) {
      // Whoever has it sees to it, or is gone, which the next look finds.
      return;
    }
    let isOurs = true;
    const renewing = setInterval(() => {
      this.lease.renew().then(
        (is) => (isOurs = isOurs && is),
        () => undefined,
      );
    }, RENEW);
    renewing.unref();
    try {
      // What is said to be under way was that of a replica that is gone.
      await this.database.run(
        "UPDATE `own_check_runs` SET `state` = 'failed', `finished_at` = ? WHERE `state` = 'running'",
        [this.now()],
      );
      for (;;) {
        const [row] = await this.database.all(`${SELECT_RUN} WHERE r.\`state\` = 'waiting' ORDER BY r.\`id\` LIMIT 1`);
        if (!row || !isOurs || this.ending) return;
        await this.carryOut(runOf(row), () => !isOurs || this.ending);
      }
    } finally {
      clearInterval(renewing);
      if (isOurs) await this.lease.release().catch(() => undefined);
    }
  }

  private async carryOut(run: Run, isEnding: () => boolean): Promise<void> {
    const { database } = this;
    const all = (await database.all(SELECT_CHECK)).map(checkOf);
    const checks = all.filter(({ slug, enabled }) => (run.checks ? run.checks.includes(slug) : enabled));
    await setRun(database, run.id, { state: 'running', started_at: this.now(), total: checks.length });
    const looked: Looked[] = [];
    const sums = { opened: 0, gone: 0 };
    let reported = Date.now();
    for (const check of checks) {
      if (isEnding()) return;
      const began = performance.now();
      const error = await this.lookBy(check, isEnding, sums);
      if (isEnding()) return;
      looked.push({ check, ms: Math.round(performance.now() - began), error });
      if (Date.now() - reported > PROGRESS) {
        reported = Date.now();
        await setRun(database, run.id, { done: looked.length, ...sums });
      }
    }
    if (!run.checks) await this.endOthers(all);
    await this.note(looked);
    await this.noteDay();
    const failed = looked.filter(({ error }) => error !== null).length;
    await setRun(database, run.id, { state: 'done', done: looked.length, ...sums, failed, finished_at: this.now() });
    await this.forgetOld(run.id);
  }

  /** One check; what keeps it from being looked at. */
  private async lookBy(
    check: Check,
    isEnding: () => boolean,
    sums: { opened: number; gone: number },
  ): Promise<string | null> {
    try {
      const { found, cut } = await this.evaluation.of(check, 0, this.aborting.signal);
      // One that was changed meanwhile has found something else, which others may see.
      if (await this.isChanged(check)) return null;
      const outcome = await storeFound(this.database, check.id, found, isEnding, this.follow(check));
      sums.opened += outcome.opened + outcome.reopened;
      sums.gone += outcome.gone;
      return cut ? new ApiError(422, 'checkCut', { max: MAX_FINDINGS }).message : null;
    } catch (error) {
      const text =
        error instanceof TimeLimitError
          ? new ApiError(422, 'checkTime', { seconds: error.seconds }).message
          : (error as Error).message;
      if (!isEnding()) this.logger.warn(`${check.slug}: ${text}`);
      return text.slice(0, MAX_ERROR);
    }
  }

  private async isChanged(check: Check): Promise<boolean> {
    const [row] = await this.database.all(`${SELECT_CHECK} WHERE k.\`id\` = ?`, [check.id]);
    const asked = ({ definition, exceptions }: Check): string => JSON.stringify([definition, exceptions]);
    return !row || asked(checkOf(row)) !== asked(check);
  }

  /** What checks that are off have found is told no more. */
  private async endOthers(all: readonly Check[]): Promise<void> {
    const off = all.filter(({ enabled }) => !enabled).map(({ id }) => id);
    if (!off.length) return;
    const { dialect } = this.database;
    const [open] = await this.database.all(
      `SELECT 1 AS one FROM \`own_findings\` WHERE ${dialect.isIn('`check_id`')} AND \`gone_at\` IS NULL LIMIT 1`,
      [off],
    );
    if (!open) return;
    for (const check of all.filter(({ enabled }) => !enabled))
      await storeFound(this.database, check.id, [], () => this.ending, this.follow(check));
  }

  private readonly follow =
    ({ slug, severity }: Check): Follow =>
    (tx, change, rows) =>
      this.events.publish(
        tx,
        change,
        rows.map((one) => ({ ...one, check: slug, severity })),
        null,
      );

  private async note(looked: readonly Looked[]): Promise<void> {
    if (!looked.length) return;
    const now = this.now();
    const columns = [
      { name: 'last_run_at', type: 'datetime' },
      { name: 'last_run_ms', type: 'int' },
      { name: 'last_error', type: 'text' },
    ] as const;
    const rows = looked.map(({ check, ms, error }): Scalar[] => [now, ms, error, check.id]);
    await this.database.transaction((tx) => this.database.writeUpdates(tx, 'own_checks', [...columns], rows));
  }

  /** How many findings are open today, by severity; written where that is not known yet. */
  private async noteDay(): Promise<void> {
    const { database } = this;
    const day = this.calendar.day('today')!;
    const counted = await database.all(
      'SELECT k.`severity` AS severity, COUNT(*) AS n FROM `own_findings` f JOIN `own_checks` k ON k.`id` = f.`check_id` ' +
        'WHERE f.`gone_at` IS NULL AND (f.`accepted_until` IS NULL OR f.`accepted_until` < ?) GROUP BY k.`severity`',
      [day],
    );
    const counts = new Map(counted.map(({ severity, n }) => [String(severity), Number(n)]));
    const stored = await database.all('SELECT `severity`, `open` FROM `own_finding_days` WHERE `day` = ?', [day]);
    const known = new Map(stored.map(({ severity, open }) => [String(severity), Number(open)]));
    if (SEVERITIES.every((severity) => known.get(severity) === (counts.get(severity) ?? 0))) return;
    await database.transaction(async (tx) => {
      await tx.defer('DELETE FROM `own_finding_days` WHERE `day` = ?', [day]);
      const rows = SEVERITIES.map((severity): Scalar[] => [day, severity, counts.get(severity) ?? 0]);
      await database.write(tx, database.dialect.insertMissing('own_finding_days', ['day', 'severity', 'open']), rows);
    });
  }

  private async forgetOld(id: number): Promise<void> {
    if (id % 50) return;
    await this.database.run('DELETE FROM `own_check_runs` WHERE `id` < ?', [id - MAX_KEPT]);
  }

  private now(): string {
    return this.database.clock.toStored(Date.now());
  }
}
