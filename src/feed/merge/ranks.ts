/** The settings of a source that bear on merging: precedence, and rules of which the last that fits wins. */

/** A rule of a source; what it leaves out fits everything, or changes nothing. */
export interface SourceRule {
  readonly types?: readonly string[];
  readonly fields?: readonly string[];
  readonly precedence?: number;
  readonly hand?: 'yields' | 'stands';
  readonly ignore?: boolean;
}

export type MissingAction = 'keep' | 'mark' | 'delete';

interface MissingRule {
  readonly do?: MissingAction;
  /** So many full runs in a row must miss an object before it is deleted. */
  readonly runs?: number;
}

/** What a source is set to. */
export interface SourceSettings {
  readonly precedence?: number;
  readonly rules?: readonly SourceRule[];
  readonly identify?: Readonly<Record<string, readonly string[]>>;
  readonly missing?: MissingRule & {
    /** By type the values that mark an object as missing. */
    readonly fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly types?: Readonly<Record<string, MissingRule>>;
  };
  readonly guard?: {
    readonly percent?: number;
    readonly least?: number;
    /** So many objects may be adopted by a weak key, or by hardware alone. */
    readonly adopt?: number;
  };
}

export const DEFAULT_PRECEDENCE = 50;
const DEFAULT_RUNS = 2;
const DEFAULT_GUARD = { percent: 20, least: 5 };

/** What holds for one field of one type. */
export interface FieldPolicy {
  readonly rank: number;
  readonly handYields: boolean;
  readonly ignore: boolean;
}

/** What a source's settings say of a field: of each key the last rule that fits and has it. */
export function policyOf({ precedence, rules = [] }: SourceSettings, type: string, field: string): FieldPolicy {
  let [rank, hand, ignore] = [precedence ?? DEFAULT_PRECEDENCE, 'stands', false];
  for (const rule of rules) {
    if (rule.types && !rule.types.includes(type)) continue;
    if (rule.fields && !rule.fields.includes(field)) continue;
    rank = rule.precedence ?? rank;
    hand = rule.hand ?? hand;
    ignore = rule.ignore ?? ignore;
  }
  return { rank, handYields: hand === 'yields', ignore };
}

/** What the settings of a source say of fields, each worked out once. */
export class Policies {
  private readonly plain: FieldPolicy | undefined;
  private readonly byType = new Map<string, Map<string, FieldPolicy>>();

  constructor(private readonly settings: SourceSettings) {
    if (!settings.rules?.length) this.plain = policyOf(settings, '', '');
  }

  of(type: string, field: string): FieldPolicy {
    if (this.plain) return this.plain;
    let byField = this.byType.get(type);
    if (!byField) this.byType.set(type, (byField = new Map<string, FieldPolicy>()));
    let policy = byField.get(field);
    if (!policy) byField.set(field, (policy = policyOf(this.settings, type, field)));
    return policy;
  }
}

/** What becomes of objects of a type that the source no longer reports. */
export function missingRule({ missing }: SourceSettings, type: string): { do: MissingAction; runs: number } {
  const own = missing?.types?.[type];
  return { do: own?.do ?? missing?.do ?? 'keep', runs: own?.runs ?? missing?.runs ?? DEFAULT_RUNS };
}

/** Returns true if so many of a scope's objects may not become missing at once without being allowed. */
export function exceedsGuard(
  { guard }: SourceSettings,
  missing: number,
  of: number,
  allowed: number | undefined,
): boolean {
  if (allowed !== undefined && missing <= allowed) return false;
  const { percent, least } = { ...DEFAULT_GUARD, ...guard };
  return missing > least && missing * 100 > of * percent;
}
