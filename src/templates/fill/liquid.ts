/** Fills one text: Liquid without files, within limits (templates 2). Loaded in a thread of its own alone. */
import { Context, Liquid, toValueSync, type Template } from 'liquidjs';
import { filtersOf, type CodeWords } from './filters.js';
import { LIMITS } from './limits.js';
import { boundSearches, LongSearch, operators } from './searches.js';

/** What a template is filled with. */
export interface FillRequest {
  body: string;
  /** The objects as bytes of JSON: the elements of a list, joined by commas; undefined: only read the template. */
  objects?: Uint8Array<ArrayBuffer>;
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

/** Gathers what is written, as far as a file may be long. */
class Gatherer {
  buffer = '';
  private readonly parts: Buffer[] = [];
  private bytes = 0;

  write(value: unknown): void {
    const text = written(value);
    this.buffer += text;
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

/** A value as text: lists one behind the other, objects as JSON. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(written).join('');
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'function' ? '' : String(value as string | number);
}

/** Fills a template. What is wrong with it, or too much, is part of the answer. */
export function fill({ body, objects, beside, words, zone }: FillRequest): Filled {
  const liquid = new Liquid({
    ...{ ownPropertyOnly: true, strictFilters: true, cache: false, templates: {}, dynamicPartials: false, operators },
    ...{ parseLimit: LIMITS.body, renderLimit: LIMITS.time, memoryLimit: LIMITS.memory, timezoneOffset: zone },
  });
  for (const tag of WITHOUT) delete liquid.tags[tag];
  boundSearches(liquid);
  for (const [name, filter] of Object.entries(filtersOf({ words }))) liquid.registerFilter(name, filter);
  try {
    const template = liquid.parse(body);
    const list = objects ? (JSON.parse(`[${Buffer.from(objects).toString('utf8')}]`) as unknown[]) : [];
    if (list.length > LIMITS.objects) return { limit: 'objects' };
    return render(liquid, template, { ...beside, objects: list, count: list.length }, list.length);
  } catch (error) {
    return whyNot(error, body);
  }
}

function render(liquid: Liquid, template: Template[], data: object, count: number): Filled {
  const gathered = new Gatherer();
  const context = new Context(data, liquid.options, { sync: true });
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
  if (reason instanceof LongSearch || /^template render limit exceeded/.test(reason.message)) return { limit: 'time' };
  if (/^memory alloc limit exceeded|Invalid string length|Invalid array length/.test(reason.message))
    return { limit: 'memory' };
  if (/^parse length limit exceeded/.test(reason.message)) return { limit: 'length' };
  if (/Maximum call stack/.test(reason.message)) return { limit: 'memory' };
  const [line, column] = token?.getPosition() ?? [1, 1];
  const text = (token?.input ?? body).split('\n')[line - 1] ?? '';
  const said = (originalError?.message ?? message).replace(/, (file:.*, )?line:\d+, col:\d+$/, '');
  const shown = (some: string, max: number): string => [...some].slice(0, max).join('').toWellFormed();
  return { fault: { reason: shown(said, MAX_SHOWN), line, column, text: shown(text.trim(), MAX_SHOWN) } };
}
