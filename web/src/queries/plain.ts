/**
 * Queries as the form puts them together: groups of conditions, of which all, any or none hold, over what links lead to, how many
 * there are, and what must hold of these. It is written as the text of a query, and read back from texts that say no more than this.
 */
import { formOf, type Column, type Kind } from '../api/kinds.js';
import { linksOf } from './complete.js';
import { clausesOf, type Token } from './words.js';

/** What a condition asks, as the texts of the page name it. */
export const TESTS = [
  ...(['is', 'is-not', 'one-of', 'none-of', 'contains', 'contains-not', 'less', 'most', 'more', 'least'] as const),
  ...(['yes', 'no', 'empty', 'filled', 'has', 'has-none'] as const),
  ...(['count-less', 'count-most', 'count-more', 'count-least', 'count-is', 'count-is-not'] as const),
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
  /** As it is typed: a code is the number of its word; several values have a semicolon between them. */
  value: string;
  /** The column that it is compared with in place of a value: `rpo`, or `outer.rto` of the object around. */
  other?: string;
  /** What must hold of those that links lead to. */
  where?: PlainGroup;
}

/** Conditions, and how they join. */
export interface PlainGroup {
  join: 'all' | 'any' | 'none';
  parts: readonly PlainPart[];
}
export type PlainPart = PlainCondition | PlainGroup;

export interface PlainQuery {
  from: string;
  shown: readonly Way[];
  where: PlainGroup;
  order: { column: string; descending: boolean } | null;
  limit: string;
}

type Kinds = ReadonlyMap<string, Kind>;

/** The form takes so many links one after the other. */
export const MOST_LINKS = 3;

/** And so many groups and conditions of related objects within each other. */
export const MOST_DEPTH = 3;

/** More brackets than that are not looked into. */
const MOST_BRACKETS = 30;

const SIGNS: Partial<Record<PlainTest, string>> = {
  is: '=',
  'is-not': '!=',
  less: '<',
  most: '<=',
  more: '>',
  least: '>=',
};
const COUNTED = 'count-';
const WITHOUT_VALUE = new Set<PlainTest>(['yes', 'no', 'empty', 'filled', 'has', 'has-none', 'over', 'not-over']);
const COMPARED = new Set<PlainTest>([...(Object.keys(SIGNS) as PlainTest[]), 'before', 'after']);

const EVERYTHING: PlainGroup = { join: 'all', parts: [] };

export const isGroup = (part: PlainPart): part is PlainGroup => 'parts' in part;

/** Whether a condition says all that it needs. */
export const isWhole = ({ links, column, test, value, other }: PlainCondition): boolean =>
  (column !== '' || links.length > 0) && (WITHOUT_VALUE.has(test) || value.trim() !== '' || other !== undefined);

export const takesValue = (test: PlainTest): boolean => !WITHOUT_VALUE.has(test);

/** Whether it asks how many there are. */
export const isCount = (test: PlainTest): boolean => test.startsWith(COUNTED);

/** Whether what it compares with may be another column. */
export const takesColumn = (test: PlainTest): boolean => COMPARED.has(test);

/** The values of a list. */
export const valuesIn = (value: string): string[] =>
  value
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);

/** What can be asked of a column, or of what so many links lead to; the first is the usual. */
export function testsOf(column: Column | undefined, links = 0): readonly PlainTest[] {
  // The number of related objects is that of one relation.
  if (!column) return ['has', 'has-none', ...(links === 1 ? TESTS.filter(isCount) : [])];
  switch (formOf(column)) {
    case 'level':
    case 'code':
      return ['is', 'is-not', 'one-of', 'none-of', 'least', 'most', 'empty', 'filled'];
    case 'number':
    case 'minutes':
      return ['is', 'is-not', 'one-of', 'none-of', 'less', 'most', 'more', 'least', 'empty', 'filled'];
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
      return ['contains', 'contains-not', 'is', 'is-not', 'one-of', 'none-of', 'empty', 'filled'];
  }
}

/** The columns of a kind with which a column can be compared: what is stored in the same form. */
export const comparableWith = (column: Column, { columns }: Kind): Column[] =>
  columns.filter((one) => testsOf(one).some(takesColumn) && sortOf(one) === sortOf(column));

const sortOf = ({ kind }: Column): string => (kind === 'html' || kind === 'string' ? 'text' : kind);

