/** Mappings: what the rows of a file mean, written by people as JSON or YAML. */
import { ApiError, Problems } from '../../core/http/errors.js';
import { parseJson } from '../../core/http/json-text.js';
import { Message } from '../../core/i18n/messages.js';
import { readOptions } from '../document/envelope.js';
import type { FeedOptions, Item } from '../document/model.js';
import { Members } from '../document/shape.js';
import type { InTurn } from './connector.js';
import { SHIPPED } from './mappings.js';
import { yamlText } from './reading.js';
import { TemplateReader, type Cells, type Template } from './template.js';
import { isObject, keysOf, listOf, member, refOf, textOf } from './values.js';

/** What a mapping makes of one row. */
export interface RowMapping {
  /** Of singer: the stream whose records it is about. */
  stream: string | undefined;
  /**
   * The item of a row; undefined for one that it is not about. Throws CellError.
   * @param withoutRef is called for one that lacks its reference, with its type
   */
  itemOf(cells: Cells, withoutRef?: (type: string) => void): Item | undefined;
}

export interface Mapping {
  mode: 'delta' | 'full' | undefined;
  scope: string | undefined;
  options: Partial<FeedOptions>;
  rows: RowMapping[];
  /** Headings that it names, and where. */
  headings: ReadonlyMap<string, string>;
  /** Those of them that a file may lack. */
  optional: ReadonlySet<unknown>;
  /** What a heading is called in other versions of the file. */
  also: ReadonlyMap<string, readonly string[]>;
  /** The row in which the headings stand; otherwise the first one that has all of them. */
  headingsRow: number | undefined;
}

const MEMBERS = new Set(['mode', 'scope', 'options', 'rows', 'empty', 'optional', 'also', 'headings']);
const OF_ROWS = new Set(['when', 'stream', 'type', 'ref', 'set', 'initial', 'partial', 'empty', 'keys']);
const KEYS = new Set(['uuid', 'serial', 'mac', 'fqdn', 'inventory']);
const [MAX_HEADINGS_ROW, MAX_ALSO] = [1000, 20];
const MAX_ROWS = 64;

/**
 * The value of a mapping that was sent as a text. One of JSON is read at once, and waits for nobody's YAML. Throws 422 for what is
 * neither JSON nor YAML, and what `yamlText` throws.
 */
export async function mappingText(text: string, inTurn?: InTurn): Promise<unknown> {
  const json = await parseJson(Buffer.from(text)).catch(() => undefined);
  // Of a name that stands twice in an object the reader of YAML says where.
  if (json !== undefined && namesIn(text) === namesOf(json)) return json;
  const refused = (reason: Message): ApiError => new ApiError(422, 'feedMapText', { reason });
  const documents = await yamlText(text, refused, inTurn);
  if (documents.length > 1) throw refused(new Message('feedMapDocuments'));
  return documents[0] ?? null;
}

/** How many names of members a text of JSON has, which is known to be right: the texts in it that a colon follows. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
    for (at++; ' \n\r\t'.includes(text[at] ?? '-'); at++);
    if (text[at] === ':') names++;
  }
  return names;
}

/** How many members there are in all objects of a value. */
function namesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce<number>((sum, one) => sum + namesOf(one), 0);
  return Array.isArray(value) ? below : below + Object.keys(value).length;
}

