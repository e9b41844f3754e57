/** The map as plans are made for it, read from the database: a statement for each type and portion, never for each object. */
import type { Database, Param, Row, Scalar, Session } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { portions } from '../../core/portions.js';
import { fold } from '../../core/text/fold.js';
import { Turns } from '../../core/turns.js';
import {
  homeOf,
  mergedInto,
  idsIn,
  readSets,
  type Link,
  type LinkSet,
  type Plans,
  type ResourceModel,
  type Worded,
} from '../../engine/index.js';
import { EVIDENCE, evidenceColumns, evidenceOf, type Evidence, type EvidenceRule } from '../identity/evidence.js';
import { columnsOf, identifyingOf, keysOf, type RuleName } from '../identity/rules.js';
import type { Mark, Value } from '../merge/model.js';
import { entryOf, grouped, listOf, setOfKey } from '../plan/groups.js';
import type { Kinds } from '../plan/kinds.js';
import type {
  RecordSummary,
  FeedRecord,
  FieldMark,
  MapView,
  ClaimValue,
  Keyed,
  State,
  StoredObject,
  Wanted,
} from '../plan/map-view.js';
import { GUESS_LIKE, marksOf, RECORD_COLUMNS, recordOf } from './record-row.js';
import { EVERYTHING, type HomeScope } from './home-scope.js';

/** Ids or keys of one statement. */
const PORTION = 5000;
/** Rows that are looked at together, where all live ones of a type are. */
const SCANNED = 5000;

/** Bytes of long texts that are looked at together, unless a single object has more. */
const TOGETHER = 8 << 20;
/** Bytes of a text that is equal to another one but for case, accents and blanks, at most: a letter may have three marks. */
const asLongAs = (bytes: number): number => 1024 + 8 * bytes;

const ALL = { sql: 'true', params: [] };
/** What is out of use keeps its address in the map, and another machine has it by now. */
const IN_USE = { sql: '(t.`active` IS NULL OR t.`active` <> 0)', params: [] };

/** The sources, by name, with the ids of their rows. */
export type SourceIds = ReadonlyMap<string, number>;

export class SqlMap implements MapView {
  private readonly namesOfSources: ReadonlyMap<number, string>;
  /** Between two statements others have their turn. */
  private readonly turns = new Turns();
  private scopesRead: Promise<FullRuns> | undefined;
  private markedRead: Promise<ReadonlySet<unknown>> | undefined;

  /**
   * @param session where is read: the database, or the transaction that applies a plan
   * @param source the name of the source whose document is planned
   * @param since objects are sought among those that were changed since then, as stored; among all without it
   * @param homes what of the map there is for whoever feeds
   */
  constructor(
    private readonly session: Pick<Session, 'all'>,
    private readonly plans: Plans,
    private readonly kinds: Kinds,
    private readonly source: string,
    private readonly sources: SourceIds,
    private readonly since?: string,
    private readonly homes: HomeScope = EVERYTHING,
  ) {
    this.namesOfSources = new Map([...sources].map(([name, id]) => [id, name]));
  }

  async *briefsInScope(scope: string): AsyncIterable<readonly RecordSummary[]> {
    const text = JSON.stringify([scope]);
    // Records of one scope alone are found by the text; of several it is looked into.
    const inScope = '(r.`scopes` = ? OR r.`scopes` LIKE \'%","%\')';
    const types = await this.session.all('SELECT DISTINCT `type` FROM `own_feed_records` WHERE `source_id` = ?', [
      this.ownId,
    ]);
    const fullRuns = await this.fullRuns();
    for (const { type } of types) {
      const resource = this.kinds.resourceOf(type as string);
      if (!resource) continue;
      // A natural ref begins with a control character, which some collations have before the empty text.
      const sql = (from: string): string =>
        `${this.briefSql(resource, inScope)}${from} ORDER BY r.\`ref\` LIMIT ${PORTION}`;
      for (let after: string[] = [], more = true; more;) {
        const from = after.length ? ' AND r.`ref` > ?' : '';
        const rows = await this.session.all(sql(from), [this.ownId, resource.table, text, ...after]);
        const briefs: RecordSummary[] = [];
        for (const row of rows) {
          const scopes = row['scopes'] as string;
          if (Number(row['elsewhere'])) continue;
          if (scopes === text || (JSON.parse(scopes) as string[]).includes(scope))
            briefs.push(briefOf(row, resource.path, fullRuns));
        }
        yield briefs;
        await this.turns.rest();
        more = rows.length === PORTION;
        after = rows.slice(-1).map((row) => row['ref'] as string);
      }
    }
  }

