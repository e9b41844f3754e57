/** The grammar of the text form. What it reads becomes the JSON form, whose meaning is checked elsewhere. */
import { errorMessages } from './expected.js';
import { FilterParser, type Json, type Rule } from './grammar-filters.js';
import * as t from './tokens.js';

class QueryParser extends FilterParser {
  /** `FROM model { clause }` */
  readonly query = this.RULE('query', (): Json => {
    const query: Json = {};
    this.CONSUME(t.From);
    const from = this.SUBRULE(this.model);
    this.ACTION(() => (query['from'] = from));
    this.MANY(() => {
      const clause = this.SUBRULE(this.clause);
      this.ACTION(() => Object.assign(query, clause));
    });
    return query;
  });

  private readonly model = this.RULE('model', (): string => {
    let model = this.SUBRULE(this.name);
    this.MANY(() => {
      this.CONSUME(t.Minus);
      model += `-${this.SUBRULE2(this.name)}`;
    });
    return model;
  });

  private readonly clause: Rule<Json> = this.RULE('clause', () =>
    this.OR<Json>([
      { ALT: () => this.fieldsClause() },
      { ALT: () => (this.CONSUME(t.Columns), { select: this.SUBRULE2(this.paths) }) },
      { ALT: () => (this.CONSUME(t.Where), { filters: this.SUBRULE(this.anyOf) }) },
      { ALT: () => this.orderClause() },
      { ALT: () => this.traverseClause() },
      { ALT: () => (this.CONSUME(t.Output), { output: this.SUBRULE(this.output) }) },
      { ALT: () => (this.CONSUME(t.Limit), { limit: Number(this.CONSUME(t.Integer).image) }) },
    ]),
  );

  private fieldsClause(): Json {
    this.OR2([{ ALT: () => this.CONSUME(t.Fields) }, { ALT: () => this.CONSUME(t.Select) }]);
    return { fields: this.SUBRULE(this.paths) };
  }

  private traverseClause(): Json {
    const traverse: unknown[] = [];
    this.OR3([{ ALT: () => this.CONSUME(t.With) }, { ALT: () => this.CONSUME(t.Traverse) }]);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => traverse.push(this.SUBRULE(this.traversal)) });
    return { traverse };
  }

  private orderClause(): Json {
    const order: string[] = [];
    this.CONSUME(t.Order);
    this.CONSUME(t.By);
    this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: () => order.push(this.SUBRULE(this.orderKey)) });
    return { order };
  }

  /** `name`, `name DESC` or `-name` */
  private readonly orderKey = this.RULE('orderKey', (): string => {
    let descending = this.OPTION(() => this.CONSUME(t.Minus)) !== undefined;
    const path = this.SUBRULE(this.path);
    this.OPTION2(() => {
      descending = this.OR([{ ALT: () => (this.CONSUME(t.Asc), false) }, { ALT: () => (this.CONSUME(t.Desc), true) }]);
    });
    return `${descending ? '-' : ''}${path}`;
  });

  private readonly output = this.RULE('output', () =>
    this.OR([{ ALT: () => (this.CONSUME(t.List), 'list') }, { ALT: () => (this.CONSUME(t.Graph), 'graph') }]),
  );

  private readonly paths = this.RULE('paths', () => {
    const paths: string[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => paths.push(this.SUBRULE(this.path)) });
    return paths;
  });

  private readonly traversal = this.RULE('trail', () => {
    const segments: Array<{ name: string; hidden: boolean }> = [];
    this.AT_LEAST_ONE_SEP({ SEP: t.Dot, DEF: () => segments.push(this.SUBRULE(this.step)) });
    return this.ACTION(() =>
      segments.some(({ hidden }) => hidden) ? { segments } : segments.map(({ name }) => name).join('.'),
    );
  });

  private readonly step = this.RULE('step', () =>
    this.OR([
      { ALT: () => ({ name: this.SUBRULE(this.name), hidden: false }) },
      {
        ALT: () => {
          this.CONSUME(t.Open);
          const name = this.SUBRULE2(this.name);
          this.CONSUME(t.Close);
          return { name, hidden: true };
        },
      },
    ]),
  );

  constructor() {
    super(t.TOKENS, { maxLookahead: 2, errorMessageProvider: errorMessages, skipValidations: true });
    this.performSelfAnalysis();
  }
}

/** The parser; it holds the state of one parse, and none takes longer than a turn of the event loop. */
export const parser = new QueryParser();
