/** Which field or link each name of a body means (contract 4); values are looked at later. */
import type { Problems } from '../../common/errors.js';
import type { Field, Link, Resource } from '../model.js';

/** Fields or links with the values sent for them. A mass write makes thousands of these: two lists are lighter than a Map. */
export class Sent<T extends Field | Link> {
  private readonly targets: T[] = [];
  private readonly values: unknown[] = [];

  get size(): number {
    return this.targets.length;
  }

  has(target: T): boolean {
    return this.targets.includes(target);
  }

  get(target: T): unknown {
    return this.values[this.targets.indexOf(target)];
  }

  set(target: T, value: unknown): void {
    const at = this.targets.indexOf(target);
    if (at >= 0) this.values[at] = value;
    else {
      this.targets.push(target);
      this.values.push(value);
    }
  }

  delete(target: T): void {
    const at = this.targets.indexOf(target);
    if (at < 0) return;
    this.targets.splice(at, 1);
    this.values.splice(at, 1);
  }

  keys(): readonly T[] {
    return this.targets;
  }

  forEach(visit: (value: unknown, target: T) => void): void {
    for (let i = 0; i < this.targets.length; i++) visit(this.values[i], this.targets[i]!);
  }
}

/** One object as sent: raw values by field and by link, and the names that mean nothing. */
export interface Input {
  fields: Sent<Field>;
  links: Sent<Link>;
  ignored: string[];
}

/** Nothing sent. */
export const emptyInput = (): Input => ({ fields: new Sent(), links: new Sent(), ignored: [] });

type Meaning = { field: Field } | { link: Link } | 'never';

/** Names that are taken without a word and without effect. */
const ENVELOPE = ['_method', '_token', 'id'];

/** The input table of a resource: every accepted name and what it means. */
export class InputNames {
  private readonly meanings = new Map<string, Meaning>();

  constructor(resource: Resource) {
    for (const name of ENVELOPE) this.meanings.set(name, 'never');
    for (const link of resource.links)
      for (const name of linkNames(link)) this.mean(name, link.writable ? { link } : 'never');
    for (const field of resource.fields) this.addField(field);
    // A link's own name wins over another one's alias, a column's over both.
    for (const link of resource.links) if (link.writable) this.meanings.set(link.name, { link });
    for (const field of resource.fields) this.meanings.set(field.name, field.writable ? { field } : 'never');
  }

  /** Sorts the entries of a body. Two spellings of one field with different values are a problem. */
  read(body: Record<string, unknown>, prefix: string, problems: Problems): Input {
    const input = emptyInput();
    for (const key of Object.keys(body)) {
      const name = key.endsWith('[]') ? key.slice(0, -2) : key;
      const meaning = this.meanings.get(name);
      if (!meaning) input.ignored.push(key);
      else if (meaning === 'never') continue;
      else if ('field' in meaning) put(input.fields, meaning.field, body[key], prefix, problems);
      else put(input.links, meaning.link, body[key], prefix, problems);
    }
    return input;
  }

  private addField(field: Field): void {
    for (const alias of field.aliases) this.mean(alias, field.writable ? { field } : 'never');
  }

  private mean(name: string, meaning: Meaning): void {
    if (!this.meanings.has(name)) this.meanings.set(name, meaning);
  }
}

const linkNames = (link: Link): string[] => [link.name, ...link.aliases, ...link.alsoShownAs];

function put<T extends Field | Link>(
  sent: Sent<T>,
  target: T,
  value: unknown,
  prefix: string,
  problems: Problems,
): void {
  if (sent.has(target) && JSON.stringify(sent.get(target)) !== JSON.stringify(value)) {
    problems.add(prefix + target.name, 'spellings');
  }
  sent.set(target, value);
}
