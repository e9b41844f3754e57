/**
 * Queries as the form puts them together: conditions that all hold, or of which one does, over what links lead to. It is written as
 * the text of a query, and read back from texts that say no more than this.
 */
import { formOf, type Column, type Kind } from '../api/kinds.js';
import { linksOf } from './complete.js';
import { clausesOf, type Token } from './words.js';

/** What a condition asks, as the texts of the page name it. */
export const TESTS = [
  ...(['is', 'is-not', 'contains', 'contains-not', 'less', 'most', 'more', 'least'] as const),
  ...(['yes', 'no', 'empty', 'filled', 'has', 'has-none'] as const),
  ...(['over', 'not-over', 'ahead', 'behind', 'before', 'after'] as const),
] as const;
export type PlainTest = (typeof TESTS)[number];

/** A column over some links; without a column: what the links lead to, of which there is one or none. */
export interface Way {
  links: readonly string[];
  column: string;
}

export interface PlainCondition extends Way {
  test: PlainTest;
  /** As it is typed: a code is the number of its word. */
  value: string;
}

export interface PlainQuery {
  from: string;
  shown: readonly Way[];
  conditions: readonly PlainCondition[];
  /** One of the conditions suffices. */
  any: boolean;
  order: { column: string; descending: boolean } | null;
  limit: string;
}

type Kinds = ReadonlyMap<string, Kind>;

/** The form takes so many links one after the other. */
export const MOST_LINKS = 3;

const SIGNS: Partial<Record<PlainTest, string>> = {
  is: '=',
  'is-not': '!=',
  less: '<',
  most: '<=',
  more: '>',
  least: '>=',
};
const WITHOUT_VALUE = new Set<PlainTest>(['yes', 'no', 'empty', 'filled', 'has', 'has-none', 'over', 'not-over']);

/** Whether a condition says all that it needs. */
export const isWhole = ({ links, column, test, value }: PlainCondition): boolean =>
  (column !== '' || links.length > 0) && (WITHOUT_VALUE.has(test) || value.trim() !== '');

export const takesValue = (test: PlainTest): boolean => !WITHOUT_VALUE.has(test);

/** What can be asked of a column, or of what links lead to; the first is the usual. */
export function testsOf(column: Column | undefined): readonly PlainTest[] {
  if (!column) return ['has', 'has-none'];
  switch (formOf(column)) {
    case 'level':
    case 'code':
      return ['is', 'is-not', 'least', 'most', 'empty', 'filled'];
    case 'number':
    case 'minutes':
      return ['is', 'is-not', 'less', 'most', 'more', 'least', 'empty', 'filled'];
    case 'flag':
      return ['yes', 'no', 'empty'];
    case 'day':
    case 'moment':
      return ['over', 'not-over', 'ahead', 'behind', 'before', 'after', 'empty', 'filled'];
    case 'data':
    case 'numbers':
    case 'reference':
      return ['empty', 'filled'];
    default:
      return ['contains', 'contains-not', 'is', 'is-not', 'empty', 'filled'];
  }
}

/** The kind that links lead to from another one; undefined where one of them is none. */
export function kindAt(from: string, links: readonly string[], kinds: Kinds): Kind | undefined {
  let kind = kinds.get(from);
  for (const link of links) {
    const target: string | undefined = kind && linksOf(kind).find(({ name }) => name === link)?.target;
    kind = target === undefined ? undefined : kinds.get(target);
  }
  return kind;
}

export const columnAt = (from: string, { links, column }: Way, kinds: Kinds): Column | undefined =>
  kindAt(from, links, kinds)?.columns.find(({ name }) => name === column);

/** A question about a kind that asks nothing yet: its objects by their names. */
export const questionAbout = (kind: Kind): PlainQuery => ({
  ...{ from: kind.path, conditions: [], any: false, order: null, limit: '' },
  shown: [{ links: [], column: kind.label ?? 'id' }],
});

/** The text of a query, a clause to a line. Conditions that are not whole yet are left out. */
export function textOf(query: PlainQuery, kinds: Kinds): string {
  const { from, shown, any, order, limit } = query;
  const conditions = query.conditions.filter(isWhole).map((one) => conditionText(one, columnAt(from, one, kinds)));
  return [
    `FROM ${from}`,
    ...(shown.length ? [`FIELDS ${shown.map(pathOf).join(', ')}`] : []),
    ...(conditions.length ? [`WHERE ${conditions.join(any ? ' OR ' : ' AND ')}`] : []),
    ...(order ? [`ORDER BY ${order.column}${order.descending ? ' DESC' : ''}`] : []),
    ...(limit ? [`LIMIT ${limit}`] : []),
  ].join('\n');
}

export const pathOf = ({ links, column }: Way): string => [...links, column].join('.');

