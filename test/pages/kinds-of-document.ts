/** The kinds of the document as pages read them, without a browser: what is shown of each follows from it alone. */
import { Description } from '../../web/src/api/description.js';
import { formOf, kindsOf, usualColumns, type Kind } from '../../web/src/api/kinds.js';
import type { MapOfKinds } from '../../web/src/api/map.js';
import type { OpenApi } from '../../web/src/api/openapi.js';
import { fieldsOf, type FormField } from '../../web/src/api/form-fields.js';
import type { TestServer } from '../support/server.js';

/** The map of somebody who may do everything, and chose nothing. */
export async function mapOf(server: TestServer): Promise<MapOfKinds> {
  return mapFrom((await server.get('/api/openapi.json?detail=brief')).body as OpenApi);
}

/** The same out of a document. */
export function mapFrom(document: OpenApi): MapOfKinds {
  const description = new Description(document);
  const rights = { has: () => true, mayList: () => true, may: () => true };
  return { description, kinds: kindsOf(description), rights } as unknown as MapOfKinds;
}

/** What a form is made of: each sort of field, and in which sort of line. */
export const sortsOfForm = (map: MapOfKinds, kind: Kind): string[] =>
  fieldsOf(map, kind, 'create').flatMap(({ form, hasLines, rows = [] }: FormField) => [
    hasLines ? `${form} with lines` : form,
    ...rows.map((one) => `row of ${one.form}`),
  ]);

/** What a table is made of: each sort of column that it usually has. */
export function sortsOfTable(kind: Kind): string[] {
  const usual = new Set(usualColumns(kind));
  const columns = kind.columns.filter(({ name }) => usual.has(name)).map(formOf);
  return [...columns, kind.label === undefined ? 'no name' : 'name'];
}

/** As few of `all` as show everything that any of them shows. */
export function covering<T>(all: Iterable<T>, sortsOf: (one: T) => readonly string[]): T[] {
  const left = [...all].map((one) => ({ one, sorts: new Set(sortsOf(one)) }));
  const lacking = new Set(left.flatMap(({ sorts }) => [...sorts]));
  const chosen: T[] = [];
  const gain = ({ sorts }: (typeof left)[number]): number => [...sorts].filter((sort) => lacking.has(sort)).length;
  while (lacking.size) {
    const best = left.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const sort of best.sorts) lacking.delete(sort);
    chosen.push(best.one);
  }
  return chosen;
}
