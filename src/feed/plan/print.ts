/** A plan as people read it on a terminal: as it was made here, or as a server answered it. */
import { Message, type Language, type MessageKey, type Values } from '../../core/i18n/messages.js';
import {
  MISSING_CODES,
  type Action,
  type Blocked,
  type Change,
  type Counts,
  type Finding,
  type Shown,
} from './changes.js';

/** A finding; one that a server answered has its sentence already. */
export type PrintedFinding = Omit<Finding, 'phrase'> & { readonly phrase?: Message; readonly message?: string };

/** A plan or a run with what stands above it. Of changes and findings there may be the first ones alone. */
export interface PrintedPlan {
  readonly id: string;
  /** False of a dry run: nobody can ask for it again. */
  readonly isKept?: boolean;
  readonly source: string;
  readonly precedence: number;
  readonly mode: string;
  readonly scope: string;
  readonly state?: string;
  /** RFC 3339; none of a run. */
  readonly expires_at?: string | null;
  readonly counts: Counts;
  readonly blocked: readonly Blocked[];
  readonly changes: readonly Change[];
  readonly findings: readonly PrintedFinding[];
}

/** In place of what is of a type that the reader may not list. */
interface Hidden {
  readonly hidden: true;
}

const SIGNS: Record<Action, string> = { create: '+', restore: '^', update: '~', mark: '?', delete: '-' };
const LEVELS = { error: '!', kept: '=', warning: '*', note: '*' } as const;
const LEVEL_WORDS = {
  error: 'feedPrintLevelError',
  kept: 'feedPrintLevelKept',
  warning: 'feedPrintLevelWarning',
  note: 'feedPrintLevelNote',
} as const;

// Places of columns, from 0; what is longer moves them.
const ID_AT = 74;
const REF_AT = 52;
const NEW_AT = 94;
/** Characters of a wrong value. */
const MAX_SAID = 100;

/**
 * The print of a plan, a line each.
 * @param plan the plan or run
 * @param language of its sentences
 * @param most so many changes and missing objects of a type are shown; all of them unless it is given
 */
export function printPlan(plan: PrintedPlan, language: Language, most = Infinity): string[] {
  const print = new Print(plan, language);
  return [print.head(), ...print.changes(most), ...print.missing(most), ...print.findings(), ...print.sums()].map(
    cleanForTerminal,
  );
}

class Print {
  constructor(
    private readonly plan: PrintedPlan,
    private readonly language: Language,
  ) {}

  head(): string {
    const { id, state, source, precedence, mode, scope, expires_at } = this.plan;
    const whole = this.say('feedPrintSource', { source, precedence, mode });
    const until = expires_at && this.say('feedPrintUntil', { id, date: expires_at.slice(0, 16).replace('T', ' ') });
    const isOver = state === 'applied' || state === 'stale';
    const last = until && (isOver ? `${id} ${state}` : until);
    return inColumns(scope ? this.say('feedPrintScope', { source: whole, scope }) : whole, ID_AT, last || id);
  }

  changes(most: number): string[] {
    const { changes, counts, id } = this.plan;
    const lines: string[] = [];
    const byType = new Map<string, number>();
    for (const change of changes) {
      const count = (byType.get(change.type) ?? 0) + 1;
      byType.set(change.type, count);
      if (count <= most) lines.push(...this.change(change));
    }
    lines.push(...this.more(byType, most));
    const all = counts.create + counts.restore + counts.update + counts.mark + counts.delete;
    if (all > changes.length && this.plan.isKept !== false)
      lines.push(this.say('feedPrintRest', { count: this.number(all - changes.length), id }));
    return lines;
  }

  /** Objects that go missing while nothing of them changes, as the changes are told. */
  missing(most: number): string[] {
    const lines: string[] = [];
    const byType = new Map<string, number>();
    for (const finding of this.plan.findings) {
      if (!isMissing(finding)) continue;
      const { type = '', name = '', id, ref, code } = finding;
      const count = (byType.get(type) ?? 0) + 1;
      byType.set(type, count);
      if (count > most) continue;
      const why = code === 'missing' ? '' : `: ${this.sentence(finding)}`;
      const about = [ref, `${this.say('feedPrintMissing')}${why}`].filter(Boolean).join('  ');
      lines.push(inColumns(`${SIGNS.mark} ${type}  ${name} #${id}`, REF_AT, about));
    }
    return [...lines, ...this.more(byType, most)];
  }

  /** How many of each type are not shown. */
  private more(byType: ReadonlyMap<string, number>, most: number): string[] {
    const { id } = this.plan;
    return [...byType].flatMap(([type, count]) =>
      count > most ? [this.say('feedPrintMore', { count: this.number(count - most), type, id })] : [],
    );
  }

