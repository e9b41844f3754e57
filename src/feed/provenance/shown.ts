/**
 * Values of fields as the API answers them. Objects of kinds that the reader may not list are counted alone; what lies outside of
 * somebody's part of the map is not there at all.
 */
import type { Database } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { answerOf, conditionOf, type AccessScope } from '../../engine/index.js';
import type { Value } from '../merge/model.js';
import { setOf } from '../plan/draft.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import type { ClaimValue } from '../plan/map-view.js';
import { listText, rowsOf } from '../plan/stored-text.js';

/** A value, and how many objects of it are not shown. */
interface Shown {
  value: unknown;
  hidden: number;
  /** It names objects, and none that there is for the reader. */
  isOutside?: boolean;
}

/** Path of the type that a column or a link points to; undefined where it holds values. */
function targetOf(kind: Kind, name: string): string | undefined {
  const link = kind.links.get(name);
  return link ? (link.items ? undefined : link.target) : kind.fields.get(name)?.ref?.target;
}

/** What objects are called, as far as one caller may list them. */
export class ShownValues {
  private readonly wanted = new Map<string, Set<number>>();
  private readonly names = new Map<string, Map<number, string>>();

  constructor(
    private readonly kind: Kind,
    private readonly access: AccessScope,
    private readonly database: Database,
  ) {}

  /** Notes what will be shown; to be followed by `load`. */
  want(name: string, says: ClaimValue): void {
    const target = targetOf(this.kind, name);
    if (target === undefined) return;
    const ids = this.wanted.get(target) ?? new Set();
    this.wanted.set(target, ids);
    for (const id of Array.isArray(says) ? says : [says]) if (typeof id === 'number') ids.add(id);
  }

  /** Reads the names: a statement for each type. */
  async load(kinds: Kinds): Promise<void> {
    const { access } = this;
    const { dialect } = this.database;
    for (const [path, ids] of this.wanted) {
      const resource = kinds.resourceAt(path);
      const rows = access.rows(resource);
      if (!ids.size || rows === 'none') continue;
      const seen = conditionOf(rows, 't');
      const label = resource.label === null ? "''" : `t.${quote(resource.label)}`;
      const conditions = [
        dialect.isIn('t.`id`'),
        ...(resource.softDelete ? [dialect.isLive('t')] : []),
        ...(seen ? [`(${seen.sql})`] : []),
      ];
      const sql = `SELECT t.\`id\` AS id, ${label} AS name FROM ${quote(resource.table)} t WHERE ${conditions.join(' AND ')}`;
      const found = await this.database.all(sql, [[...ids], ...(seen?.params ?? [])]);
      this.names.set(path, new Map(found.map(({ id, name }) => [id as number, String(name ?? '')])));
    }
  }

  /** What is said or stored of a field, as answered. Elements of columns are one text, as they are stored. */
  show(name: string, says: ClaimValue): Shown {
    const { kind } = this;
    const [field, link, target] = [kind.fields.get(name), kind.links.get(name), targetOf(kind, name)];
    if (target !== undefined) return this.objects(target, says);
    if (link) return { value: rowsOf(link, says as string), hidden: 0 };
    const stored = Array.isArray(says) ? listText(field!, setOf(says) as string[]) : (says as Value);
    const answer = answerOf(field!, this.database.clock);
    return { value: answer ? answer(stored) : stored, hidden: 0 };
  }

  private objects(target: string, says: ClaimValue): Shown {
    const names = this.names.get(target);
    const ids = Array.isArray(says) ? says : says === null ? [] : [says];
    const shown = ids.flatMap((id) => {
      const name = names?.get(id as number);
      return name === undefined ? [] : [{ id, name }];
    });
    const value = Array.isArray(says) ? shown : (shown[0] ?? null);
    if (this.access.restricted) return { value, hidden: 0, isOutside: ids.length > 0 && !shown.length };
    return { value, hidden: ids.length - shown.length };
  }
}