  async isWhole(scope: string): Promise<boolean> {
    return (await this.fullRuns()).has(scope);
  }

  async briefs(type: string, refs: readonly string[]): Promise<readonly RecordSummary[]> {
    const resource = this.resource(type);
    const sql = this.briefSql(resource, this.database.dialect.isIn('r.`ref`'));
    const fullRuns = await this.fullRuns();
    return this.inPortions(
      refs,
      (some) => [sql, [this.ownId, resource.table, some]],
      (row) => briefOf(row, type, fullRuns),
    );
  }

  async typesOf(refs: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const types = await this.session.all('SELECT DISTINCT `type` FROM `own_feed_records` WHERE `source_id` = ?', [
      this.ownId,
    ]);
    const found = new Map<string, string[]>();
    if (!types.length) return found;
    const { dialect } = this.database;
    const is = `\`source_id\` = ? AND ${dialect.isIn('`type`')} AND ${dialect.isIn('`ref`')}`;
    const sql = `SELECT \`type\`, \`ref\` FROM \`own_feed_records\` WHERE ${is} UNION SELECT \`type\`, \`ref\` FROM \`own_feed_refs\` WHERE ${is}`;
    const tables = types.map(({ type }) => type as string);
    await this.inPortions(
      refs,
      (some) => [sql, [this.ownId, tables, some, this.ownId, tables, some]],
      ({ type, ref }) => {
        const path = this.kinds.resourceOf(type as string)?.path;
        if (path !== undefined) listOf(found, ref as string).push(path);
      },
    );
    return found;
  }

  async keyed(rule: EvidenceRule, keys: readonly string[]): Promise<ReadonlyMap<string, readonly Keyed[]>> {
    const sql =
      'SELECT k.`value` AS found, r.`type`, r.`object_id`, r.`marked` FROM `own_feed_keys` k ' +
      `JOIN \`own_feed_records\` r ON r.\`id\` = k.\`record_id\` WHERE k.\`rule\` = ? AND ${this.database.dialect.isIn('k.`value`')}`;
    return this.liveOf(
      await this.inPortions(
        keys,
        (some) => [sql, [rule, some]],
        (row) => row,
      ),
    );
  }

  async guessedAt(addresses: readonly string[]): Promise<ReadonlyMap<string, readonly Keyed[]>> {
    const { dialect } = this.database;
    const tables = this.kinds
      .all()
      .flatMap(({ columns, resource }) => (columns.addresses.length ? resource.table : []));
    const sql =
      'SELECT r.`ref` AS found, r.`type`, r.`object_id`, r.`marked` FROM `own_feed_records` r WHERE ' +
      `${dialect.isIn('r.`source_id`')} AND ${dialect.isIn('r.`type`')} AND ${dialect.isIn('r.`ref`')} AND r.\`marked\` LIKE ?`;
    const sources = [...this.sources.values()];
    const rows = await this.inPortions(
      addresses,
      (some) => [sql, [sources, tables, some, GUESS_LIKE]],
      (row) => row,
    );
    return this.liveOf(rows);
  }

  /** The objects of rows of records, by what they were found by: live ones, each once. */
  private async liveOf(rows: readonly Row[]): Promise<ReadonlyMap<string, readonly Keyed[]>> {
    const found = new Map<string, Map<string, Keyed>>();
    for (const [table, some] of grouped(rows, ({ type }) => type as string)) {
      const type = this.kinds.resourceOf(table)?.path;
      if (type === undefined) continue;
      const ids = [...new Set(some.map((row) => Number(row['object_id'])))];
      const states = await this.states(type, ids, 'sought');
      for (const row of some) {
        const id = Number(row['object_id']);
        if (states.get(id) !== 'live') continue;
        const all = entryOf(found, String(row['found']));
        const isGuess = marksOf(row).guess === true && (all.get(`${type} ${id}`)?.isGuess ?? true);
        all.set(`${type} ${id}`, { type, id, isGuess });
      }
      await this.turns.rest();
    }
    return new Map([...found].map(([key, all]) => [key, [...all.values()]]));
  }

