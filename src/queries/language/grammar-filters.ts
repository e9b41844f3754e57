/** The grammar of filters and values in the text form, with the names that they share with all else. */
import { EmbeddedActionsParser, tokenMatcher, type ParserMethod, type TokenType } from 'chevrotain';
import * as t from './tokens.js';

/** A part of the JSON form. */
export type Json = Record<string, unknown>;
export type Rule<T> = ParserMethod<[], T>;

const COMPARISONS: TokenType[] = [t.Equal, t.NotEqual, t.AtMost, t.AtLeast, t.Less, t.Greater];

export class FilterParser extends EmbeddedActionsParser {
  protected readonly name = this.RULE('name', (): string => this.CONSUME(t.Name).image.replaceAll('`', ''));

  protected readonly path = this.RULE('path', () => {
    const names: string[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: t.Dot, DEF: () => names.push(this.SUBRULE(this.name)) });
    return names.join('.');
  });

  /** `a OR b`: what stands right of OR joins by it, in a group of its own if it is more than one. */
  protected readonly anyOf: Rule<Json[]> = this.RULE('anyOf', () => {
    const parts = this.SUBRULE(this.allOf);
    this.MANY(() => {
      this.CONSUME(t.Or);
      const right = this.SUBRULE2(this.allOf);
      this.ACTION(() => {
        const [only] = right;
        const joinable = right.length === 1 && only!['boolean'] !== 'not';
        parts.push(joinable ? { ...only, boolean: 'or' } : { boolean: 'or', group: right });
      });
    });
    return parts;
  });

  private readonly allOf: Rule<Json[]> = this.RULE('allOf', () => {
    const parts: Json[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: t.And, DEF: () => parts.push(this.SUBRULE(this.unary)) });
    return parts;
  });

  private readonly unary: Rule<Json> = this.RULE('unary', () =>
    this.OR<Json>([
      { ALT: () => (this.CONSUME(t.Not), this.negated(this.SUBRULE(this.unary))) },
      { ALT: () => this.SUBRULE(this.exists) },
      { ALT: () => ({ boolean: 'and', group: this.SUBRULE(this.bracketed) }) },
      { ALT: () => this.SUBRULE(this.simple) },
    ]),
  );

  /** What begins with a name. */
  private readonly simple: Rule<Json> = this.RULE('simple', () =>
    this.OR<Json>({
      // COUNT may be the name of a column, too.
      DEF: [
        { GATE: () => this.LA(2).tokenType === t.Open, ALT: () => this.SUBRULE(this.count) },
        { ALT: () => this.SUBRULE(this.condition) },
      ],
      MAX_LOOKAHEAD: 1,
    }),
  );

  /** `COUNT(relation [WHERE …]) < 2` */
  private readonly count: Rule<Json> = this.RULE('count', () => {
    this.CONSUME(t.Count);
    this.CONSUME(t.Open);
    const part: Json = { count: this.SUBRULE(this.name) };
    this.OPTION(() => {
      this.CONSUME(t.Where);
      const conditions = this.SUBRULE(this.anyOf);
      this.ACTION(() => (part['conditions'] = conditions));
    });
    this.CONSUME(t.Close);
    const operator = this.SUBRULE(this.comparison);
    const value = Number(this.CONSUME(t.Integer).image);
    return { ...part, operator, value };
  });

  private negated(part: Json): Json {
    return this.ACTION(() => {
      if (!('exists' in part)) return { boolean: 'not', group: [part] };
      const { exists, ...rest } = part;
      return { not_exists: exists, ...rest };
    });
  }

  private readonly bracketed: Rule<Json[]> = this.RULE('bracketed', () => {
    this.CONSUME(t.Open);
    const parts = this.SUBRULE(this.anyOf);
    this.CONSUME(t.Close);
    return parts;
  });

  private readonly exists: Rule<Json> = this.RULE('exists', () => {
    this.CONSUME(t.Exists);
    const part: Json = { exists: this.SUBRULE(this.name) };
    this.OPTION(() => {
      this.CONSUME(t.Where);
      const conditions = this.OR([
        { ALT: () => this.SUBRULE(this.bracketed) },
        { ALT: () => this.SUBRULE(this.conditions) },
      ]);
      this.ACTION(() => (part['conditions'] = conditions));
    });
    return part;
  });

  /** Takes as many conditions as there are: brackets end it. Only the first may be of another relation. */
  private readonly conditions: Rule<Json[]> = this.RULE('conditions', () => {
    const parts = [
      this.OR<Json>([
        { ALT: () => (this.CONSUME(t.Not), this.negated(this.SUBRULE(this.unary))) },
        { ALT: () => this.SUBRULE(this.exists) },
        { ALT: () => this.SUBRULE(this.simple) },
      ]),
    ];
    this.MANY({
      GATE: () => tokenMatcher(this.LA(2), t.Name),
      DEF: () => {
        this.CONSUME(t.And);
        parts.push(this.SUBRULE2(this.simple));
      },
    });
    return parts;
  });

  private readonly condition: Rule<Json> = this.RULE('condition', () => {
    const field = this.SUBRULE(this.path);
    const test = this.OR<Json>([
      { ALT: () => ({ operator: this.SUBRULE(this.comparison), ...this.SUBRULE(this.compared) }) },
      { ALT: () => this.SUBRULE(this.wordTest) },
      { ALT: () => this.SUBRULE(this.isTest) },
    ]);
    return { field, ...this.ACTION(() => test) };
  });

  private readonly comparison = this.RULE('comparison', () => {
    const sign = this.OR(COMPARISONS.map((type) => ({ ALT: () => this.CONSUME(type) })));
    return this.ACTION(() => sign.image.replace('<>', '!='));
  });

  /** `[NOT] LIKE value`, `[NOT] IN list` */
  private readonly wordTest: Rule<Json> = this.RULE('wordTest', () => {
    const not = this.OPTION(() => this.CONSUME(t.Not)) ? 'not ' : '';
    return this.OR<Json>([
      { ALT: () => (this.CONSUME(t.Like), { operator: `${not}like`, value: this.SUBRULE(this.scalar) }) },
      { ALT: () => (this.CONSUME(t.In), { operator: `${not}in`, value: this.SUBRULE(this.list) }) },
    ]);
  });

  /** `IS [NOT] NULL`, `IS [NOT] TRUE` */
  private readonly isTest: Rule<Json> = this.RULE('isTest', () => {
    this.CONSUME(t.Is);
    const not = this.OPTION(() => this.CONSUME(t.Not));
    const operator = not ? 'is not' : 'is';
    return this.OR<Json>([
      { ALT: () => (this.CONSUME(t.Null), { operator: not ? '!=' : '=', value: null }) },
      { ALT: () => (this.CONSUME(t.True), { operator, value: true }) },
      { ALT: () => (this.CONSUME(t.False), { operator, value: false }) },
    ]);
  });

  /** A value; or another column: `column(rpo)`, `column(outer.rto)`, `outer.rto`. */
  private readonly compared: Rule<Json> = this.RULE('compared', () =>
    this.OR<Json>({
      DEF: [
        {
          GATE: () => this.LA(2).tokenType === t.Open,
          ALT: () => {
            this.CONSUME(t.Column);
            this.CONSUME(t.Open);
            const column = this.SUBRULE(this.path);
            this.CONSUME(t.Close);
            return { column };
          },
        },
        {
          GATE: () => this.LA(1).tokenType === t.Outer && this.LA(2).tokenType === t.Dot,
          ALT: () => ({ column: this.SUBRULE2(this.path) }),
        },
        { ALT: () => ({ value: this.SUBRULE(this.scalar) }) },
      ],
      MAX_LOOKAHEAD: 1,
    }),
  );

  private readonly list: Rule<unknown[]> = this.RULE('list', () => {
    const values: unknown[] = [];
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Open);
          this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => values.push(this.SUBRULE(this.scalar)) });
          this.CONSUME(t.Close);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.OpenList);
          this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: () => values.push(this.SUBRULE2(this.scalar)) });
          this.CONSUME(t.CloseList);
        },
      },
    ]);
    return values;
  });

  private readonly scalar: Rule<unknown> = this.RULE('scalar', () =>
    this.OR<unknown>([
      {
        ALT: () =>
          this.CONSUME(t.Text)
            .image.slice(1, -1)
            .replace(/\\([^])/g, '$1'),
      },
      { ALT: () => this.SUBRULE(this.numberOrTime) },
      { ALT: () => (this.CONSUME(t.True), true) },
      { ALT: () => (this.CONSUME(t.False), false) },
      { ALT: () => (this.CONSUME(t.Null), null) },
      { ALT: () => this.SUBRULE(this.name) },
    ]),
  );

  /** A number; or a text that is counted from the present, or a date. */
  private readonly numberOrTime = this.RULE('numberOrTime', (): number | string => {
    const sign = this.OPTION(() => this.CONSUME(t.Minus)) ? '-' : '';
    return this.OR<number | string>([
      { ALT: () => `${sign}${this.CONSUME(t.When).image}` },
      { ALT: () => Number(`${sign}${this.CONSUME(t.Decimal).image}`) },
      { ALT: () => Number(`${sign}${this.CONSUME(t.Integer).image}`) },
    ]);
  });
}
