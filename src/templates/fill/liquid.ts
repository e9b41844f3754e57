/** Fills one text: Liquid without files, within limits (templates 2). Loaded in a process of its own alone. */
import { Context, Liquid, toValueSync, type Template } from 'liquidjs';
import { filtersOf, type CodeWords } from './filters.js';
import type { SourceData, SourceSheet } from '../sources.js';
import { LIMITS } from './limits.js';
import { boundSearches, LongSearch, operators } from './searches.js';

/** What a template is filled with. */
export interface FillRequest {
  body: string;
  /** What it is filled with; undefined: only read the template. */
  data?: SourceData;
  /** What stands beside the objects: `today`, `now`, `language`, `source`. */
  beside: Readonly<Record<string, string>>;
  words: CodeWords;
  /** The zone in which `date` writes days and hours, as IANA names it. */
  zone: string;
}

/** A file, or why there is none. */
export type Filled =
  | { bytes: Uint8Array<ArrayBuffer>; count: number }
  | { fault: Fault }
  | { limit: 'time' | 'memory' | 'output' | 'objects' | 'length' };

/** What is wrong with a template, and where. */
export interface Fault {
  reason: string;
  line: number;
  column: number;
  text: string;
}

/** Tags that read other files. */
const WITHOUT = ['include', 'render', 'layout', 'block'];
/** Characters of a line that are shown. */
const MAX_SHOWN = 200;

/** A file would be longer than it may be. */
class OverOutput extends Error {}

/** A step would make more than it may. */
class OverStep extends Error {}

/** Gathers what is written, as far as a file may be long. */
class Gatherer {
  buffer = '';
  private readonly parts: Buffer[] = [];
  private bytes = 0;

  /** Lists one value behind the other, objects as JSON. */
  write(value: unknown): void {
    if (Array.isArray(value)) return value.forEach((one) => this.write(one));
    this.buffer += written(value);
    if (this.buffer.length >= 65_536) this.flush();
  }

  flush(): void {
    const part = Buffer.from(this.buffer.toWellFormed(), 'utf8');
    this.buffer = '';
    this.bytes += part.length;
    if (this.bytes > LIMITS.output) throw new OverOutput();
    this.parts.push(part);
  }

  all(): Uint8Array<ArrayBuffer> {
    this.flush();
    const whole = new Uint8Array(this.bytes);
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/** A value as text. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'function' ? '' : String(value as string | number);
}

/** Fills a template. What is wrong with it, or too much, is part of the answer. */
export function fill({ body, data, beside, words, zone }: FillRequest): Filled {
  const liquid = new Liquid({
    ...{ ownPropertyOnly: true, strictFilters: true, cache: false, templates: {}, dynamicPartials: false, operators },
    ...{ parseLimit: LIMITS.body, renderLimit: LIMITS.time, memoryLimit: LIMITS.memory, timezoneOffset: zone },
  });
  for (const tag of WITHOUT) delete liquid.tags[tag];
  boundSearches(liquid);
  for (const [name, filter] of Object.entries(filtersOf({ words }))) liquid.registerFilter(name, filter);
  try {
    const template = liquid.parse(body);
    const { count, ...named } = data ? dataOf(data) : { count: 0, objects: [] };
    if (count > LIMITS.objects) return { limit: 'objects' };
    return render(liquid, template, { ...beside, ...named, count }, count);
  } catch (error) {
    return whyNot(error, body);
  }
}

/** What a template names, and how many of it there are: objects, or rows of all sheets. */
function dataOf({ kind, bytes }: SourceData): { count: number; objects?: unknown[]; rows?: Row[]; sheets?: Sheet[] } {
  const elements = JSON.parse(`[${Buffer.from(bytes).toString('utf8')}]`) as unknown[];
  if (kind === 'objects') return { count: elements.length, objects: elements };
  const sheets = (elements as SourceSheet[]).map(({ name, headings, rows }) => ({
    ...{ name, headings },
    rows: rows.map((cells) => rowOf(headings, cells)),
  }));
  return { count: sheets.reduce((sum, { rows }) => sum + rows.length, 0), rows: sheets[0]?.rows ?? [], sheets };
}

type Row = Readonly<Record<string, unknown>>;
type Sheet = Omit<SourceSheet, 'rows' | 'days'> & { rows: Row[] };

/** A row by its headings, and by position from 1 on. Positions are no members as JSON writes them: `{{ rows | json }}` has headings alone. */
function rowOf(headings: readonly string[], cells: readonly unknown[]): Row {
  const row: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  headings.forEach((heading, i) => (row[heading] = cells[i] ?? null));
  cells.forEach((value, i) => {
    if (!(`${i + 1}` in row)) Object.defineProperty(row, i + 1, { value });
  });
  return row;
}

function render(liquid: Liquid, template: Template[], data: object, count: number): Filled {
  const gathered = new Gatherer();
  const context = new Context(data, liquid.options, { sync: true });
  const { memoryLimit } = context;
  const use = memoryLimit.use.bind(memoryLimit);
  memoryLimit.use = (count) => {
    if (count > LIMITS.step) throw new OverStep();
    use(count);
  };
  toValueSync(liquid.renderer.renderTemplates(template, context, gathered));
  return { bytes: gathered.all(), count };
}

interface LiquidFault {
  name?: string;
  message: string;
  originalError?: Error;
  token?: { getPosition(): [line: number, column: number]; input: string };
}

function whyNot(error: unknown, body: string): Filled {
  const { originalError, token, message } = error as LiquidFault;
  const reason = originalError ?? (error as Error);
  if (error instanceof OverOutput || reason instanceof OverOutput) return { limit: 'output' };
  if (reason instanceof OverStep) return { limit: 'memory' };
  if (reason instanceof LongSearch || /^template render limit exceeded/.test(reason.message)) return { limit: 'time' };
  if (/^memory alloc limit exceeded|Invalid (string|array|typed array) length|allocation failed/.test(reason.message))
    return { limit: 'memory' };
  if (/^parse length limit exceeded/.test(reason.message)) return { limit: 'length' };
  if (/Maximum call stack/.test(reason.message)) return { limit: 'memory' };
  const [line, column] = token?.getPosition() ?? [1, 1];
  const text = (token?.input ?? body).split('\n')[line - 1] ?? '';
  const said = (originalError?.message ?? message).replace(/, (file:.*, )?line:\d+, col:\d+$/, '');
  const shown = (some: string, max: number): string => [...some].slice(0, max).join('').toWellFormed();
  return { fault: { reason: shown(said, MAX_SHOWN), line, column, text: shown(text.trim(), MAX_SHOWN) } };
}