/** How many groups and conditions of related objects are within each other. */
const depthOf = ({ parts }: PlainGroup): number =>
  Math.max(
    0,
    ...parts.map((part) => {
      const inner = isGroup(part) ? part : part.where;
      return inner ? 1 + depthOf(inner) : 0;
    }),
  );

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
  ...{ from: kind.path, where: EVERYTHING, order: null, limit: '' },
  shown: [{ links: [], column: kind.label ?? 'id' }],
});

/** The text of a query, a clause to a line. Conditions that are not whole yet are left out. */
export function textOf(query: PlainQuery, kinds: Kinds): string {
  const { from, shown, order, limit } = query;
  const where = groupText(query.where, from, kinds);
  return [
    `FROM ${from}`,
    ...(shown.length ? [`FIELDS ${shown.map(pathOf).join(', ')}`] : []),
    ...(where ? [`WHERE ${where}`] : []),
    ...(order ? [`ORDER BY ${order.column}${order.descending ? ' DESC' : ''}`] : []),
    ...(limit ? [`LIMIT ${limit}`] : []),
  ].join('\n');
}

export const pathOf = ({ links, column }: Way): string => [...links, column].join('.');

/** The text of a group; empty where nothing in it is whole. */
function groupText({ join, parts }: PlainGroup, from: string, kinds: Kinds): string {
  const texts = parts.map((part) => partText(part, from, kinds)).filter(Boolean);
  if (join !== 'none') return texts.join(join === 'any' ? ' OR ' : ' AND ');
  return texts.length ? `NOT (${texts.join(' OR ')})` : '';
}

function partText(part: PlainPart, from: string, kinds: Kinds): string {
  if (!isGroup(part)) return isWhole(part) ? conditionText(part, from, kinds) : '';
  const text = groupText(part, from, kinds);
  return text && part.join !== 'none' && part.parts.length > 1 ? `(${text})` : text;
}

function conditionText(condition: PlainCondition, from: string, kinds: Kinds): string {
  const { links, test, other, where } = condition;
  const path = pathOf(condition);
  const column = columnAt(from, condition, kinds);
  const value = other === undefined ? valueText(condition.value.trim(), column) : `column(${other})`;
  const values = (): string =>
    valuesIn(condition.value)
      .map((one) => valueText(one, column))
      .join(', ');
  const end = where && kindAt(from, links, kinds);
  const inner = end ? groupText(where, end.path, kinds) : '';
  if (isCount(test)) {
    const sign = SIGNS[test.slice(COUNTED.length) as PlainTest]!;
    return `COUNT(${links[0]!}${inner && ` WHERE ${inner}`}) ${sign} ${condition.value.trim()}`;
  }
  switch (test) {
    case 'has':
      return existsText(links, inner);
    case 'has-none':
      return `NOT ${existsText(links, inner)}`;
    case 'one-of':
      return `${path} IN (${values()})`;
    case 'none-of':
      return `${path} NOT IN (${values()})`;
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

/** What must hold is in brackets: without them it would go on to what follows. */
function existsText([first, ...rest]: readonly string[], inner: string): string {
  const conditions = rest.length ? existsText(rest, inner) : inner;
  return `EXISTS ${first!}${conditions && ` WHERE (${conditions})`}`;
}

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
    ...{ from: '', shown: [], where: EVERYTHING, order: null, limit: '' },
  };
  const seen = new Set<string>();
  for (const { name, tokens } of clauses) {
    const clause = name === 'SELECT' ? 'FIELDS' : name;
    if (seen.has(clause) || !tokens.length) return null;
    seen.add(clause);
    const reader = new Reader(tokens, kinds, read.from);
    if (clause === 'FROM') read.from = reader.word();
    else if (clause === 'FIELDS') read.shown = reader.paths();
    else if (clause === 'WHERE') read.where = reader.where();
    else if (clause === 'ORDER') read.order = reader.order();
    else if (clause === 'LIMIT') read.limit = reader.word();
    else return null;
    if (!reader.isDone) return null;
  }
  // What stands before the first clause is lost by the split.
  return /^\s*FROM\b/i.test(text) && kinds.has(read.from) && depthOf(read.where) <= MOST_DEPTH ? read : null;
}

/** Goes through the tokens of a clause; once something does not fit, it is never done. */
class Reader {
  private readonly tokens: readonly string[];
  private at = 0;
  private failed = false;
  private depth = 0;
  /** The paths of the kind that conditions are about, and of those of the objects around it, from within outwards. */
  private around: readonly string[];