/** Reads a mapping, or the name of a shipped one. Throws 422 with what is wrong by field. */
export function readMapping(given: unknown): Mapping {
  const allowed = [...SHIPPED.keys()].join(', ');
  if (given === undefined) throw new ApiError(422, 'feedNoMap', { option: 'opt[map]', allowed });
  const shipped = typeof given === 'string' ? SHIPPED.get(given) : undefined;
  if (typeof given === 'string' && !shipped) throw new ApiError(422, 'feedMapName', { option: 'opt[map]', allowed });
  const value = shipped ?? given;
  const problems = new Problems();
  const templates = new TemplateReader(problems);
  if (isObject(value)) new Members(value, problems, 'map.').only(MEMBERS);
  else problems.add('map', 'object');
  const empty = emptyOf(value, 'map', problems);
  const rows = listOf(member(value, 'rows'));
  if (!rows.length && isObject(value)) problems.add('map.rows', 'required');
  if (rows.length > MAX_ROWS) problems.add('map.rows', 'tooManyItems', { max: MAX_ROWS });
  const mode = member(value, 'mode');
  if (mode !== undefined && mode !== 'full' && mode !== 'delta') problems.add('map.mode', 'selected');
  const also = alsoIn(member(value, 'also'), problems);
  const headingsRow = headingsRowIn(member(value, 'headings'), problems);
  const read = rows.map((row, i) => readRow(row, `map.rows.${i}`, empty, templates, problems));
  problems.throwIfAny();
  const options = member(value, 'options');
  const all: FeedOptions = readOptions(options);
  return {
    mode: mode as Mapping['mode'],
    scope: textOf(member(value, 'scope')),
    // Those alone that it names: others have other defaults.
    options: Object.fromEntries(Object.entries(all).filter(([name]) => member(options, name) !== undefined)),
    rows: read,
    headings: templates.headings,
    optional: new Set(listOf(member(value, 'optional'))),
    also,
    headingsRow,
  };
}

/** `also`: other names of a heading, as `{Name: [Nom, Hostname]}`. */
function alsoIn(value: unknown, problems: Problems): Mapping['also'] {
  if (value !== undefined && !isObject(value)) problems.add('map.also', 'object', { field: 'map.also' });
  const all = Object.entries(isObject(value) ? value : {}).map(([heading, names]): [string, string[]] => {
    const texts = [names].flat().flatMap((name) => textOf(name) ?? []);
    const field = `map.also.${heading.slice(0, 100)}`;
    if (!texts.length) problems.add(field, 'required', { field });
    if (texts.length > MAX_ALSO) problems.add(field, 'tooManyItems', { field, max: MAX_ALSO });
    return [heading, texts];
  });
  return new Map(all);
}

/** `headings`: the row in which they stand, as `3` or `row 3`. */
function headingsRowIn(value: unknown, problems: Problems): number | undefined {
  if (value === undefined) return undefined;
  const row = Number(/^(?:row )?([1-9]\d{0,3})$/.exec(textOf(value) ?? '')?.[1]);
  if (row <= MAX_HEADINGS_ROW) return row;
  problems.add('map.headings', 'feedMapHeadings', { field: 'map.headings', max: MAX_HEADINGS_ROW });
  return undefined;
}

/** `keys`: what identifies a machine, each a template or a list of them. */
function keysIn(
  value: unknown,
  place: string,
  templates: TemplateReader,
  problems: Problems,
): (cells: Cells) => Pick<Item, 'keys'> {
  if (value === undefined) return () => ({});
  if (isObject(value)) new Members(value, problems, `${place}.`).only(KEYS);
  else problems.add(place, 'object', { field: place });
  const all = Object.entries(isObject(value) ? value : {}).map(
    ([key, one]) => [key, templates.read(one, `${place}.${key}`)] as const,
  );
  return (cells) => {
    const said = new Map(all.map(([key, template]) => [key, template(cells)]));
    const list = (key: string): unknown[] => [said.get(key)].flat();
    const [uuid, serial, inventory] = ['uuid', 'serial', 'inventory'].map((key) => list(key)[0]);
    return keysOf({ uuid, serial, inventory, mac: list('mac'), fqdn: list('fqdn') });
  };
}

/** Whether empty cells say that there is none: a mapping says so by the text `null`, and not by leaving it out or by a null of YAML. */
function emptyOf(value: unknown, place: string, problems: Problems): boolean {
  const empty = isObject(value) ? value['empty'] : undefined;
  if (empty !== undefined && empty !== 'null')
    problems.add(`${place}.empty`, 'feedMapEmpty', { field: `${place}.empty` });
  return empty === 'null';
}