  async otherRefs(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const sql =
      'SELECT f.`type`, f.`ref`, r.`ref` AS main FROM `own_feed_refs` f JOIN `own_feed_records` r ON r.`id` = f.`record_id` ' +
      'WHERE f.`source_id` = ?';
    const found = new Map<string, Map<string, string>>();
    for (const { type, ref, main } of await this.session.all(sql, [this.ownId])) {
      const path = this.kinds.resourceOf(type as string)?.path;
      if (path !== undefined) entryOf(found, path).set(ref as string, main as string);
    }
    return found;
  }

  async records(type: string, ids: readonly number[]): Promise<readonly FeedRecord[]> {
    const { table, softDelete } = this.resource(type);
    // A feed notes the time that its deletion gives the object: another one is of who brought it back and deleted it again.
    const isByHand = softDelete
      ? `r.\`marked\` IS NOT NULL AND EXISTS (SELECT 1 FROM ${quote(table)} o WHERE o.\`id\` = r.\`object_id\` ` +
        'AND o.`deleted_at` IS NOT NULL AND o.`updated_at` <> r.`object_stamp`)'
      : '0';
    const sql =
      `SELECT ${RECORD_COLUMNS}, ${isByHand} AS deleted_by_hand FROM \`own_feed_records\` r ` +
      `WHERE \`type\` = ? AND ${this.database.dialect.isIn('`object_id`')} ORDER BY \`id\``;
    return this.inPortions(
      ids,
      (some) => [sql, [table, some]],
      (row) => recordOf(row, this.namesOfSources.get(Number(row['source_id'])) ?? '', type, this.source),
    );
  }

