/** Options of a request as the API reads them in an address. */

/** What an address can hold. */
export type QueryValue =
  string | number | boolean | Date | null | undefined | readonly unknown[] | { readonly [name: string]: unknown };
export type Query = Readonly<Record<string, QueryValue>>;

/** Filters whose text is a language of its own, where a comma means something. */
const OWN_LANGUAGE = new Set(['search']);

/** `?filter[name]=x&sort=-name`, or nothing. Commas within the values of filters are taken as they are meant: literally. */
export function queryString(query: Query): string {
  const parts: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && value !== null) parts.push(`${encoded(name)}=${encodeURIComponent(textOf(value))}`);
  };
  for (const [name, value] of Object.entries(query)) {
    if (name === 'filter') {
      for (const [filter, wanted] of Object.entries(value ?? {})) add(`filter[${filter}]`, compared(filter, wanted));
    } else if (isPlainObject(value)) {
      for (const [member, inner] of Object.entries(value)) add(`${name}[${member}]`, inner);
    } else if (Array.isArray(value)) add(name, value.length ? value.map(textOf).join(',') : undefined);
    else add(name, value);
  }
  return parts.length ? `?${parts.join('&')}` : '';
}

/** The value of a filter: a list is any of its elements. */
function compared(filter: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (OWN_LANGUAGE.has(filter)) return value;
  const list = Array.isArray(value) ? value : [value];
  return list.map((each) => textOf(each).replaceAll(',', '\\,')).join(',');
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
/** Brackets stay readable: servers and proxies take them. */
const encoded = (name: string): string => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
