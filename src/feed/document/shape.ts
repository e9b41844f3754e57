/** Checks that values are of the kinds that a document has; what is wrong is collected by field. */
import { type Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { parseDateTime } from '../../core/text/dates.js';
import { nearest } from '../../core/text/naming.js';
import { MAX_RULES } from './limits.js';

/** Ways to find the object that is meant (feeding 2). */
export const RULES: ReadonlySet<string> = new Set([
  ...['name', 'serial', 'mac', 'cidr', 'name+ends', 'flow', 'cable', 'host', 'ip', 'vid'],
]);

/** Longer names are no slips of the pen. */
const MAX_NAME = 40;
const CONTROL = /[\u0000-\u001f\u007f]/;
/** RFC 3339: a moment needs its offset, since tools stand in other zones. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** One line of whole characters. */
export const isLine = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed();

/** Reads members of one object. What is not there is undefined; what is wrong is collected, and undefined too. */
export class Members {
  constructor(
    private readonly value: Readonly<Record<string, unknown>>,
    private readonly problems: Problems,
    /** Where the object stands: `items.3.`, or nothing. */
    private readonly place: string,
  ) {}

  /** Collects the members that are not among these, each with the one that may be meant. */
  only(names: ReadonlySet<string>): void {
    for (const name of Object.keys(this.value)) {
      if (names.has(name)) continue;
      const near = name.length > MAX_NAME ? undefined : nearest(name, names);
      if (near === undefined) this.problems.add(this.key(name), 'unknownField');
      else this.problems.add(this.key(name), 'unknownFieldNear', { near });
    }
  }

  text(name: string, max: number, required = false): string | undefined {
    const value = this.get(name, required);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.refuse(name, 'string');
    if (value.length > max) return this.refuse(name, 'maxText', { max });
    return isLine(value) ? value : this.refuse(name, 'characters');
  }

  /** A text that is compared exactly, be it that databases take no heed of blanks at its end: it has none. */
  exactText(name: string, max: number): string | undefined {
    const value = this.text(name, max);
    return value?.endsWith(' ') ? this.refuse(name, 'endsBlank') : value;
  }

  /** A moment; digits behind those of a microsecond are dropped, for which there is no room. */
  moment(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const isMoment = typeof value === 'string' && MOMENT.test(value) && parseDateTime(value) !== undefined;
    return isMoment ? value.replace(/(\.\d{6})\d+/, '$1') : this.refuse(name, 'date');
  }

  integer(name: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value)) return this.refuse(name, 'integer');
    if ((value as number) < min) return this.refuse(name, 'min', { min });
    return (value as number) > max ? this.refuse(name, 'max', { max }) : (value as number);
  }

  /** A list of no more than so many elements. */
  list(name: string, max: number): unknown[] | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return this.refuse(name, 'array');
    return value.length > max ? this.refuse(name, 'tooManyItems', { max }) : value;
  }

  /** One text, or a list of texts. */
  texts(name: string, max: number, length: number): string[] | undefined {
    const value = this.get(name);
    const texts = typeof value === 'string' ? [value] : this.list(name, max);
    if (!texts) return undefined;
    for (const text of texts) {
      if (typeof text !== 'string') return this.refuse(name, 'string');
      if (text.length > length) return this.refuse(name, 'maxText', { max: length });
      if (!isLine(text)) return this.refuse(name, 'characters');
    }
    return texts as string[];
  }

  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.refuse(name, 'boolean');
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.get(name);
    return value === undefined || choices.includes(value as T)
      ? (value as T | undefined)
      : this.refuseChoice(name, choices);
  }

  /** Tells what else the member may be. */
  refuseChoice(name: string, choices: Iterable<string>): undefined {
    return this.refuse(name, 'oneOf', { allowed: [...choices].join(', ') });
  }

  object(name: string, required = false): Record<string, unknown> | undefined {
    const value = this.get(name, required);
    if (value === undefined || isObject(value)) return value;
    return this.refuse(name, 'object');
  }

  /** Rules of identity, in their order. */
  rules(name: string): string[] | undefined {
    const value = this.list(name, MAX_RULES);
    if (value === undefined) return undefined;
    if (!value.length) return this.refuse(name, 'noItems');
    return value.every((rule) => RULES.has(rule as string)) ? (value as string[]) : this.refuseChoice(name, RULES);
  }

  /** The members of a member. */
  within(name: string): Members | undefined {
    const value = this.object(name);
    return value && new Members(value, this.problems, `${this.key(name)}.`);
  }

  private get(name: string, required = false): unknown {
    const value = Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return value === undefined && required ? this.refuse(name, 'required') : value;
  }

  private refuse(
    name: string,
    ...[key, values]: [Parameters<Problems['add']>[1], Record<string, number | string>?]
  ): undefined {
    this.problems.add(this.key(name), key, { field: name, ...values });
  }

  private key(name: string): string {
    return `${this.place}${name}`;
  }
}