  async byRef(source: string, type: string, refs: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const id = this.sources.get(source);
    if (id === undefined) return new Map();
    const resource = this.resource(type);
    const isThere = live(resource, 'o') + this.homes.seen(resource, 'o');
    const object = `JOIN ${quote(resource.table)} o ON o.\`id\` = r.\`object_id\`${isThere}`;
    const which = (of: string): string =>
      `WHERE ${of}.\`source_id\` = ? AND ${of}.\`type\` = ? AND ${this.database.dialect.isIn(`${of}.\`ref\``)}`;
    const sql =
      `SELECT r.\`ref\`, r.\`object_id\` FROM \`own_feed_records\` r ${object} ${which('r')} UNION ALL ` +
      `SELECT f.\`ref\`, r.\`object_id\` FROM \`own_feed_refs\` f JOIN \`own_feed_records\` r ON r.\`id\` = f.\`record_id\` ${object} ${which('f')}`;
    const pairs = await this.inPortions(
      refs,
      (some) => [sql, [id, resource.table, some, id, resource.table, some]],
      (row) => [row['ref'] as string, Number(row['object_id'])] as const,
    );
    return new Map(pairs);
  }

  async byExtRef(source: string, type: string, wanted: Wanted): Promise<ReadonlyMap<string, readonly number[]>> {
    const found = new Map<string, number[]>();
    // Marks of other sources stay in the database; what `_` of a name finds besides is not wanted.
    const condition = { sql: 't.`ext_refs` LIKE ?', params: [`%{${source}}%`] };
    const own = (resource: ResourceModel): string => this.homes.own(resource, 't');
    const take = (row: Row): void => {
      for (const part of String(row['ext_refs']).split('|')) {
        const mark = part.trim();
        if (wanted.has(mark)) listOf(found, mark).push(Number(row['id']));
      }
    };
    await this.scan(type, ['ext_refs'], condition, take, undefined, own);
    return found;
  }

  async byKeys(type: string, rule: RuleName, keys: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    if (!keys.length) return new Map();
    const resource = this.resource(type);
    if (rule === 'name') return this.byNames(resource, keys, true);
    if (!isEvidence(rule)) return this.byColumns(resource, rule, keys);
    const named = rule === 'fqdn' && resource.label !== null;
    const found = named ? await this.byNames(resource, keys, true) : await this.byColumns(resource, rule, keys);
    await this.byStoredKeys(resource, rule, keys, found);
    return found;
  }

  /** Adds the live objects of which any source said that they have the keys. */
  private async byStoredKeys(
    resource: ResourceModel,
    rule: EvidenceRule,
    keys: readonly string[],
    found: Map<string, number[]>,
  ): Promise<void> {
    const sql =
      'SELECT k.`value`, r.`object_id` FROM `own_feed_keys` k JOIN `own_feed_records` r ON r.`id` = k.`record_id` ' +
      `JOIN ${quote(resource.table)} t ON t.\`id\` = r.\`object_id\`${this.sought(resource)} ` +
      `WHERE ${this.changed}k.\`rule\` = ? AND ${this.database.dialect.isIn('k.`value`')} AND r.\`type\` = ?`;
    const take = (row: Row): void => void listOf(found, String(row['value'])).push(Number(row['object_id']));
    await this.inPortions(keys, (some) => [sql, [...this.sinceThen, rule, some, resource.table]], take);
    for (const [key, ids] of found) {
      if (ids.length > 1)
        found.set(
          key,
          [...new Set(ids)].sort((a, b) => a - b),
        );
      await this.turns.rest();
    }
  }

  async evidence(type: string, ids: readonly number[]): Promise<ReadonlyMap<number, Evidence>> {
    const resource = this.resource(type);
    const columns = identifyingOf(resource);
    const names = evidenceColumns(columns, (name) => resource.fields.some((field) => field.name === name));
    const stored =
      'SELECT r.`object_id`, k.`rule`, k.`value` FROM `own_feed_keys` k JOIN `own_feed_records` r ON r.`id` = k.`record_id` ' +
      `WHERE r.\`type\` = ? AND ${this.database.dialect.isIn('r.`object_id`')}`;
    const keys = new Map<number, Partial<Record<EvidenceRule, string[]>>>();
    await this.inPortions(
      ids,
      (some) => [stored, [resource.table, some]],
      (row) => {
        const id = Number(row['object_id']);
        let byRule = keys.get(id);
        if (!byRule) keys.set(id, (byRule = {}));
        (byRule[row['rule'] as EvidenceRule] ??= []).push(String(row['value']));
      },
    );
    const sql = `SELECT ${['id', ...names].map(quote).join(', ')} FROM ${quote(resource.table)} WHERE ${this.isIn}`;
    const pairs = await this.inPortions(
      ids,
      (some) => [sql, [some]],
      (row) => [Number(row['id']), evidenceOf(columns, (name) => row[name], keys.get(Number(row['id'])))] as const,
    );
    return new Map(pairs);
  }

  /** By columns of the type: all of its live objects are looked at. */
  private async byColumns(
    resource: ResourceModel,
    rule: RuleName,
    keys: readonly string[],
  ): Promise<Map<string, number[]>> {
    const columns = identifyingOf(resource);
    const compared = columnsOf(rule, columns);
    if (!compared.length) return new Map();
    const wanted = new Set(keys);
    const found = new Map<string, number[]>();
    const condition = rule === 'ip' && resource.fields.some(({ name }) => name === 'active') ? IN_USE : ALL;
    await this.scan(resource.path, compared, condition, (row) => {
      for (const key of keysOf(rule, columns, (name) => row[name])) {
        if (wanted.has(key)) listOf(found, key).push(Number(row['id']));
      }
    });
    return found;
  }

  async byMatch(
    type: string,
    matches: ReadonlyArray<Readonly<Record<string, Scalar>>>,
  ): Promise<ReadonlyArray<readonly number[]>> {
    /** With the bytes of the longest text that may be equal to one of those that are sought. */
    const columns = new Map<string, number>();
    const keyOf = (names: readonly string[], row: Readonly<Record<string, Scalar>>): string =>
      JSON.stringify(names.map((name) => comparable(row[name] ?? null)));
    /** The ids that are found, by the columns that matches name and their values: matches that are equal share a list. */
    const shapes = new Map<string, { names: readonly string[]; byKey: Map<string, number[]> }>();
    const found: number[][] = [];
    await this.turns.each(matches, (match) => {
      const names = Object.keys(match).sort();
      for (const name of names) {
        const bytes = asLongAs(Buffer.byteLength(String(match[name])));
        columns.set(name, Math.max(columns.get(name) ?? 0, bytes));
      }
      const shape = names.join();
      let known = shapes.get(shape);
      if (!known) shapes.set(shape, (known = { names, byKey: new Map() }));
      found.push(listOf(known.byKey, keyOf(names, match)));
    });
    const take = (row: Row): void => {
      for (const { names, byKey } of shapes.values()) byKey.get(keyOf(names, row))?.push(Number(row['id']));
    };
    await this.scan(type, [...columns.keys()], ALL, take, columns);
    return found;
  }

  async states(
    type: string,
    ids: readonly number[],
    which: 'seen' | 'own' | 'sought' = 'seen',
  ): Promise<ReadonlyMap<number, State>> {
    const resource = this.resource(type);
    const deleted = resource.softDelete ? 't.`deleted_at` IS NOT NULL' : '0';
    const sql =
      `SELECT t.\`id\`, ${deleted} AS deleted FROM ${quote(resource.table)} t ` +
      `WHERE ${this.database.dialect.isIn('t.`id`')}${this.homes[which](resource, 't')}`;
    const pairs = await this.inPortions(
      ids,
      (some) => [sql, [some]],
      (row) => [Number(row['id']), Number(row['deleted']) ? 'deleted' : 'live'] as const,
    );
    return new Map(pairs);
  }

  async sizes(
    type: string,
    ids: readonly number[],
    columns?: ReadonlySet<string>,
  ): Promise<ReadonlyMap<number, number>> {
    const { long, resource } = this.plans.of(type);
    const texts = long.filter(({ name }) => !columns || columns.has(name));
    if (!texts.length) return new Map();
    // Unlike LENGTH it is known to SQLite without reading the text.
    const size = texts.map(({ name }) => `COALESCE(OCTET_LENGTH(${quote(name)}), 0)`).join(' + ');
    const sql = `SELECT \`id\`, ${size} AS size FROM ${quote(resource.table)} WHERE ${this.isIn}`;
    const pairs = await this.inPortions(
      ids,
      (some) => [sql, [some]],
      (row) => [Number(row['id']), Number(row['size'])] as const,
    );
    return new Map(pairs);
  }

  async objects(
    type: string,
    ids: readonly number[],
    links: readonly string[],
    columns?: ReadonlySet<string>,
  ): Promise<readonly StoredObject[]> {
    const plan = this.plans.of(type);
    const { table, softDelete } = plan.resource;
    const names = columns && new Set(['id', ...(softDelete ? ['deleted_at'] : []), ...columns]);
    const sql = names && `SELECT ${[...names].map(quote).join(', ')} FROM ${quote(table)} WHERE ${this.isIn}`;
    const named = links.map((name) => plan.resource.links.find((link) => link.name === name)!);
    const objects: StoredObject[] = [];
    for (const some of portions(ids, PORTION)) {
      const rows = await this.session.all(...(sql === undefined ? plan.read.rows(some) : ([sql, [some]] as const)));
      const sets = await readSets(plan, this.session, named, some);
      for (const row of rows) {
        const id = row['id'] as number;
        objects.push({ id, deleted: (row['deleted_at'] ?? null) !== null, row, ...plainSets(sets.get(id)!) });
      }
    }
    return this.homes.isLimited ? this.withoutHidden(plan.resource, objects) : objects;
  }

  /** Objects without what they point to and whoever feeds does not see: a statement for each type that is pointed to. */
  private async withoutHidden({ fields }: ResourceModel, objects: readonly StoredObject[]): Promise<StoredObject[]> {
    const pointed = new Map<string, Set<number>>();
    const references = fields.filter(({ ref }) => ref && homeOf(this.resource(ref.target)));
    const isSeen = async (): Promise<(type: string, id: number) => boolean> => {
      const seen = new Map<string, ReadonlyMap<number, State>>();
      for (const [type, ids] of pointed) seen.set(type, await this.states(type, [...ids]));
      return (type, id) => !seen.has(type) || seen.get(type)!.has(id);
    };
    const linked = ({ sets }: StoredObject): Array<readonly [Link, readonly number[]]> =>
      [...sets].flatMap(([link, set]) =>
        link.items || !homeOf(this.resource(link.target)) ? [] : [[link, set as readonly number[]] as const],
      );
    for (const object of objects) {
      for (const { name, ref } of references)
        if (typeof object.row[name] === 'number') setOfKey(pointed, ref!.target).add(object.row[name]);
      for (const [link, ids] of linked(object)) for (const id of ids) setOfKey(pointed, link.target).add(id);
    }
    const sees = await isSeen();
    return objects.map((object) => {
      const hidden = references
        .filter(({ name, ref }) => typeof object.row[name] === 'number' && !sees(ref!.target, object.row[name]))
        .map(({ name }) => name);
      const sets = new Map(object.sets);
      for (const [link, ids] of linked(object)) {
        const left = ids.filter((id) => sees(link.target, id));
        if (left.length === ids.length) continue;
        sets.set(link, left);
        hidden.push(link.name);
      }
      if (!hidden.length) return object;
      const row = { ...object.row };
      for (const name of hidden) if (name in row) row[name] = null;
      return { ...object, row, sets, hidden };
    });
  }

  /** Of deleted objects too, which a plan may bring back. */
  async labels(type: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const resource = this.resource(type);
    const sql =
      `SELECT t.\`id\`, t.${quote(resource.label ?? 'id')} AS label FROM ${quote(resource.table)} t ` +
      `WHERE ${this.database.dialect.isIn('t.`id`')}${this.homes.seen(resource, 't')}`;
    const pairs = await this.inPortions(
      ids,
      (some) => [sql, [some]],
      (row) => [Number(row['id']), String(row['label'] ?? '')] as const,
    );
    return new Map(pairs);
  }

  async mergedInto(type: string, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const found = new Map<number, number>();
    for (const some of portions(ids, PORTION))
      for (const pair of await mergedInto(this.session, this.plans.of(type), some)) found.set(...pair);
    if (!this.homes.isLimited || !found.size) return found;
    const states = await this.states(type, [...new Set(found.values())]);
    return new Map([...found].filter(([, into]) => states.has(into)));
  }

  async marks(type: string, ids: readonly number[]): Promise<readonly FieldMark[]> {
    const { table } = this.resource(type);
    if (!(await this.marked()).has(table)) return [];
    const sql =
      'SELECT `object_id`, `field`, `kind`, `value` FROM `own_feed_marks` ' +
      `WHERE \`type\` = ? AND ${this.database.dialect.isIn('`object_id`')}`;
    return this.inPortions(
      ids,
      (some) => [sql, [table, some]],
      (row) => ({
        id: Number(row['object_id']),
        field: row['field'] as string,
        kind: row['kind'] as Mark,
        value: row['value'] === null ? null : (JSON.parse(String(row['value'])) as ClaimValue | Value),
      }),
    );
  }

  async above(
    type: string,
    name: string,
    ids: readonly number[],
  ): Promise<ReadonlyArray<readonly [id: number, above: number]>> {
    const { table, fields, links } = this.resource(type);
    const pivot = links.find((link) => link.name === name)?.pivot;
    const isField = fields.some((field) => field.name === name);
    const [source, from, to] = isField
      ? [quote(table), '`id`', quote(name)]
      : [quote(pivot!.table), quote(pivot!.ownColumn), quote(pivot!.otherColumn)];
    const lines: Array<[number, number]> = [];
    const seen = new Set<number>();
    let open = [...ids];
    // A level at a time: a circle that is there already ends where it meets itself.
    while (open.length) {
      for (const id of open) seen.add(id);
      const sql = `SELECT ${from} AS id, ${to} AS above FROM ${source} WHERE ${this.database.dialect.isIn(from)} AND ${to} IS NOT NULL`;
      const next = new Set<number>();
      const take = (row: Row): void => {
        const [id, above] = [Number(row['id']), Number(row['above'])];
        lines.push([id, above]);
        if (!seen.has(above)) next.add(above);
      };
      await this.inPortions(open, (some) => [sql, [some]], take);
      open = [...next];
    }
    return lines;
  }

  /** The tables of types of which anything is marked: mostly none. Read once, as scopes are. */
  private marked(): Promise<ReadonlySet<unknown>> {
    return (this.markedRead ??= this.session
      .all('SELECT DISTINCT `type` FROM `own_feed_marks`', [])
      .then((rows) => new Set(rows.map((row) => row['type']))));
  }

  /** When scopes of this source were so, as their newest full runs say. Read once: a plan is of one moment. */
  private fullRuns(): Promise<FullRuns> {
    const sql =
      'SELECT `scope`, `observed_at` FROM `own_feed_scopes` WHERE `source_id` = ? AND `observed_at` IS NOT NULL';
    return (this.scopesRead ??= this.session.all(sql, [this.ownId]).then((rows) => new FullRuns(rows)));
  }

  private get database(): Database {
    return this.plans.database;
  }

  private get ownId(): number {
    // A source that is yet to be made has no records.
    return this.sources.get(this.source) ?? 0;
  }

  private get isIn(): string {
    return this.database.dialect.isIn('`id`');
  }

  /** Keeps what is sought to objects that were changed since. */
  private get changed(): string {
    return this.since === undefined ? '' : 't.`updated_at` >= ? AND ';
  }

  private get sinceThen(): string[] {
    return this.since === undefined ? [] : [this.since];
  }

  /** What is live, and sought where the source feeds. */
  private sought(resource: ResourceModel): string {
    return live(resource, 't') + this.homes.sought(resource, 't');
  }

  private resource(path: string): ResourceModel {
    return this.kinds.resourceAt(path);
  }

  /** As much of records as tells whether their items are as last time. */
  private briefSql(resource: ResourceModel, which: string): string {
    const { table, softDelete } = resource;
    const isLive = softDelete ? ' AND o.`deleted_at` IS NULL' : '';
    const own = this.homes.own(resource, 'e');
    const isElsewhere = own
      ? `EXISTS (SELECT 1 FROM ${quote(table)} e WHERE e.\`id\` = r.\`object_id\`) AND NOT EXISTS ` +
        `(SELECT 1 FROM ${quote(table)} e WHERE e.\`id\` = r.\`object_id\`${own})`
      : '0';
    return (
      `SELECT r.\`ref\`, r.\`object_id\`, r.\`digest\`, r.\`scopes\`, r.\`observed_at\`, ${isElsewhere} AS elsewhere, ` +
      'r.`missing_since` IS NOT NULL AS missing, ' +
      'r.`noted_at` IS NOT NULL AND r.`kept` IS NULL AND o.`updated_at` = r.`object_stamp` AS fresh ' +
      `FROM \`own_feed_records\` r LEFT JOIN ${quote(table)} o ON o.\`id\` = r.\`object_id\`${isLive} ` +
      `WHERE r.\`source_id\` = ? AND r.\`type\` = ? AND ${which}`
    );
  }

  async keptNames(type: string, keys: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    return this.byNames(this.resource(type), keys, false);
  }

  /** Names are found by what the database itself compares, and taken where the folded forms are equal. */
  private async byNames(
    resource: ResourceModel,
    keys: readonly string[],
    areLive: boolean,
  ): Promise<Map<string, number[]>> {
    const { dialect } = this.database;
    const label = resource.label!;
    const over = areLive ? (dialect.overLive(resource.table, [label]) ?? '') : '';
    // The one index of such names knows no homes.
    const isSought = `(true${this.homes.sought(resource, 't')})`;
    const which = areLive ? this.sought(resource) : ` AND (t.\`deleted_at\` IS NOT NULL OR NOT ${isSought})`;
    const id = areLive ? 't.`id`' : `CASE WHEN ${isSought} THEN t.\`id\` ELSE 0 END`;
    const sql =
      `SELECT ${id} AS id, t.${quote(label)} AS name FROM ${quote(resource.table)} t ${over} ` +
      `WHERE ${this.changed}${dialect.textIsIn(`t.${quote(label)}`)}${which}`;
    const wanted = new Set(keys);
    const found = new Map<string, number[]>();
    const take = (row: Row): void => {
      const key = fold(String(row['name']));
      if (wanted.has(key)) listOf(found, key).push(Number(row['id']));
    };
    await this.inPortions(keys, (some) => [sql, [...this.sinceThen, some]], take);
    await this.turns.each(found.values(), (ids) => ids.sort((a, b) => a - b));
    return found;
  }

  /**
   * Shows some columns of all live objects of a type, in portions; long texts some megabytes at a time.
   * @param most bytes of a long text in a column, which is shown as empty beyond them
   */
  private async scan(
    type: string,
    columns: readonly string[],
    condition: { readonly sql: string; readonly params: readonly Param[] },
    take: (row: Row) => void,
    most: ReadonlyMap<string, number> = new Map(),
    among = (resource: ResourceModel): string => this.homes.sought(resource, 't'),
  ): Promise<void> {
    const resource = this.resource(type);
    const table = `FROM ${quote(resource.table)} t WHERE`;
    const rest = `${this.changed}${condition.sql}${live(resource, 't')}${among(resource)} ORDER BY t.\`id\` LIMIT ${SCANNED}`;
    const long = this.plans.of(type).long.filter(({ name }) => columns.includes(name));
    const limits = long.map(({ name }) => most.get(name) ?? Number.MAX_SAFE_INTEGER);
    // Which objects there are, and how much of them is to be read.
    const sizes = long.map(({ name }) => {
      const bytes = `COALESCE(OCTET_LENGTH(t.${quote(name)}), 0)`;
      return { bytes, fits: `${bytes} <= ?` };
    });
    const names = ['id', ...columns].map((name) => {
      const at = long.findIndex((field) => field.name === name);
      const column = `t.${quote(name)}`;
      return at < 0 ? column : `CASE WHEN ${sizes[at]!.fits} THEN ${column} ELSE '' END AS ${quote(name)}`;
    });
    // In the order of the columns, as they stand in the statement.
    const ordered = columns.flatMap((name) => limits[long.findIndex((field) => field.name === name)] ?? []);
    const all = `SELECT ${names.join(', ')} ${table}`;
    const size = sizes.map(({ bytes, fits }) => `CASE WHEN ${fits} THEN ${bytes} ELSE 0 END`).join(' + ');
    const first = size ? `SELECT t.\`id\`, ${size} AS size ${table}` : all;
    for (let after = 0, more = true; more;) {
      const params = [...limits, after, ...this.sinceThen, ...condition.params];
      const rows = await this.session.all(`${first} t.\`id\` > ? AND ${rest}`, params);
      if (!size) await this.turns.each(rows, take);
      for (const ids of size ? bySize(rows) : []) {
        const sql = `${all} ${this.database.dialect.isIn('t.`id`')} ORDER BY t.\`id\``;
        await this.turns.each(await this.session.all(sql, [...ordered, ids]), take);
      }
      more = rows.length === SCANNED;
      after = Number(rows.at(-1)?.['id'] ?? 0);
    }
  }

  /** What is read of each row of a statement that is asked for each portion. */
  private async inPortions<T extends string | number, R>(
    all: readonly T[],
    statement: (some: T[]) => [sql: string, params: Param[]],
    read: (row: Row) => R,
  ): Promise<R[]> {
    const found: R[] = [];
    for (const some of portions(all, PORTION)) {
      await this.turns.each(await this.session.all(...statement(some)), (row) => found.push(read(row)));
    }
    return found;
  }
}

