/** The rows of affected products of one record: normalised, each once, and none that a database could not keep. */
import { isNamed, normalise } from '../matching/names.js';
import type { VersionRange } from '../matching/ranges.js';
import type { AffectedRow } from '../record.js';

const LONGEST = 255;

const BOUNDS = ['exact', 'start_incl', 'start_excl', 'end_incl', 'end_excl'] as const;

export class AffectedRows {
  private readonly rows = new Map<string, AffectedRow>();

  /** Adds the versions of a product, unless it has no name. */
  add(part: string | null, vendor: unknown, product: unknown, range: VersionRange): void {
    if (typeof vendor !== 'string' || typeof product !== 'string') return;
    const row: AffectedRow = { part, vendor: nameOf(vendor), product: nameOf(product), ...range };
    if (!isNamed(row.vendor) || !isNamed(row.product)) return;
    // An application's version, vendor and product are no longer than this: such rows could never match.
    if ([row.vendor, row.product, ...BOUNDS.map((name) => row[name] ?? '')].some((text) => text.length > LONGEST))
      return;
    this.rows.set(JSON.stringify(row), row);
  }

  all(): AffectedRow[] {
    return [...this.rows.values()];
  }
}

const nameOf = (name: string): string => normalise(name.toWellFormed().replaceAll('\0', ''));
