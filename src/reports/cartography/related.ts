/** The names of all objects that fields point to, and the links between them: loaded once, resolved in memory. */
import { quote } from '../../database/dialect.js';
import { columnOf, registry } from '../../engine/index.js';
import { NumberList, NumbersById } from '../related-names.js';
import type { ReportRun } from '../report-run.js';
import { joined, raw, sql, type Sql } from '../sql.js';

/** Another object, as fields name it. */
export interface Related {
  path: string;
  id: number;
  name: string;
}

/** What points to other objects: the columns and links of the fields of a type. */
interface PointingColumn {
  path: string;
  fields: ReadonlyArray<{ refs: readonly string[]; links: readonly string[] }>;
}

/** The objects of one type, by name and id; no object of ours for each of them. */
class Objects {
  private readonly indexes = new NumbersById();
  private readonly ids: number[] = [];
  private readonly names: string[] = [];

  constructor(private readonly path: string) {}

  /** Adds the next one. */
  add(id: number, name: string): void {
    this.indexes.set(id, this.ids.push(id) - 1);
    this.names.push(name);
  }

  indexOf(id: number): number | undefined {
    return this.indexes.get(id);
  }

  at(index: number): Related {
    return { path: this.path, id: this.ids[index]!, name: this.names[index]! };
  }
}

/** The pairs of one link, chained: the last pair of each object, and the one before each pair. */
class LinkPairs {
  private readonly last = new NumbersById();
  private readonly before = new NumberList();
  private readonly indexes = new NumberList();
  private readonly owners = new NumbersById();

  /** `owned`: what is at the other end has one owner, and it may be asked who that is. */
  constructor(private readonly owned: boolean) {}

  /** `index` is that of the object at the other end. */
  add(own: number, index: number): void {
    this.before.push(this.last.get(own) ?? -1);
    this.last.set(own, this.indexes.push(index));
    if (this.owned) this.owners.set(index, own);
  }

  ownerOf(index: number): number | undefined {
    return this.owners.get(index);
  }

  /** The places of what an object is linked to, in order, each once. */
  of(own: number): number[] {
    const found: number[] = [];
    for (let pair = this.last.get(own) ?? -1; pair >= 0; pair = this.before.at(pair)) found.push(this.indexes.at(pair));
    return found.length > 1 ? [...new Set(found)].sort((a, b) => a - b) : found;
  }
}

export class RelatedObjects {
  private readonly objects = new Map<string, Objects>();
  private readonly links = new Map<string, { pairs: LinkPairs; others: Objects }>();

  private constructor(private readonly run: ReportRun) {}

  /** Loads what the fields of these types point to, as far as the caller could list it. Two statements. */
  static async load(run: ReportRun, types: readonly PointingColumn[]): Promise<RelatedObjects> {
    const related = new RelatedObjects(run);
    const links = new Set<string>();
    const paths = new Set<string>();
    for (const { path, fields } of types) {
      for (const field of fields) {
        for (const name of field.links) links.add(`${path}.${name}`);
        for (const column of field.refs) paths.add(targetOf(path, column));
      }
    }
    for (const link of links) paths.add(linkOf(link).target).add(ownerOf(link));
    if (paths.size) await related.loadNames([...paths]);
    if (links.size) await related.loadLinks([...links]);
    return related;
  }

  /** The object that a column refers to, or any other: one, or none. */
  private one(path: string, id: number | null | undefined): Related | undefined {
    const objects = this.objects.get(path);
    const index = id === null || id === undefined ? undefined : objects?.indexOf(id);
    return index === undefined ? undefined : objects!.at(index);
  }

  /** The object that a column refers to: one, or none. */
  referred(path: string, column: string, id: number | null): Related[] {
    const found = this.one(targetOf(path, column), id);
    return found ? [found] : [];
  }

  /** The objects at the other end of a link, by name, each once. */
  linked(link: string, id: number): Related[] {
    const { pairs, others } = this.links.get(link)!;
    return pairs.of(id).map((index) => others.at(index));
  }

  /** The object that owns another one through a link whose column is the other's. */
  owner(link: string, id: number): Related | undefined {
    const { pairs, others } = this.links.get(link)!;
    const index = others.indexOf(id);
    return index === undefined ? undefined : this.one(ownerOf(link), pairs.ownerOf(index));
  }

  private async loadNames(paths: readonly string[]): Promise<void> {
    const parts = paths.map((path, k) => {
      const { table, label } = registry.get(path);
      const columns = raw(`${k} AS k, t.id AS id, t.${quote(label!)} AS name`);
      return sql`SELECT ${columns} FROM ${raw(quote(table))} t WHERE ${this.run.shown(path, 't')}`;
    });
    paths.forEach((path) => this.objects.set(path, new Objects(path)));
    const all = sql`SELECT u.k, u.id, u.name FROM (${joined(parts, ' UNION ALL ')}) u ORDER BY u.k, ${this.run.order('u')}`;
    for await (const rows of this.run.rows(all)) {
      for (const { k, id, name } of rows) {
        this.objects.get(paths[k as number]!)!.add(id as number, (name as string | null) ?? '');
      }
    }
  }

  private async loadLinks(links: readonly string[]): Promise<void> {
    const parts = links.map((link, k) => pairsOf(link, k));
    const loaded = links.map((link) => {
      const { foreign, target } = linkOf(link);
      return { pairs: new LinkPairs(foreign !== undefined), others: this.objects.get(target)! };
    });
    links.forEach((link, k) => this.links.set(link, loaded[k]!));
    for await (const rows of this.run.rows(joined(parts, ' UNION ALL '))) {
      for (const { k, own, other } of rows) {
        const { pairs, others } = loaded[k as number]!;
        const index = others.indexOf(other as number);
        if (index !== undefined) pairs.add(own as number, index);
      }
    }
  }
}

const targetOf = (path: string, column: string): string => columnOf(registry.get(path), column).ref!.target;

const ownerOf = (link: string): string => link.split('.', 1)[0]!;

/** A link by its name, `entities.applications`. */
function linkOf(link: string): ReturnType<typeof registry.get>['links'][number] {
  const [path, name] = link.split('.') as [string, string];
  return registry.get(path).links.find((candidate) => candidate.name === name)!;
}

/** The pairs of the link at place `k`: `own`, the object that has it, and `other`, the one that it leads to. */
function pairsOf(link: string, k: number): Sql {
  const { pivot, foreign } = linkOf(link);
  const [table, own, other] = pivot
    ? [pivot.table, pivot.ownColumn, pivot.otherColumn]
    : [foreign!.table, foreign!.column, 'id'];
  const columns = `${k} AS k, p.${quote(own)} AS own, p.${quote(other)} AS other`;
  return raw(`SELECT ${columns} FROM ${quote(table)} p WHERE p.${quote(own)} IS NOT NULL`);
}
