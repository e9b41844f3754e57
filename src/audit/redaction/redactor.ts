/** Takes texts out of what an entry of the journal says. Pure. */
import { WHOLE } from '../audit-row.js';

/** Characters of the beginning of a text that are taken out where a value was cut behind them. */
const LEAST = 3;
/** Stands in place of what was taken out. */
export const REDACTED = '[redacted]';
/** The member of an entry that names its columns, and other members, of which something was taken out. */
export const REDACTED_NAMES = 'redacted';
/** Members that the program itself says; none of them is about anybody. */
const OURS: ReadonlySet<string> = new Set([
  ...['via', 'at', 'transaction', 'auth', 'traceparent', 'between', WHOLE, REDACTED_NAMES],
]);
/** Members under which values stand by the names of columns and links. */
const SIDES: ReadonlySet<string> = new Set(['before', 'after', 'row', 'links']);

/** What somebody is called stands as words; a text that is named is taken out wherever it stands. */
export interface Sought {
  words: readonly string[];
  texts: readonly string[];
}

export class Redactor {
  private readonly pattern: RegExp;
  /** As `pattern`, wherever it stands: in JSON a letter of an escape may stand before a word. */
  private readonly rough: RegExp;

  private readonly all: readonly string[];

  constructor({ words, texts }: Sought) {
    this.all = [...words, ...texts].map((one) => one.normalize('NFC'));
    const all = [
      ...spellings(words).map((word) => `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`),
      ...spellings(texts),
    ];
    this.pattern = new RegExp(all.join('|') || '(?!)', 'giu');
    this.rough = new RegExp([...spellings(words), ...spellings(texts)].join('|') || '(?!)', 'iu');
  }

  /** Whether a text holds any of it. */
  finds(text: string): boolean {
    this.pattern.lastIndex = 0;
    return this.pattern.test(text);
  }

  /** A text without it. */
  text(text: string): string {
    return text.replace(this.pattern, REDACTED);
  }

  /** A text without it, of which JSON stays JSON; undefined where it does not hold any. */
  left(text: string): string | undefined {
    if (!this.rough.test(text) && !text.includes('\\')) return undefined;
    const held = parsed(text);
    if (typeof held !== 'object' || held === null) return this.finds(text) ? this.text(text) : undefined;
    const left = this.value(held);
    return left === held ? undefined : JSON.stringify(left);
  }

  /**
   * The properties of an entry without it; undefined where they do not hold any. The older application writes letters
   * of other languages as escapes, so that what the text says is looked at, and not the text.
   */
  properties(text: string): string | undefined {
    if (!this.rough.test(text) && !/[\\…]/.test(text)) return undefined;
    const entry = parsed(text);
    if (typeof entry !== 'object' || entry === null) return this.finds(text) ? this.text(text) : undefined;
    const names = new Set<string>((entry as { redacted?: string[] })[REDACTED_NAMES]);
    const before = names.size;
    let isHeld = false;
    const clean = (value: unknown, name: string): unknown => {
      const left = this.value(value);
      if (left === value) return value;
      isHeld = true;
      names.add(name);
      return left;
    };
    const left = Object.entries(entry).map(([name, value]) => {
      if (OURS.has(name)) return [name, value] as const;
      if (!SIDES.has(name) || typeof value !== 'object' || value === null) return [name, clean(value, name)] as const;
      const side = Object.entries(value as object).map(([column, one]) => [column, clean(one, column)] as const);
      return [name, Object.fromEntries(side) as unknown] as const;
    });
    if (!isHeld && names.size === before) return undefined;
    const { [WHOLE]: whole, ...others } = Object.fromEntries(left) as Record<string, unknown>;
    // The key of the whole stands last: it is looked for there.
    return JSON.stringify({ ...others, [REDACTED_NAMES]: [...names], ...(whole !== undefined && { [WHOLE]: whole }) });
  }

  /** The same value where it holds nothing of it. */
  private value(value: unknown): unknown {
    if (typeof value === 'string') return this.ofText(value);
    if (Array.isArray(value)) {
      const left = value.map((one) => this.value(one));
      return left.some((one, i) => one !== value[i]) ? left : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const left = Object.entries(value).map(([name, one]) => [this.text(name), this.value(one)] as const);
    const isSame = Object.entries(value).every(([name, one], i) => left[i]![0] === name && left[i]![1] === one);
    return isSame ? value : Object.fromEntries(left);
  }

  private ofText(text: string): string {
    // Columns that hold JSON.
    if (/^\s*[[{]/.test(text) && text.includes('\\')) {
      const held = parsed(text);
      const left = this.value(held);
      if (left !== held) return JSON.stringify(left);
    }
    const left = this.finds(text) ? this.text(text) : text;
    return left.endsWith('…') ? this.withoutBeginning(left) : left;
  }

  /** A text that was cut may end within what is to be taken out. */
  private withoutBeginning(text: string): string {
    const kept = text.slice(0, -1).toLowerCase();
    for (const sought of this.all)
      for (let length = sought.length - 1; length >= LEAST; length--)
        if (kept.endsWith(sought.slice(0, length).toLowerCase())) return `${text.slice(0, -1 - length)}${REDACTED}…`;
    return text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As parts of a pattern, the longest first; letters may be composed or not, and signs escaped as in JSON that was cut. */
const spellings = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [text.normalize('NFC'), text.normalize('NFD'), text, escaped(text)]))]
    .filter((text) => text.trim())
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
