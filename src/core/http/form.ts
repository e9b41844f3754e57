/** Parses `a[b][]=1`, in forms and in query strings, in time that grows with their length alone. */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { ApiError } from './errors.js';

/** Levels of brackets; what stands behind them is part of the last name. */
const LEVELS = 8;
/** Indexes from here on are names: the longest list of a request has as many elements. */
const MAX_LIST_LENGTH = 10_000;
/** Fields of one form; ten thousand objects of twenty columns. */
const MAX_FIELDS = 200_000;
/** Fields that are read before the event loop is yielded. */
const AT_A_TIME = 10_000;

const INDEX = /^(0|[1-9]\d{0,14})$/;

/** What stands under a name with brackets, before it is known whether it is a list. */
class Branch {
  readonly children = new Map<string, Branch | string>();
  /** The index that an empty pair of brackets stands for. */
  private free = 0;
  private isList = true;

  /** The name that a pair of brackets means here; `last`: nothing follows it. */
  nameOf(written: string, last: boolean): string {
    if (written === '') return last ? String(this.free) : '0';
    return written;
  }

  set(name: string, child: Branch | string): void {
    const index = INDEX.test(name) ? Number(name) : Infinity;
    if (index >= MAX_LIST_LENGTH) this.isList = false;
    if (index < Infinity) this.free = Math.max(this.free, index + 1);
    this.children.set(name, child);
  }

  /** The branch of this name; a plain value that stands there is replaced. */
  branch(name: string): Branch {
    const child = this.children.get(name);
    if (child instanceof Branch) return child;
    const made = new Branch();
    this.set(name, made);
    return made;
  }

  /** A list, if all names are indexes, in their order; else an object that inherits nothing, so that every name is just a name. */
  value(): unknown[] | Record<string, unknown> {
    return this.isList ? this.list() : this.object();
  }

  object(): Record<string, unknown> {
    const object = Object.create(null) as Record<string, unknown>;
    for (const [name, child] of this.children) object[name] = typeof child === 'string' ? child : child.value();
    return object;
  }

  private list(): unknown[] {
    const entries = [...this.children];
    if (entries.some(([name], i) => name !== String(i))) entries.sort(([a], [b]) => Number(a) - Number(b));
    return entries.map(([, child]) => (typeof child === 'string' ? child : child.value()));
  }
}

type Decode = (text: string) => string;

/** The fields of a query string; bytes that are no text stay as they are written. */
export function parsePairs(text: string): Record<string, unknown> {
  const root = new Branch();
  for (const field of text.split('&')) add(root, field, decodeLeniently);
  return root.object();
}

/** The body of a form. Throws 413 for too many fields, 400 for bytes that are no UTF-8. */
export async function parseForm(text: string): Promise<Record<string, unknown>> {
  const root = new Branch();
  const fields = text.split('&', MAX_FIELDS + 1);
  if (fields.length > MAX_FIELDS) throw new ApiError(413, 'manyFields', { max: MAX_FIELDS });
  for (let i = 0; i < fields.length; i++) {
    if (i && i % AT_A_TIME === 0) await setImmediate();
    add(root, fields[i]!, decodeText);
  }
  return root.object();
}

/** The fields of a form that were sent one by one, with their names as they are. */
export function treeOf(fields: ReadonlyArray<readonly [name: string, value: string]>): Record<string, unknown> {
  const root = new Branch();
  for (const [name, value] of fields) put(root, name, value);
  return root.object();
}

function add(root: Branch, field: string, decode: Decode): void {
  if (!field) return;
  const written = field.includes('%5') ? field.replace(/%5B/gi, '[').replace(/%5D/gi, ']') : field;
  const inBrackets = written.indexOf(']=');
  const at = inBrackets < 0 ? written.indexOf('=') : inBrackets + 1;
  const name = decode(at < 0 ? written : written.slice(0, at));
  put(root, name, at < 0 ? '' : decode(written.slice(at + 1)));
}

/** A value under a name with brackets. What stood under the same name is replaced: the last wins. */
function put(root: Branch, name: string, value: string): void {
  if (!name) return;
  const names = segmentsOf(name);
  let branch = root;
  for (let i = 0; i < names.length - 1; i++) branch = branch.branch(branch.nameOf(names[i]!, false));
  branch.set(branch.nameOf(names.at(-1)!, true), value);
}

/** `a[b][]` → `a`, `b`, nothing. A bracket that is not closed, and what is too deep, is a name as it stands. */
function segmentsOf(name: string): string[] {
  let open = name.indexOf('[');
  if (open < 0) return [name];
  const segments = open ? [name.slice(0, open)] : [];
  for (let level = 0; open >= 0; level++) {
    const close = level < LEVELS ? closing(name, open) : -1;
    if (close < 0) return [...segments, name.slice(open)];
    const segment = name.slice(open + 1, close);
    // A list in a list has no name of its own: `a[][]` is `a[]`.
    if (segment !== '' || segments.at(-1) !== '') segments.push(segment);
    open = name.indexOf('[', close + 1);
  }
  return segments;
}

/** Where the bracket at `open` is closed; brackets within it stand in pairs. */
function closing(name: string, open: number): number {
  let level = 0;
  for (let i = open; i < name.length; i++) {
    if (name[i] === '[') level++;
    else if (name[i] === ']' && --level === 0) return i;
  }
  return -1;
}

const withBlanks = (written: string): string => (written.includes('+') ? written.replaceAll('+', ' ') : written);

function decodeLeniently(written: string): string {
  const text = withBlanks(written);
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

function decodeText(written: string): string {
  const text = withBlanks(written);
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return decodeBytes(text);
  }
}

/** A percent sign that begins no byte stays one. Throws 400 for bytes that are no UTF-8. */
function decodeBytes(text: string): string {
  const latin1 = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const bytes = Buffer.from(latin1, 'latin1');
  if (!isUtf8(bytes)) throw new ApiError(400, 'notUtf8Body');
  return bytes.toString('utf8');
}