function conditionText(condition: PlainCondition, column: Column | undefined): string {
  const { links, test } = condition;
  const path = pathOf(condition);
  const value = valueText(condition.value.trim(), column);
  switch (test) {
    case 'has':
      return `(${existsText(links)})`;
    case 'has-none':
      return `NOT (${existsText(links)})`;
    case 'contains':
      return `${path} LIKE ${quoted(`%${condition.value.trim()}%`)}`;
    case 'contains-not':
      return `NOT ${path} LIKE ${quoted(`%${condition.value.trim()}%`)}`;
    case 'empty':
      return `${path} IS NULL`;
    case 'filled':
      return `${path} IS NOT NULL`;
    case 'yes':
      return `${path} IS TRUE`;
    case 'no':
      return `${path} IS FALSE`;
    case 'over':
      return `${path} < today`;
    case 'not-over':
      return `${path} >= today`;
    case 'ahead':
      return `(${path} >= today AND ${path} <= ${condition.value.trim()}d)`;
    case 'behind':
      return `(${path} >= -${condition.value.trim()}d AND ${path} <= today)`;
    case 'before':
      return `${path} < ${value}`;
    case 'after':
      return `${path} > ${value}`;
    default:
      return `${path} ${SIGNS[test]!} ${value}`;
  }
}

const existsText = ([first, ...rest]: readonly string[]): string =>
  `EXISTS ${first!}${rest.length ? ` WHERE ${existsText(rest)}` : ''}`;

