/** Advisories that name each other are one vulnerability, shown as its CVE, otherwise by its own id. */
import type { Database } from '../database/database.js';

const IS_CVE = /^CVE-/;

/** For each advisory what it is shown as, and all ids of the vulnerability. */
export class Aliases {
  private readonly groups = new Map<string, ReadonlySet<string>>();
  private readonly shown = new Map<string, string>();

  private constructor(pairs: ReadonlyArray<readonly [string, string]>) {
    const sets = new Map<string, Set<string>>();
    for (const [alias, id] of pairs) {
      const [one, other] = [sets.get(alias) ?? new Set([alias]), sets.get(id) ?? new Set([id])];
      if (one === other) continue;
      const [large, small] = one.size < other.size ? [other, one] : [one, other];
      for (const member of small) large.add(member);
      for (const member of [...small, alias, id]) sets.set(member, large);
    }
    this.groups = sets;
  }

  /**
   * What is known of some advisories. Three statements: what they name, what that names, and what names the same. An advisory of two numbers of CVE
   * is about both; so that it does not make one of them, numbers of CVE are joined by nothing but an advisory that names one alone.
   */
  static async of(database: Database, ids: readonly string[]): Promise<Aliases> {
    if (!ids.length) return new Aliases([]);
    const { dialect } = database;
    // Records under the numbers of CVE name nothing: those of databases that do are kept under ids of their own.
    const isNaming = (id: string): boolean => !IS_CVE.test(id);
    const named = await pairsOf(database, dialect.isIn('cve_id'), ids.filter(isNaming));
    const seen = new Set([...ids, ...named.flat()]);
    for (const id of ids) seen.delete(id);
    const further = [...seen];
    // One after the other: engines look through all of them for the one or the other.
    const naming = [
      ...named,
      ...(await pairsOf(database, dialect.isIn('cve_id'), further.filter(isNaming))),
      ...(await pairsOf(database, dialect.isIn('alias'), [...ids, ...further])),
    ];
    const numbers = new Map<string, Set<string>>();
    for (const [alias, id] of naming)
      if (IS_CVE.test(alias)) numbers.set(id, (numbers.get(id) ?? new Set()).add(alias));
    const isOfSeveral = (id: string): boolean => (numbers.get(id)?.size ?? 0) > 1;
    return new Aliases(naming.filter(([alias, id]) => !(isOfSeveral(id) && IS_CVE.test(alias))));
  }

  /** All ids of the vulnerability, those that are kept apart for their source left out. */
  idsOf(id: string): string[] {
    const all = [...(this.groups.get(id) ?? [id])];
    return all.filter((one) => !one.includes('~')).sort();
  }

  /** All ids under which something may be kept of it. */
  storedOf(id: string): string[] {
    return [...(this.groups.get(id) ?? [id])];
  }

  /** What it is shown as. */
  shownAs(id: string): string {
    if (IS_CVE.test(id)) return id;
    const known = this.shown.get(id);
    if (known !== undefined) return known;
    const ids = this.idsOf(id);
    const shown = ids.find((one) => IS_CVE.test(one)) ?? ids[0] ?? id;
    this.shown.set(id, shown);
    return shown;
  }
}

async function pairsOf(database: Database, where: string, list: readonly string[]): Promise<Array<[string, string]>> {
  if (!list.length) return [];
  const rows = await database.all(`SELECT alias, cve_id FROM own_advisory_aliases WHERE ${where}`, [[...list]]);
  return rows.map((row) => [row['alias'] as string, row['cve_id'] as string]);
}
