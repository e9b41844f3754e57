/** Looks at the map by one check, as nobody in particular: what is found is handed over, and nothing is stored. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Calendar } from '../../core/text/moments.js';
import { Database, type Snapshot } from '../../database/database.js';
import { Plans, type AccessScope } from '../../engine/index.js';
import { GraphService, type VisibleByKind } from '../../graph/index.js';
import { everyObject, preparedQuery } from '../../queries/run/every-object.js';
import type { Check } from '../check.js';
import { rowsOf, SYSTEM, readFilter } from '../definitions/filters.js';
import { MAX_EVIDENCE, storedOf, type Found } from '../findings/said.js';
import { RULES } from '../rules/index.js';
import { FoundVulnerabilities } from '../../vulnerabilities/found.js';
import { optionsOf, portions, type RuleReading } from '../rules/rule.js';

/** Most findings of one check. */
export const MAX_FINDINGS = 200_000;
/** Objects of which exceptions are asked at once. */
const AT_ONCE = 1000;

/** What was found of an object, as it is stored. */
export interface StoredFound {
  type: string;
  id: number;
  said: string;
  objects: string | null;
}

export interface Evaluated {
  found: StoredFound[];
  /** There were more than are kept. */
  cut: boolean;
}

@Injectable()
export class Evaluation {
  private readonly calendar: Calendar;

  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly graph: GraphService,
    private readonly vulnerabilities: FoundVulnerabilities,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.calendar = new Calendar(config.timeZone);
  }

  /**
   * What a check finds now.
   * @param userId for whom it is: those of one user take turns
   * @throws TimeLimitError where it takes too long; ApiError where its definition no longer holds
   */
  async of(check: Check, userId: number, signal?: AbortSignal): Promise<Evaluated> {
    const requester = { userId, ...(signal && { signal }) };
    const { definition } = check;
    if (definition.kind === 'rule' && RULES.get(definition.rule)?.looksUp) await this.vulnerabilities.refresh();
    const { timeLimit } = this.config.checks;
    return this.database.snapshot(
      (snapshot) => this.collect(check, snapshot, requester.signal),
      timeLimit,
      undefined,
      requester,
    );
  }

  private async collect(check: Check, snapshot: Snapshot, signal: AbortSignal | undefined): Promise<Evaluated> {
    const found: StoredFound[] = [];
    let waiting: Found[] = [];
    const take = async (): Promise<void> => {
      for (const one of await this.withoutExceptions(waiting, check, snapshot))
        found.push({ type: one.type, id: one.id, ...storedOf(one) });
      waiting = [];
    };
    for await (const one of this.found(check, snapshot, signal)) {
      waiting.push(one);
      if (waiting.length >= AT_ONCE) await take();
      if (found.length >= MAX_FINDINGS) break;
    }
    await take();
    return { found: found.slice(0, MAX_FINDINGS), cut: found.length >= MAX_FINDINGS };
  }

  private async *found(check: Check, snapshot: Snapshot, signal: AbortSignal | undefined): AsyncIterable<Found> {
    const { definition, type, exceptions } = check;
    const { database, plans } = this;
    if (definition.kind === 'filter') {
      const { sql, params } = rowsOf(plans, type!, definition.filter, exceptions[type!]);
      for await (const { id } of portions(snapshot, `SELECT t.\`id\` FROM ${sql}`, params))
        yield { type: type!, id: Number(id) };
      return;
    }
    if (definition.kind === 'query') {
      const query = preparedQuery(definition.query, plans);
      const bounds = { most: MAX_EVIDENCE, rows: this.config.queryMaxRows };
      for await (const { id, rows } of everyObject(query, this.system, snapshot, database, bounds))
        yield { type: type!, id, ...(rows?.rows.length && { rows }) };
      return;
    }
    const rule = RULES.get(definition.rule);
    if (!rule) throw new Error(`There is no rule ${definition.rule}.`);
    const reading: RuleReading = {
      ...{ database, calendar: this.calendar, kinds: type === null ? rule.kinds() : [type] },
      all: (sql, params) => snapshot.all(sql, params),
      graph: async (question) => {
        this.visible ??= await this.graph.visibleKinds(SYSTEM);
        const bytes = await this.graph.part(question, this.visible, 0, signal ?? new AbortController().signal);
        return JSON.parse(new TextDecoder().decode(bytes)) as never;
      },
    };
    yield* rule.find(reading, optionsOf(rule, definition.options));
  }

  private visible: VisibleByKind | undefined;

  private get system(): AccessScope {
    return this.plans.access.of(SYSTEM);
  }

  /** Those that no exception names. A statement for each kind that has some; filters have read them already. */
  private async withoutExceptions(
    found: Found[],
    { definition, exceptions }: Check,
    snapshot: Snapshot,
  ): Promise<Found[]> {
    if (definition.kind === 'filter' || !found.length) return found;
    const excepted = new Set<string>();
    for (const [path, filter] of Object.entries(exceptions)) {
      const ids = found.filter(({ type }) => type === path).map(({ id }) => id);
      if (!ids.length) continue;
      const { table } = this.plans.registry.get(path);
      const { sql, params } = readFilter(this.plans, path, filter).build('t');
      const isIn = this.database.dialect.isIn('t.`id`');
      const rows = await snapshot.all(`SELECT t.\`id\` FROM \`${table}\` t WHERE ${isIn} AND (${sql})`, [
        ids,
        ...params,
      ]);
      for (const { id } of rows) excepted.add(`${path} ${Number(id)}`);
    }
    return excepted.size ? found.filter(({ type, id }) => !excepted.has(`${type} ${id}`)) : found;
  }
}
