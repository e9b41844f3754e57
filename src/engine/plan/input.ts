/** Which field or link each name of a body means (contract 4); values are looked at later. */
import type { Problems } from '../../core/http/errors.js';
import type { Field, Link, Resource } from '../schema/model.js';

/** One object as sent. */
export interface Input {
  /** Values under the names of the fields and links themselves; names that mean nothing may be among them. */
  body: Readonly<Record<string, unknown>>;
  /** Names that mean nothing. */
  ignored: readonly string[];
  /** The other value of columns that are answered under two names, where both were sent and differ. */
  others?: ReadonlyMap<string, unknown>;
  /** Texts that were cleaned beforehand, by the names of their fields. */
  cleaned?: ReadonlyMap<string, string> | undefined;
}

/** Nothing sent. */
export const emptyInput = (): Input => ({ body: {}, ignored: NONE });

const NONE: readonly string[] = [];

type Meaning = { field: Field } | { link: Link } | 'never';

/** Names that are taken without a word and without effect. */
const ENVELOPE = ['_method', '_token', 'id'];

/** The input table of a resource: every accepted name and what it means. */
export class InputNames {
  private readonly meanings = new Map<string, Meaning>();
  /** Columns that are answered under two names. */
  private readonly twice: ReadonlySet<string>;

  constructor({ fields, also, links }: Resource) {
    for (const name of ENVELOPE) this.meanings.set(name, 'never');
    const ofLink = new Map(links.map((link): [Link, Meaning] => [link, link.writable ? { link } : 'never']));
    const ofField = new Map(fields.map((field): [Field, Meaning] => [field, field.writable ? { field } : 'never']));
    for (const link of links)
      for (const name of [...link.aliases, ...link.alsoShownAs]) this.mean(name, ofLink.get(link)!);
    for (const field of fields) for (const alias of field.aliases) this.mean(alias, ofField.get(field)!);
    // A link's own name wins over another one's alias, a column's over both.
    for (const link of links) this.meanings.set(link.name, ofLink.get(link)!);
    for (const field of fields) this.meanings.set(field.name, ofField.get(field)!);
    this.twice = new Set(also.flatMap(({ from }) => (from!.tag ? [] : [from!.column])));
    for (const field of also) if (field.from!.tag) this.meanings.set(field.name, { field });
  }

  /** Looks at the names of a body. Two spellings of one field with different values are a problem. */
  read(body: Record<string, unknown>, prefix: string, problems: Problems): Input {
    let ignored: string[] | undefined;
    let plain = true;
    for (const key in body) {
      const meaning = this.meaningOf(key);
      if (!meaning) (ignored ??= []).push(key);
      else if (meaning !== 'never' && nameOf(meaning) !== key) plain = false;
    }
    return { ...(plain ? { body } : this.respell(body, prefix, problems)), ignored: ignored ?? NONE };
  }

  /** Shows each value of a body as read with what it is meant for. */
  visit(
    body: Input['body'],
    field: (value: unknown, field: Field) => void,
    link: (value: unknown, link: Link) => void,
  ): void {
    for (const key in body) {
      const meaning = this.meanings.get(key);
      if (!meaning || meaning === 'never') continue;
      if ('field' in meaning) field(body[key], meaning.field);
      else link(body[key], meaning.link);
    }
  }

  private meaningOf(key: string): Meaning | undefined {
    return this.meanings.get(key) ?? (key.endsWith('[]') ? this.meanings.get(key.slice(0, -2)) : undefined);
  }

  /** The body under the names of the fields and links themselves. */
  private respell(body: Record<string, unknown>, prefix: string, problems: Problems): Pick<Input, 'body' | 'others'> {
    const respelt: Record<string, unknown> = {};
    let others: Map<string, unknown> | undefined;
    for (const key in body) {
      const meaning = this.meaningOf(key);
      if (!meaning || meaning === 'never') continue;
      const name = nameOf(meaning);
      if (name in respelt && JSON.stringify(respelt[name]) !== JSON.stringify(body[key])) {
        // Who sends back what was answered, and changed one of both names, means that one: what is stored will say which.
        if (this.twice.has(name)) (others ??= new Map()).set(name, respelt[name]);
        else problems.add(prefix + name, 'spellings');
      }
      respelt[name] = body[key];
    }
    return { body: respelt, ...(others && { others }) };
  }

  private mean(name: string, meaning: Meaning): void {
    if (!this.meanings.has(name)) this.meanings.set(name, meaning);
  }
}

const nameOf = (meaning: Exclude<Meaning, 'never'>): string =>
  'field' in meaning ? meaning.field.name : meaning.link.name;
