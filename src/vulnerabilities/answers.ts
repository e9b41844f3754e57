/** What is known of the products of some objects: each is hit, is not hit, or it cannot be told, and why. */
import type { Database } from '../database/database.js';
import { Aliases } from './aliases.js';
import { identitiesOf, type Identity, type Named, type Unnamed } from './identity/identities.js';
import { Matches, rowsOf, type Match, type Rows } from './matches.js';
import { statedOf, statementFor, type Stated } from './vex.js';

/** Why it cannot be told whether a product is hit; the first of these that holds is told. */
const REASONS = ['noVersion', 'unreadableVersion', 'noSource', 'noRelease', 'unknownEcosystem', 'unreadable', 'noIdentity'] as const; // prettier-ignore

export type Reason = (typeof REASONS)[number] & (Unnamed | string);

/** One vulnerability of one object. */
export interface Finding {
  /** What it is shown as. */
  cve: string;
  /** The advisory that says it. */
  id: string;
  score: number | null;
  ranges: string;
  /** By what it was found. */
  identity: Identity;
  /** What its supplier says of it, where that is that it does not touch the product, or not any more. */
  excuse?: Stated;
}

export interface Answer {
  state: 'hit' | 'notHit' | 'cannotBeTold';
  /** Why it cannot be told. */
  reason?: Reason;
  /** The worst first. */
  findings: readonly Finding[];
  /** Those that suppliers say are none. */
  excused: readonly Finding[];
  /** Of a product without a version: what touches any version of it. */
  possible: readonly Finding[];
}

/** Answers for some objects. */
export class Answers {
  private constructor(
    private readonly named: ReadonlyMap<Named, ReturnType<typeof identitiesOf>>,
    private readonly matches: Matches,
    readonly aliases: Aliases,
    private readonly stated: ReadonlyMap<string, Stated[]>,
  ) {}

  /**
   * Looks all of them up, in a number of statements that does not depend on theirs. `before`: is told which products are looked up,
   * before they are.
   */
  static async of(
    database: Database,
    objects: readonly Named[],
    rows: Rows = rowsOf(database),
    before?: (wanted: Array<[vendor: string, product: string]>) => Promise<void>,
  ): Promise<Answers> {
    const named = new Map(objects.map((object) => [object, identitiesOf(object)]));
    const matches = new Matches([...named.values()].flatMap(({ identities }) => identities));
    await before?.(matches.wanted);
    await matches.read(rows, database, await coveredBy(database));
    const aliases = await Aliases.of(database, matches.ids());
    const ids = new Set(matches.ids().flatMap((id) => aliases.storedOf(id)));
    return new Answers(named, matches, aliases, await statedOf(database, [...ids]));
  }

  /** What is known of one of the objects that were looked up. */
  of(object: Named): Answer {
    const { identities, unnamed } = this.named.get(object)!;
    const reasons = new Set<string>(unnamed);
    const [found, possible] = [new Map<string, Draft>(), new Map<string, Draft>()];
    let isKnown = false;
    for (const identity of identities) {
      const { known, unclear, matches } = this.matches.of(identity);
      const into = identity.version === undefined ? possible : found;
      for (const match of matches) this.add(into, match, identity);
      if (!known) reasons.add('noSource');
      else if (identity.version === undefined) reasons.add('noVersion');
      else if (unclear) reasons.add('unreadableVersion');
      else isKnown = true;
    }
    const all = [...found.values()].map(settled).sort(worstFirst);
    const findings = all.filter(({ excuse }) => !excuse);
    const beside = { findings, excused: all.filter(({ excuse }) => excuse), possible: [...possible.values()].map(settled).sort(worstFirst) }; // prettier-ignore
    if (findings.length) return { state: 'hit', ...beside };
    if (isKnown && !reasons.has('unreadableVersion')) return { state: 'notHit', ...beside };
    return { state: 'cannotBeTold', reason: REASONS.find((reason) => reasons.has(reason))!, ...beside };
  }

  /** Anything is known of one of its products, be it of other versions. */
  knows(object: Named): boolean {
    return this.named.get(object)!.identities.some((identity) => this.matches.of(identity).known);
  }

  /** Adds what was found by one identity; the same vulnerability by another advisory is the same, with the ranges of both. */
  private add(all: Map<string, Draft>, { id, score, ranges }: Match, identity: Identity): void {
    const cve = this.aliases.shownAs(id);
    const stated = this.aliases.storedOf(id).flatMap((one) => this.stated.get(one) ?? []);
    const last = statementFor(stated, identity);
    const excuse = last && (last.status === 'not_affected' || last.status === 'fixed') ? last : undefined;
    const before = all.get(cve);
    if (!before) {
      all.set(cve, {
        cve,
        id,
        score,
        ranges: new Set([ranges]),
        identity,
        claims: new Map([[identity.claim, excuse]]),
      });
      return;
    }
    // Its own record is shown, and what was found first says by what.
    if (id === cve) before.id = id;
    before.score = id === cve ? (score ?? before.score) : (before.score ?? score);
    for (const range of ranges.split(' || ')) if (![...before.ranges].join(' || ').split(' || ').includes(range)) before.ranges.add(range); // prettier-ignore
    before.claims.set(identity.claim, before.claims.get(identity.claim) ?? excuse);
  }
}

/** A vulnerability of one object while its identities are looked at, with what is said of each thing that has it. */
interface Draft extends Omit<Finding, 'ranges' | 'excuse'> {
  ranges: Set<string>;
  claims: Map<number, Stated | undefined>;
}

/** It is none only where that is said of every thing that has it. */
function settled({ ranges, claims, ...found }: Draft): Finding {
  const excuses = [...claims.values()];
  const excuse = excuses.every((one) => one !== undefined) ? excuses[0] : undefined;
  return { ...found, ranges: [...ranges].join(' || '), ...(excuse && { excuse }) };
}

/** The worst first; without a score last. */
const worstFirst = (a: Finding, b: Finding): number =>
  (b.score ?? -1) - (a.score ?? -1) || (a.cve < b.cve ? -1 : a.cve > b.cve ? 1 : 0);

/** Ecosystems of which everything was imported. */
export async function coveredBy(database: Database): Promise<Set<string>> {
  const rows = await database.all('SELECT covers FROM own_cve_covers WHERE covers IS NOT NULL');
  return new Set(rows.flatMap(({ covers }) => JSON.parse(covers as string) as string[]));
}
