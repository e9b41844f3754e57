/** The names of all objects that fields point to, and the links between them: loaded once, resolved in memory. */
import { quote } from '../../database/dialect.js';
import { registry } from '../../resource/index.js';
import type { ReportRun } from '../report-run.js';
import { joined, raw, sql, type Sql } from '../sql.js';
import type { MapType } from './map-type.js';

/** Another object, as fields name it. */
export interface Related {
  path: string;
  id: number;
  name: string;
}

interface Known extends Related {
  /** Its place among the objects of its type, by name and id. */
  place: number;
}

export class RelatedObjects {
  private readonly known = new Map<string, Map<number, Known>>();
  private readonly links = new Map<string, Map<number, number[]>>();
  private readonly owners = new Map<string, Map<number, number>>();

  private constructor(private readonly run: ReportRun) {}

  /** Loads what the fields of these types point to, as far as the caller could list it. Two statements. */
  static async load(run: ReportRun, types: readonly MapType[]): Promise<RelatedObjects> {
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

  /** The object that a column refers to: one, or none. */
  referred(path: string, column: string, id: number | null): Related[] {
    const found = id === null ? undefined : this.known.get(targetOf(path, column))?.get(id);
    return found ? [found] : [];
  }

  /** The objects at the other end of a link, by name, each once. */
  linked(link: string, id: number): Related[] {
    const ids = this.links.get(link)?.get(id) ?? [];
    const target = this.known.get(linkOf(link).target);
    const found = [...new Set(ids)].flatMap((other) => target?.get(other) ?? []);
    return found.sort((a, b) => a.place - b.place);
  }

  /** The object that owns another one through a link whose column is the other's. */
  owner(link: string, id: number): Related | undefined {
    let owners = this.owners.get(link);
    if (!owners) {
      owners = new Map();
      for (const [own, others] of this.links.get(link) ?? []) for (const other of others) owners.set(other, own);
      this.owners.set(link, owners);
    }
    return this.known.get(ownerOf(link))?.get(owners.get(id) ?? 0);
  }

  private async loadNames(paths: readonly string[]): Promise<void> {
    const parts = paths.map((path, k) => {
      const { table, label } = registry.get(path);
      const columns = raw(`${k} AS k, t.id AS id, t.${quote(label!)} AS name`);
      return sql`SELECT ${columns} FROM ${raw(quote(table))} t WHERE ${this.run.shown(path, 't')}`;
    });
    paths.forEach((path) => this.known.set(path, new Map()));
    const all = sql`SELECT u.k, u.id, u.name FROM (${joined(parts, ' UNION ALL ')}) u ORDER BY u.k, ${this.run.order('u')}`;
    for await (const rows of this.run.rows(all)) {
      for (const row of rows) {
        const path = paths[row['k'] as number]!;
        const known = this.known.get(path)!;
        const [id, name] = [row['id'] as number, (row['name'] as string | null) ?? ''];
        known.set(id, { path, id, name, place: known.size });
      }
    }
  }

  private async loadLinks(links: readonly string[]): Promise<void> {
    links.forEach((link) => this.links.set(link, new Map()));
    for await (const rows of this.run.rows(joined(links.map(pairs), ' UNION ALL '))) {
      for (const { k, own, other } of rows) {
        const link = this.links.get(links[k as number]!)!;
        const others = link.get(own as number);
        if (others) others.push(other as number);
        else link.set(own as number, [other as number]);
      }
    }
  }
}

const targetOf = (path: string, column: string): string =>
  registry.get(path).fields.find(({ name }) => name === column)!.ref!.target;

const ownerOf = (link: string): string => link.split('.', 1)[0]!;

function linkOf(link: string): ReturnType<typeof registry.get>['links'][number] {
  const [path, name] = link.split('.') as [string, string];
  return registry.get(path).links.find((candidate) => candidate.name === name)!;
}

/** The pairs of a link, without a look at whether their ends are there. */
function pairs(link: string, k: number): Sql {
  const { pivot, foreign } = linkOf(link);
  const [table, own, other] = pivot
    ? [pivot.table, pivot.ownColumn, pivot.otherColumn]
    : [foreign!.table, foreign!.column, 'id'];
  const columns = `${k} AS k, p.${quote(own)} AS own, p.${quote(other)} AS other`;
  return raw(`SELECT ${columns} FROM ${quote(table)} p WHERE p.${quote(own)} IS NOT NULL`);
}
