/** Which field or link each name of a body means (contract 4); values are looked at later. */
import type { Problems } from '../../common/errors.js';
import type { Field, Link, Resource } from '../model.js';

/** One object as sent: raw values by field and by link, and the names that mean nothing. */
export interface Input {
  fields: Map<Field, unknown>;
  links: Map<Link, unknown>;
  ignored: string[];
}

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
    const input: Input = { fields: new Map(), links: new Map(), ignored: [] };
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
  map: Map<T, unknown>,
  target: T,
  value: unknown,
  prefix: string,
  problems: Problems,
): void {
  if (map.has(target) && JSON.stringify(map.get(target)) !== JSON.stringify(value)) {
    problems.add(prefix + target.name, 'spellings');
  }
  map.set(target, value);
}
