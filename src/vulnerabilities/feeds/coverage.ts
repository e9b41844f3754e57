/** Of which ecosystems an archive of advisories holds everything. */
import type { Advisory } from '../record.js';

/** Archives of one ecosystem name others as well; so many of them have an archive of all. */
const MANY = 10;

/**
 * Notes the ecosystems of advisories. An archive of one ecosystem has an advisory of nothing else: of the ecosystems that stand in
 * every advisory there is one. Its releases are those that are named; those of other ecosystems are not whole there.
 */
export class Coverage {
  private readonly all = new Set<string>();
  /** Ecosystems, without their releases, that stand in every advisory so far. */
  private common: Set<string> | undefined;

  note({ packages }: Pick<Advisory, 'packages'>): void {
    if (!packages.length) return;
    const bases = new Set<string>();
    for (const { ecosystem } of packages) {
      this.all.add(ecosystem);
      bases.add(baseOf(ecosystem));
    }
    this.common = this.common ? new Set([...this.common].filter((base) => bases.has(base))) : bases;
  }

  /** The ecosystems of which it is known to hold everything. */
  whole(): string[] {
    const of = [...(this.common ?? [])];
    const bases = new Set([...this.all].map(baseOf));
    if (!of.length) return bases.size >= MANY ? [...this.all].sort() : [];
    return of.length === 1 ? [...this.all].filter((one) => baseOf(one) === of[0]).sort() : [];
  }
}

const baseOf = (ecosystem: string): string => ecosystem.split(':', 1)[0]!;