const isEvidence = (rule: RuleName): rule is EvidenceRule => (EVIDENCE as readonly string[]).includes(rule);

/** The ids of rows with their sizes, some megabytes together. */
function bySize(rows: readonly Row[]): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = Number(row['size']);
    if (!parts.length || size > room) {
      parts.push([]);
      room = TOGETHER;
    }
    parts.at(-1)!.push(Number(row['id']));
    room -= size;
  }
  return parts;
}

const live = ({ softDelete }: ResourceModel, alias: string): string =>
  softDelete ? ` AND ${alias}.\`deleted_at\` IS NULL` : '';

/** When scopes were so, for records of which nothing is said by themselves. */
class FullRuns {
  private readonly byScope: ReadonlyMap<string, string>;
  private readonly byScopes = new Map<string, string | null>();

  constructor(rows: readonly Row[]) {
    this.byScope = new Map(rows.map((row) => [row['scope'] as string, row['observed_at'] as string]));
  }

  has(scope: string): boolean {
    return this.byScope.has(scope);
  }

  /** The newest of the scopes of a record, as they are stored. */
  newestOf(scopes: string): string | null {
    let newest = this.byScopes.get(scopes);
    if (newest === undefined) {
      const times = (JSON.parse(scopes) as string[]).flatMap((scope) => this.byScope.get(scope) ?? []);
      newest = times.sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
      this.byScopes.set(scopes, newest);
    }
    return newest;
  }
}