  constructor(
    tokens: readonly Token[],
    private readonly kinds: Kinds,
    from: string,
  ) {
    this.tokens = joinedSigns(tokens);
    this.around = [from];
  }

  private get from(): string {
    return this.around[0]!;
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

  where(): PlainGroup {
    return asGroup(this.anyOf());
  }

  private anyOf(): PlainPart {
    const parts = [this.allOf()];
    while (this.takes('OR')) parts.push(this.allOf());
    return joined('any', parts);
  }

  private allOf(): PlainPart {
    const parts = [this.unary()];
    while (this.takes('AND')) parts.push(this.unary());
    return joined('all', parts);
  }

  private unary(): PlainPart {
    if (this.depth > MOST_BRACKETS) this.fail();
    // What cannot be read goes no further.
    if (this.failed) return NOTHING;
    this.depth++;
    const part = this.takes('NOT')
      ? this.negated()
      : this.sees('(')
        ? this.bracketed()
        : this.sees('EXISTS')
          ? this.exists()
          : this.simple();
    this.depth--;
    return part;
  }

  private simple(): PlainPart {
    if (this.sees('COUNT') && this.tokens[this.at + 1] === '(') return this.count();
    return this.attempt(() => this.span()) ?? this.test();
  }

  private bracketed(): PlainPart {
    this.at++;
    const inner = this.anyOf();
    if (!this.takes(')')) this.fail();
    return inner;
  }

  private negated(): PlainPart {
    const inner = this.unary();
    if (isGroup(inner)) return { join: 'none', parts: inner.join === 'any' ? inner.parts : [inner] };
    const opposite = ({ contains: 'contains-not', has: 'has-none' } as const)[inner.test as string];
    return opposite ? { ...inner, test: opposite } : { join: 'none', parts: [inner] };
  }

  private exists(): PlainCondition {
    this.at++;
    const link = this.word();
    const where = this.takes('WHERE') ? this.within(link, () => this.ofRelated()) : undefined;
    if (!kindAt(this.from, [link], this.kinds)) this.fail();
    const condition: PlainCondition = { links: [link], column: '', test: 'has', value: '' };
    if (where === undefined) return condition;
    // One link after the other.
    if (!isGroup(where) && where.test === 'has' && where.links.length < MOST_LINKS)
      return { ...where, links: [link, ...where.links] };
    return { ...condition, where: asGroup(where) };
  }

  /** Conditions in brackets; without them as many as there are, of which only the first may be no plain one. */
  private ofRelated(): PlainPart {
    if (this.sees('(')) return this.bracketed();
    const parts = [this.unary()];
    while (this.sees('AND') && isNameOf(this.tokens[this.at + 1]) && !this.failed) {
      this.at++;
      parts.push(this.simple());
    }
    return joined('all', parts);
  }

  /** `COUNT(relation WHERE …) < 2` */
  private count(): PlainCondition {
    this.at += 2;
    const link = this.word();
    const where = this.takes('WHERE') ? this.within(link, () => this.anyOf()) : undefined;
    if (!this.takes(')') || !kindAt(this.from, [link], this.kinds)) this.fail();
    const test = `${COUNTED}${testOf(this.word()) ?? this.fail('is')}` as PlainTest;
    const value = this.word();
    if (!/^\d+$/.test(value)) this.fail();
    return { links: [link], column: '', test, value, ...(where && { where: asGroup(where) }) };
  }

  /** Reads what is said of the objects that a link leads to. */
  private within<T>(link: string, read: () => T): T {
    const { around } = this;
    this.around = [kindAt(this.from, [link], this.kinds)?.path ?? '', ...around];
    const found = read();
    this.around = around;
    return found;
  }

  /** Reads something that may not be there: then nothing was read. */
  private attempt<T>(read: () => T): T | undefined {
    if (this.failed) return undefined;
    const { at } = this;
    const found = read();
    if (!this.failed) return found;
    this.failed = false;
    this.at = at;
    return undefined;
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
    const [test, value, other] = this.asked(way, column);
    if (!column || !testsOf(column).includes(test)) this.fail();
    return { ...way, test, value, ...(other !== undefined && { other }) };
  }

  private asked(way: Way, column: Column | undefined): [test: PlainTest, value: string, other?: string] {
    if (this.takes('IS')) {
      const isNot = this.takes('NOT');
      if (this.takes('NULL')) return [isNot ? 'filled' : 'empty', ''];
      if (!isNot && this.takes('TRUE')) return ['yes', ''];
      if (!isNot && this.takes('FALSE')) return ['no', ''];
      this.fail();
    }
    const isNoneOf = this.takes('NOT');
    if (isNoneOf && !this.sees('IN')) this.fail();
    if (this.takes('IN')) return [isNoneOf ? 'none-of' : 'one-of', this.list(column)];
    if (this.takes('LIKE')) {
      const [, inner] = /^%([^%_]*)%$/.exec(this.value()) ?? [];
      return ['contains', inner ?? this.fail()];
    }
    const sign = this.word();
    if (this.sees('COLUMN') || /^outer\./i.test(this.tokens[this.at] ?? '')) {
      const other = this.other(column);
      const time = { '<': 'before', '>': 'after' } as const;
      return [(this.isTime(way) ? time[sign as '<'] : testOf(sign)) ?? this.fail('is'), '', other];
    }
    const value = this.value();
    if (this.isTime(way)) {
      if (value === 'today') return [sign === '<' ? 'over' : sign === '>=' ? 'not-over' : 'is', ''];
      return [
        /^\d{4}-\d\d-\d\d$/.test(value) ? (sign === '<' ? 'before' : sign === '>' ? 'after' : 'is') : 'is',
        value,
      ];
    }
    return [testOf(sign) ?? this.fail('is'), this.codeOr(value, column)];
  }

  private list(column: Column | undefined): string {
    const end = this.takes('(') ? ')' : this.takes('[') ? ']' : this.fail();
    const values = [this.codeOr(this.value(), column)];
    while (this.takes(',')) values.push(this.codeOr(this.value(), column));
    if (!this.takes(end) || values.some((one) => one.includes(';') || one.trim() !== one || !one)) this.fail();
    return values.join('; ');
  }

  /** `column(rpo)`, `column(outer.rto)`, `outer.rto`: the column of this object, or of one around it, as it can be compared. */
  private other(column: Column | undefined): string {
    const isNamed = this.takes('COLUMN');
    if (isNamed && !this.takes('(')) this.fail();
    const other = this.word();
    if (isNamed && !this.takes(')')) this.fail();
    const [, out = '', name] = /^((?:outer\.)*)([^.]+)$/i.exec(other) ?? [];
    const kind = this.kinds.get(this.around[out.split('.').length - 1] ?? '');
    if (!kind || !column || !comparableWith(column, kind).some((one) => one.name === name)) this.fail();
    return `${out.toLowerCase()}${name!}`;
  }

  /** The number of a code in place of its word, in either language; a value as it is. */
  private codeOr(value: string, column: Column | undefined): string {
    if (!column?.codes) return value;
    const code = column.codes.find(({ code: number, en, fr }) =>
      [String(number), en, fr].some((word) => word?.toLowerCase() === value.toLowerCase()),
    );
    return code ? String(code.code) : this.fail();
  }

  private isTime(way: Way): boolean {
    return /^(day|moment)$/.test(columnAt(this.from, way, this.kinds)?.kind ?? '');
  }

  private value(): string {
    const word = this.word();
    if (/^["']/.test(word)) return word.slice(1, -1).replace(/\\([^])/g, '$1');
    if (!/^[-\p{L}\p{N}_]/u.test(word) || /^(null|true|false)$/i.test(word)) this.fail();
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

const NOTHING: PlainCondition = { links: [], column: '', test: 'is', value: '' };

/** Several parts as a group; one by itself is no group. */
const joined = (join: 'all' | 'any', parts: readonly PlainPart[]): PlainPart =>
  parts.length === 1 ? parts[0]! : { join, parts };

const asGroup = (part: PlainPart): PlainGroup => (isGroup(part) ? part : { join: 'all', parts: [part] });

/** Returns true if a plain condition begins with this token. */
const isNameOf = (token = ''): boolean => /^[`\p{L}_]/u.test(token) && !/^(NOT|EXISTS)$/i.test(token);

const testOf = (sign: string): PlainTest | undefined =>
  (Object.keys(SIGNS) as PlainTest[]).find((one) => SIGNS[one] === (sign === '<>' ? '!=' : sign));

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
