/** What a reader chose and wants to find again. It is kept in this browser. */

const KEY = 'meridian-columns';

function all(): Record<string, string[]> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]> | null) ?? {};
  } catch {
    return {};
  }
}

/** The columns that were chosen for the table of a kind; undefined where none were. */
export function keptColumns(kind: string): string[] | undefined {
  const kept = all()[kind];
  return Array.isArray(kept) && kept.length ? kept.map(String) : undefined;
}

/** Keeps the columns of a table; undefined forgets the choice. */
export function keepColumns(kind: string, columns: readonly string[] | undefined): void {
  const { [kind]: _former, ...others } = all();
  localStorage.setItem(KEY, JSON.stringify(columns ? { ...others, [kind]: columns } : others));
}