  findings(): string[] {
    const width = Math.max(...(['error', 'kept'] as const).map((level) => this.say(LEVEL_WORDS[level]).length));
    return this.alike().map(([finding, count]) => {
      const { level } = finding;
      const line = `${LEVELS[level]} ${this.say(LEVEL_WORDS[level]).padEnd(width)}  ${this.finding(finding, count)}`;
      return finding.new ? inColumns(line, NEW_AT, this.say('feedPrintNew')) : line;
    });
  }

  /** Findings, and of how many items each is told: errors and warnings that say the same of a field of a type are one. */
  private alike(): Array<[PrintedFinding, number]> {
    const groups = new Map<string, [PrintedFinding, number]>();
    for (const [i, finding] of this.plan.findings.entries()) {
      if (isMissing(finding)) continue;
      const { level, code, type, field } = finding;
      const key = level === 'kept' ? `${i}` : JSON.stringify([level, code, type, field, this.sentence(finding)]);
      const group = groups.get(key);
      if (group) group[1]++;
      else groups.set(key, [finding, 1]);
    }
    return [...groups.values()];
  }

  private sentence({ level, code, field, said, phrase, message }: PrintedFinding): string {
    const sentence = (phrase?.in(this.language) ?? message ?? code).replace(/\.$/, '');
    // Of a field that is passed over the values are of no interest, and would keep alike ones apart.
    if (level === 'kept' || code === 'ignored-field' || field === undefined || said === undefined) return sentence;
    const text = this.textOf(said);
    const short = text.length > MAX_SAID ? `${text.slice(0, MAX_SAID).toWellFormed()}…` : text;
    return this.say('feedPrintSaid', { sentence, said: short });
  }

  sums(): string[] {
    const { counts, blocked, source } = this.plan;
    const actions: Array<[MessageKey, number, boolean?]> = [
      ['feedPrintCreated', counts.create, true],
      ['feedPrintChanged', counts.update, true],
      ['feedPrintRestored', counts.restore],
      ['feedPrintMarked', counts.mark, true],
      ['feedPrintDeleted', counts.delete],
      ['feedPrintUnchanged', counts.unchanged, true],
      ['feedPrintAdopted', counts.adopted, true],
      ['feedPrintSkipped', counts.skipped],
    ];
    const sum = this.say('feedPrintSum', {
      items: this.count(counts.items, 'feedPrintOneItem', 'feedPrintItems'),
      actions: actions
        .filter(([, count, always]) => always || count)
        .map(([key, count]) => this.say(key, { count: this.number(count) }))
        .join(', '),
      missing: this.number(counts.missing),
      kept: this.number(counts.kept),
      new: this.number(counts.kept_new),
      errors: this.count(counts.errors, 'feedPrintOneError', 'feedPrintErrors'),
    });
    const stood = this.stoodBefore();
    const isKept = (code: string): boolean => !stood && this.plan.findings.some((finding) => finding.code === code);
    return [
      sum,
      ...(stood ? [this.count(stood, 'feedPrintFirstOne', 'feedPrintFirst', { source })] : []),
      ...(isAllOlder(this.plan) ? [this.say('feedPrintAllOlder', { source })] : []),
      ...(isKept('by-hand') ? [this.say('feedPrintFree', { source })] : []),
      ...(isKept('held') ? [this.say('feedPrintRelease')] : []),
      ...blocked.map((reason) => this.reason(reason)),
    ];
  }

  private change({ action, type, name, id, ref, by, missing, set, links = {}, from = {} }: Change): string[] {
    const fields: Array<[name: string, text: string]> = [];
    for (const [field, [before, after]] of Object.entries(set)) {
      if (action === 'create' && (field === 'name' || field === 'ext_refs')) continue;
      const was = before === null || before === undefined || action === 'create' ? '' : `${this.textOf(before)} → `;
      fields.push([field, `${was}${this.textOf(after)}${from[field] === undefined ? '' : ` (${from[field]})`}`]);
    }
    for (const [field, { add, remove, change: changed = [] }] of Object.entries(links)) {
      const parts = [
        ...add.map((one) => `+ ${this.nameOf(one)}`),
        ...remove.map((one) => `− ${this.nameOf(one)}`),
        ...changed.map((one) => this.nameOf(one)),
      ];
      fields.push([field, parts.join('  ')]);
    }
    const isShort = action === 'mark';
    const marked = isShort ? `: ${fields.map(([field, text]) => `${field} ${text}`).join(', ')}` : '';
    const about = [
      ref,
      by && !missing && this.say('feedPrintFoundBy', { rule: by }),
      missing && `${this.say('feedPrintMissing')}${marked}`,
    ];
    // What is made is shown alike before and after.
    const number = id === undefined || action === 'create' ? '' : ` #${id}`;
    const object = `${SIGNS[action]} ${type}  ${name}${number}`;
    const line = inColumns(object, REF_AT, about.filter(Boolean).join('  '));
    if (isShort) return [line];
    const width = Math.max(0, ...fields.map(([field]) => field.length));
    return [line, ...fields.map(([field, text]) => `      ${field.padEnd(width)}  ${text}`)];
  }