function readRow(
  row: unknown,
  place: string,
  empty: boolean,
  templates: TemplateReader,
  problems: Problems,
): RowMapping {
  if (isObject(row)) new Members(row, problems, `${place}.`).only(OF_ROWS);
  else problems.add(place, 'object', { field: place });
  const get = (name: string): unknown => member(row, name);
  const template = (name: string): Template | undefined =>
    get(name) === undefined ? undefined : templates.read(get(name), `${place}.${name}`);
  if (textOf(get('type')) === undefined) problems.add(`${place}.type`, 'required');
  for (const name of ['set', 'initial'])
    if (get(name) !== undefined && !isObject(get(name))) problems.add(`${place}.${name}`, 'object');
  const when = condition(get('when'), `${place}.when`, templates, problems);
  const [type, ref] = [template('type'), template('ref')];
  const nulls = emptyOf(row, place, problems) || empty;
  const set = fieldsOf(get('set'), `${place}.set`, templates, nulls);
  const initial = fieldsOf(get('initial'), `${place}.initial`, templates, false);
  const partial = get('partial') === true;
  const keys = keysIn(get('keys'), `${place}.keys`, templates, problems);
  return {
    stream: textOf(get('stream')),
    itemOf(cells, withoutRef) {
      if (!when(cells)) return undefined;
      const found = ref && refOf(textOf(ref(cells)));
      const kind = textOf(type?.(cells));
      if (kind === undefined) return undefined;
      if (ref && !found) {
        withoutRef?.(kind);
        return undefined;
      }
      const first = initial(cells);
      return {
        type: kind,
        ...(found && { ref: found }),
        set: set(cells),
        ...(Object.keys(first).length && { initial: first }),
        ...(partial && { partial }),
        ...keys(cells),
      };
    },
  };
}

/** Fields that are empty are absent, or null where the mapping says so. */
function fieldsOf(
  value: unknown,
  place: string,
  templates: TemplateReader,
  nulls: boolean,
): (cells: Cells) => Record<string, unknown> {
  const all = Object.entries(isObject(value) ? value : {}).map(
    ([field, one]) => [field, templates.read(one, `${place}.${field}`), Array.isArray(one)] as const,
  );
  return (cells) =>
    Object.fromEntries(
      all.flatMap(([field, template, isList]) => {
        const found = template(cells) ?? (nulls ? (isList ? [] : null) : undefined);
        return found === undefined ? [] : [[field, found]];
      }),
    );
}

/** `${Heading} = x`, `!= x`, `in a,b`, `filled`, `empty`; without one, every row. */
function condition(
  value: unknown,
  field: string,
  templates: TemplateReader,
  problems: Problems,
): (cells: Cells) => boolean {
  if (value === undefined) return () => true;
  const text = textOf(value) ?? '';
  const end = text.indexOf('}');
  const [, operator, operand] = /^(=(?!=)|!=|in\s|filled$|empty$)\s*(.*)$/s.exec(text.slice(end + 1).trim()) ?? [];
  if (!text.startsWith('${') || end < 0 || operator === undefined) {
    problems.add(field, 'feedWhen', { field });
    return () => false;
  }
  const read = templates.placeholder(text.slice(2, end), field);
  const found = (cells: Cells): string => {
    const one = read(cells);
    return one === undefined ? '' : String(one);
  };
  const choices = new Set(operand!.split(',').map((choice) => choice.trim()));
  switch (operator.trim()) {
    case '=':
      return (cells) => found(cells) === operand;
    case '!=':
      return (cells) => found(cells) !== operand;
    case 'in':
      return (cells) => choices.has(found(cells));
    case 'filled':
      return (cells) => found(cells) !== '';
    default:
      return (cells) => found(cells) === '';
  }
}