/** Numbers and dates as they stand, codes by their words, all else in quotes. */
function valueText(value: string, column: Column | undefined): string {
  const code = column?.codes?.find((one) => String(one.code) === value);
  if (code) return quoted(code.en);
  return /^-?\d+(\.\d+)?$/.test(value) && column?.kind === 'number'
    ? value
    : /^\d{4}-\d\d-\d\d$/.test(value)
      ? value
      : quoted(value);
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The query of a text; null where it says what the form cannot, or nothing that is right. */
export function readPlain(text: string, kinds: Kinds): PlainQuery | null {
  const clauses = clausesOf(text);
  const read: { -readonly [K in keyof PlainQuery]: PlainQuery[K] } = {
    ...{ from: '', shown: [], conditions: [], any: false, order: null, limit: '' },
  };
  const seen = new Set<string>();
  for (const { name, tokens } of clauses) {
    const clause = name === 'SELECT' ? 'FIELDS' : name;
    if (seen.has(clause) || !tokens.length) return null;
    seen.add(clause);
    const reader = new Reader(tokens, kinds, read.from);
    if (clause === 'FROM') read.from = reader.word();
    else if (clause === 'FIELDS') read.shown = reader.paths();
    else if (clause === 'WHERE') Object.assign(read, reader.conditions());
    else if (clause === 'ORDER') read.order = reader.order();
    else if (clause === 'LIMIT') read.limit = reader.word();
    else return null;
    if (!reader.isDone) return null;
  }
  // What stands before the first clause is lost by the split.
  return /^\s*FROM\b/i.test(text) && kinds.has(read.from) ? read : null;
}

/** Goes through the tokens of a clause; once something does not fit, it is never done. */
class Reader {
  private readonly tokens: readonly string[];
  private at = 0;
  private failed = false;

  constructor(
    tokens: readonly Token[],
    private readonly kinds: Kinds,
    private readonly from: string,
  ) {
    this.tokens = joinedSigns(tokens);
  }

  get isDone(): boolean {
    return !this.failed && this.at === this.tokens.length;
  }

  word(): string {
    return this.tokens[this.at++] ?? this.fail();
  }

  paths(): Way[] {
    const ways = [this.way()];
    while (this.takes(',')) ways.push(this.way());
    return ways;
  }

  order(): PlainQuery['order'] {
    if (!this.takes('BY')) this.fail();
    const isDown = this.takes('-');
    const { links, column } = this.way();
    if (links.length) this.fail();
    const descending = this.takes('DESC') || isDown;
    if (!descending) this.takes('ASC');
    return { column, descending };
  }

  conditions(): Pick<PlainQuery, 'conditions' | 'any'> {
    const conditions = [this.condition()];
    const any = this.sees('OR');
    while (this.takes(any ? 'OR' : 'AND')) conditions.push(this.condition());
    return { conditions, any };
  }

  private condition(): PlainCondition {
    if (this.takes('(')) {
      const inner = this.sees('EXISTS') ? this.exists('has') : this.span();
      if (!this.takes(')')) this.fail();
      return inner;
    }
    if (!this.takes('NOT')) return this.sees('EXISTS') ? this.bareExists('has') : this.test();
    if (this.takes('(')) {
      const inner = this.exists('has-none');
      if (!this.takes(')')) this.fail();
      return inner;
    }
    if (this.sees('EXISTS')) return this.bareExists('has-none');
    const test = this.test();
    if (test.test !== 'contains') this.fail();
    return { ...test, test: 'contains-not' };
  }

  /** Without brackets conditions that follow would be of the related object. */
  private bareExists(test: PlainTest): PlainCondition {
    const exists = this.exists(test);
    if (exists.links.length > 1) this.fail();
    return exists;
  }

  private exists(test: PlainTest): PlainCondition {
    const links: string[] = [];
    do {
      if (!this.takes('EXISTS')) this.fail();
      links.push(this.word());
    } while (this.takes('WHERE') && !this.failed);
    if (!kindAt(this.from, links, this.kinds) || links.length > MOST_LINKS) this.fail();
    return { links, column: '', test, value: '' };
  }

  /** `c >= today AND c <= 30d` */
  private span(): PlainCondition {
    const [first, from, , last, to] = [
      this.way(),
      this.after('>='),
      this.takes('AND') || this.fail(),
      this.way(),
      this.after('<='),
    ];
    const [, ahead] = from === 'today' ? (/^(\d+)d$/.exec(to) ?? []) : [];
    const [, behind] = to === 'today' ? (/^-(\d+)d$/.exec(from) ?? []) : [];
    const value = ahead ?? behind ?? this.fail();
    if (pathOf(first) !== pathOf(last) || !this.isTime(first)) this.fail();
    return { ...first, test: ahead === undefined ? 'behind' : 'ahead', value };
  }

  private after(sign: string): string {
    return this.takes(sign) ? this.word() : this.fail();
  }

  private test(): PlainCondition {
    const way = this.way();
    const column = columnAt(this.from, way, this.kinds);
    const [test, value] = this.asked(way, column);
    if (!column || !testsOf(column).includes(test)) this.fail();
    return { ...way, test, value };
  }

  private asked(way: Way, column: Column | undefined): [PlainTest, string] {
    if (this.takes('IS')) {
      const isNot = this.takes('NOT');
      if (this.takes('NULL')) return [isNot ? 'filled' : 'empty', ''];
      if (!isNot && this.takes('TRUE')) return ['yes', ''];
      if (!isNot && this.takes('FALSE')) return ['no', ''];
      this.fail();
    }
    if (this.takes('LIKE')) {
      const [, inner] = /^%([^%_]*)%$/.exec(this.value()) ?? [];
      return ['contains', inner ?? this.fail()];
    }
    const sign = this.word();
    const value = this.value();
    if (this.isTime(way)) {
      if (value === 'today') return [sign === '<' ? 'over' : sign === '>=' ? 'not-over' : 'is', ''];
      return [
        /^\d{4}-\d\d-\d\d$/.test(value) ? (sign === '<' ? 'before' : sign === '>' ? 'after' : 'is') : 'is',
        value,
      ];
    }
    const test = (Object.keys(SIGNS) as PlainTest[]).find((one) => SIGNS[one] === (sign === '<>' ? '!=' : sign));
    const code = column?.codes?.find((one) =>
      [one.en, one.fr].some((word) => word?.toLowerCase() === value.toLowerCase()),
    );
    return [test ?? this.fail('is'), code ? String(code.code) : value];
  }

  private isTime(way: Way): boolean {
    return /^(day|moment)$/.test(columnAt(this.from, way, this.kinds)?.kind ?? '');
  }

  private value(): string {
    const word = this.word();
    if (/^["']/.test(word)) return word.slice(1, -1).replace(/\\([^])/g, '$1');
    if (!/^[-\p{L}\p{N}_]/u.test(word) || /^(null|true|false|column|outer.*)$/i.test(word)) this.fail();
    return word;
  }

  /** A column that there is, over links. */
  private way(): Way {
    const links = this.word().split('.');
    const column = links.pop()!;
    if (links.length > MOST_LINKS || !columnAt(this.from, { links, column }, this.kinds)) this.fail();
    return { links, column };
  }

  private sees = (word: string): boolean => this.tokens[this.at]?.toUpperCase() === word;

  private takes(word: string): boolean {
    const there = this.sees(word);
    if (there) this.at++;
    return there;
  }

  private fail<T extends string = ''>(stand: T = '' as T): T {
    this.failed = true;
    return stand;
  }
}

/** Texts of tokens; signs that belong together are one: `<=`, `-30d`. */
function joinedSigns(tokens: readonly Token[]): string[] {
  const texts: string[] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const touches = before?.kind === 'sign' && before.to === token.from;
    const last = texts.at(-1)!;
    const joins = touches && (/^(<>?|>|!)$/.test(last) ? /^[=>]$/ : last === '-' ? /^\d/ : /^$/).test(token.text);
    if (joins) texts[texts.length - 1] = last + token.text;
    else texts.push(token.text);
  });
  return texts;
}
