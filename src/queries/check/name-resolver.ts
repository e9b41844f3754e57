/** Looks up what the names of a query mean. */
import type { Problems } from '../../core/http/errors.js';
import type { MessageKey } from '../../core/i18n/messages.js';
import { nearest } from '../../core/text/naming.js';
import type { Field } from '../../engine/index.js';
import type { Path, Traversal } from '../language/tree.js';
import { headingOf, type CheckedTraversal, type Column } from './checked.js';
import type { Model, ModelRelation } from './model-map.js';

/** Looks names up, and remembers the models that they lead to. */
export class NameResolver {
  readonly usedModels = new Set<Model>();
  /** Those of them that a relation leads to: the model that is asked about too, where one leads back to it. */
  readonly followedModels = new Set<Model>();
  /** The columns that were looked up, by whatever name. */
  readonly usedFields = new Set<Field>();

  constructor(private readonly problems: Problems) {}

  /** Small rows need no right of their own: they are part of their object. */
  use(model: Model): Model {
    if (model.resource) this.usedModels.add(model);
    return model;
  }

  /** Adds the sentence `message`, or that with `Near` behind its name where a candidate is near. */
  unknown(
    key: string,
    message: 'queryModel' | 'queryColumn' | 'queryRelation',
    name: string,
    candidates: Iterable<string>,
    more: Record<string, string> = {},
  ): void {
    const guess = nearest(name.slice(0, 100), candidates);
    const nearMessage: MessageKey = guess === undefined ? message : `${message}Near`;
    this.problems.add(key, nearMessage, { name, ...(guess !== undefined && { guess }), ...more });
  }

  /** The relation of a model, in any spelling; undefined, and a problem, if there is none. */
  relation(model: Model, name: string, key: string): ModelRelation | undefined {
    const relation = model.relations.get(name);
    if (relation?.target.resource) this.followedModels.add(this.use(relation.target));
    else if (!relation) this.unknown(key, 'queryRelation', name, model.relations.keys(), { model: model.path });
    return relation;
  }

  /** The relations and the column that a path names. */
  column(model: Model, { key, names }: Path): Column | undefined {
    const steps: ModelRelation[] = [];
    let at = model;
    for (const name of names.slice(0, -1)) {
      const relation = this.relation(at, name, key);
      if (!relation) return undefined;
      steps.push(relation);
      at = relation.target;
    }
    const field = this.field(at, names.at(-1)!, key);
    return field && { heading: names.join('.'), steps, field };
  }

  /** A column of the model itself. */
  own(model: Model, { key, names }: Path): Field | undefined {
    return this.field(model, names.join('.'), key);
  }

  /** A column of the model itself by which its objects can be put in order. */
  ordering(model: Model, path: Path): Field | undefined {
    const name = path.names.join('.');
    const field = path.names.length > 1 ? undefined : this.own(model, path);
    if (path.names.length > 1 || field?.hidden) this.problems.add(path.key, 'queryOrder', { name });
    return field?.hidden ? undefined : field;
  }

  /** The relations of a trail. Small rows are no objects, so none leads to them. */
  checkTraversal(model: Model, { key, steps }: Traversal): CheckedTraversal | undefined {
    const found: CheckedTraversal['steps'] = [];
    let at = model;
    for (const { name, hidden } of steps) {
      const relation = this.relation(at, name, key);
      if (!relation) return undefined;
      if (!relation.target.resource) {
        this.problems.add(key, 'queryRows', { name });
        return undefined;
      }
      found.push({ relation, hidden });
      at = relation.target;
    }
    return { heading: headingOf(steps), steps: found };
  }

  private field(model: Model, name: string, key: string): Field | undefined {
    const field = model.columns.get(name);
    if (field) {
      this.usedFields.add(field);
      return field;
    }
    const relation = model.relations.get(name);
    if (relation) {
      const guess = `${name}.${(relation.target.label ?? relation.target.fields[0]!).name}`;
      this.problems.add(key, 'queryRelationGiven', { name, guess });
    } else {
      const visible = model.fields.map((candidate) => candidate.name);
      this.unknown(key, 'queryColumn', name, visible, { model: model.path });
    }
    return undefined;
  }
}
