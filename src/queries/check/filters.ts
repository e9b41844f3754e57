/** Checks the filters of a query: names, operators and values. */
import type { Problems } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import type { Times } from '../../core/text/moments.js';
import { classOf, type Field, type FilterValue } from '../../engine/index.js';
import type { ColumnTest, Count, Exists, Filter, Path, Test } from '../language/tree.js';
import type { CheckedFilter, Column } from './checked.js';
import type { Model } from './model-map.js';
import type { NameResolver } from './name-resolver.js';
import { compared, fits } from './literals.js';

/** Before a column of the object around. */
const OUTER = 'outer';

/** The model that filters are about, then those of the objects around it, from within outwards. */
type Models = readonly [Model, ...Model[]];

export class FilterCheck {
  constructor(
    private readonly names: NameResolver,
    private readonly problems: Problems,
    private readonly times: Times,
  ) {}

  /** The filters over a model; those that are wrong are left out, and reported. */
  all(parts: readonly Filter[], models: Models): CheckedFilter[] {
    return parts.map((part) => this.one(part, models)).filter((part) => part !== undefined);
  }

  private one(part: Filter, models: Models): CheckedFilter | undefined {
    switch (part.kind) {
      case 'test':
        return this.test(part, models[0]);
      case 'columns':
        return this.columns(part, models);
      case 'exists':
        return this.exists(part, models);
      case 'count':
        return this.count(part, models);
      case 'group':
        return { kind: 'group', join: part.join, parts: this.all(part.parts, models) };
    }
  }

  private exists({ key, join, negated, relation: name, parts }: Exists, models: Models): CheckedFilter | undefined {
    const relation = this.names.relation(models[0], name, `${key}.${negated ? 'not_exists' : 'exists'}`);
    return (
      relation && { kind: 'exists', join, negated, relation, parts: this.all(parts, [relation.target, ...models]) }
    );
  }

  private count(
    { key, join, relation: name, parts, operator, value }: Count,
    models: Models,
  ): CheckedFilter | undefined {
    const relation = this.names.relation(models[0], name, `${key}.count`);
    return (
      relation && {
        ...{ kind: 'count', join, relation, operator, value },
        parts: this.all(parts, [relation.target, ...models]),
      }
    );
  }

  private test(test: Test, model: Model): CheckedFilter | undefined {
    const { key, join, operator } = test;
    const column = this.shown(model, test.field);
    if (!column) return undefined;
    const { field, steps } = column;
    if (!fits(field, operator, test.value))
      this.problems.add(`${key}.operator`, 'queryOperator', { operator, name: test.field.names.join('.') });
    else {
      const values = this.values(test, field);
      if (values) return { kind: 'test', join, steps, field, operator, values };
    }
    return undefined;
  }

  private columns({ key, join, field: path, operator, column }: ColumnTest, models: Models): CheckedFilter | undefined {
    const one = this.shown(models[0], path);
    const outer = column.names.findIndex((name) => name !== OUTER);
    const names = outer < 0 ? [] : column.names.slice(outer);
    const model = models[outer];
    if (names.length !== 1) this.problems.add(column.key, 'queryOtherColumn');
    else if (!model) this.problems.add(column.key, 'queryOuter', { name: column.names.join('.') });
    else {
      const other = this.shown(model, { key: column.key, names });
      if (!one || !other) return undefined;
      if (areAlike(one.field, other.field))
        return { ...{ kind: 'columns', join, operator, outer }, ...one, other: other.field };
      const [name, otherName] = [path.names.join('.'), column.names.join('.')];
      this.problems.add(`${key}.column`, 'queryUnlike', { name, other: otherName });
    }
    return undefined;
  }

  /** A column that may be asked of. */
  private shown(model: Model, path: Path): Pick<Column, 'field' | 'steps'> | undefined {
    const column = this.names.column(model, path);
    if (column?.field.hidden) this.problems.add(path.key, 'queryHidden', { name: path.names.join('.') });
    return column && !column.field.hidden ? { field: column.field, steps: column.steps } : undefined;
  }

  private values({ key, operator, value }: Test, field: Field): FilterValue[] | undefined {
    const values: FilterValue[] = [];
    if (value === null) return values;
    for (const one of Array.isArray(value) ? value : [value]) {
      const stored = compared(field, operator, one!, this.times);
      if (stored instanceof Message) {
        this.problems.put(`${key}.value`, new Message(stored.key, { field: 'value', ...stored.values }));
        return undefined;
      }
      values.push(stored);
    }
    return values;
  }
}

/** Both are stored in one form, so that comparing them means something. */
const areAlike = (one: Field, other: Field): boolean =>
  one.kind !== 'json' &&
  other.kind !== 'json' &&
  classOf(one) === classOf(other) &&
  Boolean(one.zoneless) === Boolean(other.zoneless);
