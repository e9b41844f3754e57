/** Rights and who holds them: titles that were renamed meet the ones that they were renamed to. */
import type { Scalar } from '../../database/database.js';
import type { Converted } from './conversion.js';

/** The few rows of `permissions` and `permission_role`, which belong together wherever they stand in the source. */
export class MergedPermissions {
  private readonly rights: Converted[] = [];
  private readonly grants: Converted[] = [];

  /** Keeps rows of these two tables; false for those of others. */
  take(part: Converted): boolean {
    if (part.table.name === 'permissions') this.rights.push(part);
    else if (part.table.name === 'permission_role') this.grants.push(part);
    else return false;
    return true;
  }

  /** One right of each title under its lowest id, and each role holds it once. */
  merged(): Converted[] {
    const byTitle = new Map<string, Scalar>();
    const ids = new Map<Scalar, Scalar>();
    for (const { columns, rows } of this.rights) {
      for (const row of rows) {
        const [id, title] = [row[columns.indexOf('id')]!, String(row[columns.indexOf('title')])];
        if (!byTitle.has(title)) byTitle.set(title, id);
        ids.set(id, byTitle.get(title)!);
      }
    }
    const rights = this.rights.map((part) => ({
      ...part,
      rows: part.rows.filter((row) => ids.get(row[part.columns.indexOf('id')]!) === row[part.columns.indexOf('id')]),
    }));
    const held = new Set<string>();
    const grants = this.grants.map((part) => {
      const at = part.columns.indexOf('permission_id');
      const rows = part.rows.map((row) => row.map((value, i) => (i === at ? (ids.get(value) ?? value) : value)));
      return { ...part, rows: rows.filter((row) => !held.has(row.join()) && held.add(row.join())) };
    });
    return [...rights, ...grants];
  }
}
