/** SQL texts that carry the values bound in them, so that conditions can be put together without counting marks. */
import type { Param } from '../database/database.js';

/** A piece of a statement and its bound values. */
export class Sql {
  constructor(
    readonly text: string,
    readonly params: readonly Param[] = [],
  ) {}
}

/** Text from our own code: a name or a condition. Never anything of a request. */
export const raw = (text: string): Sql => new Sql(text);

/** A statement: pieces are put in as they are, everything else is bound. */
export function sql(texts: TemplateStringsArray, ...values: ReadonlyArray<Sql | Param>): Sql {
  let text = texts[0]!;
  const params: Param[] = [];
  values.forEach((value, i) => {
    text += (value instanceof Sql ? value.text : '?') + texts[i + 1]!;
    if (value instanceof Sql) params.push(...value.params);
    else params.push(value);
  });
  return new Sql(text, params);
}

/** Pieces one after the other, with a text between them. */
export const joined = (pieces: readonly Sql[], between: string): Sql =>
  new Sql(
    pieces.map(({ text }) => text).join(between),
    pieces.flatMap(({ params }) => params),
  );