  /** `count`: of so many items the same is told, and this is the first. */
  private finding(finding: PrintedFinding, count: number): string {
    const { level, code, item, type, ref, id, field, said, stored, by } = finding;
    const number = id === undefined ? undefined : `#${id}`;
    if (level === 'kept' && field !== undefined) {
      const hasReason = finding.phrase !== undefined || finding.message !== undefined;
      const outranks = hasReason ? this.sentence(finding) : by!;
      const who = code === 'outranked' ? outranks : this.say(code === 'held' ? 'feedPrintHeld' : 'feedPrintByHand');
      const values = { stored: this.textOf(stored), by: who, source: this.plan.source, said: this.textOf(said) };
      return `${[type, number ?? ref, field].filter(Boolean).join(' ')}: ${this.say('feedPrintKept', values)}`;
    }
    const about = [
      item !== undefined && this.say('feedPrintItem', { item }),
      type,
      ref,
      (level === 'kept' || !ref) && number,
      field,
    ];
    const first = about.filter(Boolean).join(' ');
    if (!first) return this.sentence(finding);
    const who = count === 1 ? first : this.say('feedPrintAlike', { count: this.number(count), first });
    return `${who}: ${this.sentence(finding)}`;
  }

  /** Values that were there before any source spoke of these objects. */
  private stoodBefore(): number {
    const { counts, findings } = this.plan;
    if (!counts.adopted) return 0;
    const counted = findings.filter(({ level }) => level !== 'note').length;
    const isWhole = counted >= counts.kept + counts.errors + counts.warnings;
    if (!isWhole) return counts.kept_new;
    return findings.filter(({ code, new: isNew }) => code === 'by-hand' && isNew).length;
  }

  private reason(blocked: Blocked): string {
    switch (blocked.code) {
      case 'errors':
        return this.say(this.plan.counts.errors === 1 ? 'feedPrintUntilError' : 'feedPrintUntilErrors');
      case 'adopted':
        return this.say('feedPrintTooManyAdopted', { adopted: this.number(blocked.adopted) });
      case 'missing-guard':
        return this.say('feedPrintGuard', { missing: this.number(blocked.missing), of: this.number(blocked.of) });
      case 'empty':
        return this.say('feedPrintEmpty', { missing: this.number(blocked.missing) });
      case 'older':
        return this.say('feedPrintOlder');
    }
  }

  /** An object that changes show; of a type that the reader may not list it is not told which. */
  private nameOf(shown: Shown | Hidden): string {
    if ('hidden' in shown) return this.say('feedPrintHidden');
    const { name, id, word, before } = shown;
    const called = name || (id === undefined ? '' : `#${id}`);
    if (word === undefined) return called;
    return `${called} (${before === undefined ? word : `${before} → ${word}`})`;
  }

  private textOf(value: unknown): string {
    if (value === null || value === undefined) return '∅';
    if (Array.isArray(value)) return value.length ? value.map((one) => this.textOf(one)).join(', ') : '∅';
    if (typeof value !== 'object') return String(value);
    if ('name' in value || 'hidden' in value) return this.nameOf(value as Shown | Hidden);
    return 'id' in value ? `#${String(value.id)}` : JSON.stringify(value);
  }

  private count(count: number, one: MessageKey, many: MessageKey, values: Values = {}): string {
    return count === 1 ? this.say(one, values) : this.say(many, { ...values, count: this.number(count) });
  }

  private number(count: number): string {
    return count.toLocaleString(this.language === 'fr' ? 'fr-FR' : 'en-US');
  }

  private say(key: MessageKey, values: Values = {}): string {
    return new Message(key, values).in(this.language);
  }
}

/** Whether all that was said is older than what is known: nothing of it counts. */
export const isAllOlder = ({ counts, findings }: Pick<PrintedPlan, 'counts' | 'findings'>): boolean =>
  counts.items > 0 &&
  counts.kept === counts.items &&
  !counts.unchanged &&
  findings.every(({ level, code }) => level !== 'kept' || code === 'older');

const isMissing = ({ level, code, more }: PrintedFinding): boolean =>
  level === 'note' && MISSING_CODES.has(code) && more === undefined;

/** Two texts, the second at its place, or two blanks behind the first. */
const inColumns = (first: string, place: number, second: string): string =>
  second ? `${cleanForTerminal(first).padEnd(place - 2)}  ${second}` : first;

/** Control characters as `\\x1b`: what tools send must not steer a terminal. */
const cleanForTerminal = (line: string): string =>
  line.replace(/[\x00-\x1f\x7f-\x9f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
