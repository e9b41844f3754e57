/** Random list requests, each with what it must find. */
import { compareRows, holdsAddressIn, holdsOf, isFound, OPERATORS_OF, related, satisfies } from './naive.js';
import { aDay, TABLES, WORDS, type Below, type MapRow, type MapRows } from './random-map.js';

/** Part of a request: parameters, and which rows it leaves. */
interface Narrowing {
  parameters: string[];
  keeps(row: MapRow): boolean;
}

export interface RandomRequest {
  table: string;
  parameters: string[];
  /** All rows that the filters leave, in order. */
  rows: MapRow[];
  relations: string[];
  columns: string[];
}

const pick = <T>(list: readonly T[], below: Below): T => list[below(list.length)]!;
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const written = (name: string, value: string): string => `filter[${name}]=${encodeURIComponent(value)}`;

/** A value to ask for: mostly one that occurs, or a part of it. */
function value(rows: MapRows, table: string, column: string, operator: string, below: Below): string {
  const holds = holdsOf(table, column);
  if (operator === '_null' || operator === '_empty') return pick(['true', 'false', '1', '0', 'on', 'No'], below);
  if (holds === 'flag') return pick(['True', 'false', '1', 'yes', 'off'], below);
  const stored = pick(rows[table]!, below)[column]!;
  if (holds === 'moment') {
    const moment = String(stored ?? `${aDay(below)} 12:00:00`);
    return below(2) ? moment.slice(0, 10) : `${moment.replace(' ', 'T')}Z`;
  }
  if (holds === 'day') return String(stored ?? aDay(below));
  if (holds !== 'contains' && holds !== 'text') return String(stored ?? below(20));
  const text = String(stored ?? pick(WORDS, below));
  const from = below(text.length);
  const part = below(2) ? text : text.slice(from, from + 1 + below(4));
  const word = (below(4) ? part : part.toUpperCase()).trim() || 'a';
  if (operator !== '_like') return word;
  const plain = word.replace(/[%_]/g, '');
  return pick([`%${plain}%`, `${plain}%`, `%${plain}`, plain || 'a'], below);
}

function onColumn(rows: MapRows, table: string, below: Below): Narrowing {
  const column = pick(['id', ...Object.keys(TABLES[table]!.columns)], below);
  const operator = pick(OPERATORS_OF(holdsOf(table, column)), below);
  const many = ['', '_in', '_not', '_not_in', '_starts', '_ends', '_like'].includes(operator);
  const count = operator === '_between' ? 2 : many ? 1 + below(3) : 1;
  const asked = Array.from({ length: count }, () => value(rows, table, column, operator, below));
  const name = `${column}${operator}`;
  const keeps = (row: MapRow): boolean => satisfies(table, row, column, operator, asked);
  const literal = asked.map((one) => one.replaceAll(',', '\\,'));
  if (many && below(3) === 0) return { parameters: asked.map((one) => written(`${name}][`, one)), keeps };
  return { parameters: [written(name, literal.join(','))], keeps };
}

function through(rows: MapRows, table: string, below: Below, depth = 1): Narrowing {
  const relation = pick(Object.keys(TABLES[table]!.ways), below);
  const { to } = TABLES[table]!.ways[relation]!;
  const spelled = below(2) ? relation : camel(relation);
  if (below(3) === 0) {
    const yes = below(2) === 0;
    const keeps = (row: MapRow): boolean => related(rows, table, row, relation).length > 0 === yes;
    return { parameters: [written(`${spelled}_exists`, String(yes))], keeps };
  }
  const inner = depth < 2 && below(4) === 0 ? through(rows, to, below, depth + 1) : onColumn(rows, to, below);
  return {
    parameters: inner.parameters.map((text) => text.replace('filter[', `filter[${spelled}.`)),
    keeps: (row) => related(rows, table, row, relation).some((other) => inner.keeps(other)),
  };
}

function search(table: string, below: Below): Narrowing {
  const asked = Array.from({ length: 1 + below(2) }, () =>
    Array.from({ length: 1 + below(2) }, () => pick(WORDS, below)),
  );
  const text = asked.map((words) => words.join(' ').replaceAll(',', '\\,')).join(',');
  return { parameters: [written('search', text)], keeps: (row) => asked.some((words) => isFound(table, row, words)) };
}

function addresses(below: Below): Narrowing {
  const range = pick(['10.0.0.0/8', '10.0.0.0/24', '192.168.0.0/25', '172.16.5.5', '0.0.0.0/0', '10.9.0.6/31'], below);
  return { parameters: [written('ip_in', range)], keeps: (row) => holdsAddressIn(row['address_ip']!, range) };
}

function trash(below: Below): Narrowing {
  const trashed = below(6) ? undefined : pick(['with', 'only'], below);
  return {
    parameters: trashed ? [written('trashed', trashed)] : [],
    keeps: (row) => trashed === 'with' || (row['deleted_at'] === null) === (trashed === undefined),
  };
}

function narrowings(rows: MapRows, table: string, below: Below): Narrowing[] {
  const made = Array.from({ length: below(3) }, () => {
    const choice = below(10);
    if (choice < 6) return onColumn(rows, table, below);
    if (choice === 6) return search(table, below);
    if (choice === 7 && table === 'workstations') return addresses(below);
    return through(rows, table, below);
  });
  // Of two filters with one name the last would win.
  const names = new Set<string>();
  const own = made.filter(({ parameters }) => {
    const name = /\[(.*?)\]/.exec(parameters[0]!)![1]!;
    return !names.has(name) && names.add(name);
  });
  return [...own, trash(below)];
}

function order(table: string, below: Below): { parameters: string[]; compare(a: MapRow, b: MapRow): number } {
  const columns = ['id', ...Object.keys(TABLES[table]!.columns)];
  const keys = Array.from({ length: below(4) }, () => ({ column: pick(columns, below), down: below(2) === 0 }));
  const compare = (a: MapRow, b: MapRow): number => {
    const seen = new Set<string>();
    for (const { column, down } of [...keys, { column: 'id', down: false }]) {
      if (seen.has(column)) continue;
      seen.add(column);
      const found = compareRows(holdsOf(table, column), a[column]!, b[column]!);
      if (found) return down ? -found : found;
    }
    return 0;
  };
  const names = keys.map(({ column, down }) => `${down ? '-' : ''}${column}`);
  return { parameters: names.length ? [`sort=${names.join(',')}`] : [], compare };
}

const some = (names: readonly string[], chance: number, below: Below): string[] =>
  names.filter(() => below(chance) === 0);

export function randomRequest(rows: MapRows, below: Below): RandomRequest {
  const table = pick(Object.keys(TABLES), below);
  const filters = narrowings(rows, table, below);
  const { parameters, compare } = order(table, below);
  const relations = some(Object.keys(TABLES[table]!.ways), 3, below);
  const all = ['id', ...Object.keys(TABLES[table]!.columns)];
  const columns = below(2) ? all : [...new Set(['id', ...some(all, 3, below)])];
  const kept = rows[table]!.filter((row) => filters.every((filter) => filter.keeps(row))).sort(compare);
  const included = relations.flatMap((name) => [name, `${camel(name)}Count`, `${name}_exists`]);
  return {
    ...{ table, rows: kept, relations, columns },
    parameters: [
      ...filters.flatMap((filter) => filter.parameters),
      ...parameters,
      ...(included.length ? [`include=${included.join(',')}`] : []),
      ...(columns.length < all.length ? [`fields=${columns.join(',')}`] : []),
    ],
  };
}
