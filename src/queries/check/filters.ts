/** Checks the filters of a query: names, operators and values. */
import type { Problems } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import type { WallClock } from '../../core/text/dates.js';
import type { Scalar } from '../../database/database.js';
import type { Field } from '../../engine/index.js';
import type { Exists, Filter, Test } from '../language/tree.js';
import type { CheckedFilter } from './checked.js';
import type { Model } from './model-map.js';
import type { NameResolver } from './name-resolver.js';
import { compared, fits } from './literals.js';

export class FilterCheck {
  constructor(
    private readonly names: NameResolver,
    private readonly problems: Problems,
    private readonly clock: WallClock,
  ) {}

  /** The filters over a model; those that are wrong are left out, and reported. */
  all(parts: readonly Filter[], model: Model): CheckedFilter[] {
    return parts.map((part) => this.one(part, model)).filter((part) => part !== undefined);
  }

  private one(part: Filter, model: Model): CheckedFilter | undefined {
    if (part.kind === 'test') return this.test(part, model);
    if (part.kind === 'exists') return this.exists(part, model);
    return { kind: 'group', join: part.join, parts: this.all(part.parts, model) };
  }

  private exists({ key, join, negated, relation: name, parts }: Exists, model: Model): CheckedFilter | undefined {
    const relation = this.names.relation(model, name, `${key}.${negated ? 'not_exists' : 'exists'}`);
    return relation && { kind: 'exists', join, negated, relation, parts: this.all(parts, relation.target) };
  }

  private test(test: Test, model: Model): CheckedFilter | undefined {
    const { key, join, operator } = test;
    const column = this.names.column(model, test.field);
    if (!column) return undefined;
    const { field, steps } = column;
    const name = test.field.names.join('.');
    if (field.hidden) this.problems.add(`${key}.field`, 'queryHidden', { name });
    else if (!fits(field, operator, test.value))
      this.problems.add(`${key}.operator`, 'queryOperator', { operator, name });
    else {
      const value = this.value(test, field);
      if (value !== undefined) return { kind: 'test', join, steps, field, operator, value };
    }
    return undefined;
  }

  private value({ key, operator, value }: Test, field: Field): Scalar | Scalar[] | undefined {
    const values: Scalar[] = [];
    for (const one of Array.isArray(value) ? value : [value]) {
      const stored = compared(field, operator, one, this.clock);
      if (stored instanceof Message) {
        this.problems.put(`${key}.value`, new Message(stored.key, { field: 'value', ...stored.values }));
        return undefined;
      }
      values.push(stored);
    }
    return Array.isArray(value) ? values : values[0]!;
  }
}