function briefOf(row: Row, type: string, fullRuns: FullRuns): RecordSummary {
  const own = row['observed_at'] as string | null;
  return {
    type,
    ref: row['ref'] as string,
    id: Number(row['object_id']),
    digest: row['digest'] as string,
    fresh: Number(row['fresh']) === 1,
    missing: Number(row['missing']) === 1,
    isElsewhere: Number(row['elsewhere']) === 1,
    observedAt: own ?? fullRuns.newestOf(row['scopes'] as string),
    isTimed: own !== null,
  };
}

/** Sets of ids and of small rows, and the words that pairs carry beside. */
function plainSets(sets: ReadonlyMap<Link, LinkSet>): Pick<StoredObject, 'sets' | 'words'> {
  const words = new Map<Link, ReadonlyMap<number, string>>();
  for (const [link, set] of sets) {
    const value = link.pivot?.value;
    if (value) words.set(link, new Map((set as Worded[]).map((one) => [one.id, one[value.name] as string])));
  }
  const plain = new Map([...sets].map(([link, set]) => [link, plainSet(link, set)] as const));
  return { sets: plain, ...(words.size && { words }) };
}

function plainSet(link: Link, set: LinkSet): number[] | Scalar[][] {
  if (link.pivot) return idsIn(set);
  // One of the drivers gives the numbers of a union as text.
  if (link.numbers) return (set as Scalar[][]).map(([name, number]) => [name!, Number(number)]);
  return set as number[] | Scalar[][];
}

/** Texts compare without case and accents, as everywhere (contract 4). */
const comparable = (value: Scalar): Scalar => (typeof value === 'string' ? fold(value) : value);
