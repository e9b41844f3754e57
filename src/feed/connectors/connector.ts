/** What connectors have in common: how they are asked, what they give, and how they refuse a file. */
import { ApiError, fieldError } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { Message, type MessageKey, type Values } from '../../core/i18n/messages.js';
import type { InParts } from '../../core/turns.js';
import type { FeedOptions, Item } from '../document/model.js';
import type { ItemTexts } from '../document/reader.js';

export type Bytes = AsyncIterable<Uint8Array>;

/** Does work when its turn has come. `signal`: aborted when nobody waits for it any more. */
export type InTurn = <T>(work: (signal?: AbortSignal) => Promise<T>) => Promise<T>;

/** How a file is to be read. */
export interface ReadOptions {
  /** `opt[x]`: options of this connector by name. */
  opt: ReadonlyMap<string, string>;
  /** Of rows: the mapping, as parsed. */
  mapping?: unknown;
  /** The file's whole name without its folder, where it is known: some tools keep a file for each host. */
  file?: string;
  /** Of several files that are read as one list: the name of each. */
  names?: readonly string[];
  /** Counts what no item came of. */
  leftOut?: LeftOut;
  /** The tool was asked for all that it has: what is not there is gone. */
  isAll?: boolean;
  /** Where items become JSON, and are counted. */
  texts?: ItemTexts;
  /** What keeps a core busy for seconds is done in its turn. */
  inTurn?: InTurn;
}

/** What was left out, and how it is called where there is one of it, and where there are more. */
const LEFT_OUT = {
  rowWithoutRef: ['feedLeftOutRow', 'feedLeftOutRows'],
  repeatedRow: ['feedLeftOutRepeatedRow', 'feedLeftOutRepeatedRows'],
  service: ['feedLeftOutServices'],
  entry: ['feedLeftOutEntries'],
  host: ['feedLeftOutHosts'],
  hostWithoutAddress: ['feedLeftOutNoAddress'],
  unnamed: ['feedLeftOutUnnamed'],
  kind: ['feedLeftOutKind'],
  hostDown: ['feedLeftOutDown'],
  disabled: ['feedLeftOutDisabled'],
  change: ['feedLeftOutChanges'],
  serviceAccount: ['feedLeftOutServiceAccounts'],
  clusterName: ['feedLeftOutClusterNames'],
  person: ['feedLeftOutPeople'],
  template: ['feedLeftOutTemplates'],
  localStorage: ['feedLeftOutStorage'],
  address: ['feedLeftOutAddresses'],
  noAddress: ['feedLeftOutNoAddresses'],
  tenant: ['feedLeftOutTenants'],
  cable: ['feedLeftOutCables'],
  pod: ['feedLeftOutPods'],
  endedPod: ['feedLeftOutEndedPods'],
  stream: ['feedLeftOutStream'],
  olderVersion: ['feedLeftOutVersion'],
  batch: ['feedLeftOutBatch'],
  otherRow: ['feedLeftOutOtherRow', 'feedLeftOutOtherRows'],
  titleRow: ['feedLeftOutTitleRow', 'feedLeftOutTitleRows'],
} as const satisfies Record<string, readonly [one: MessageKey, many?: MessageKey]>;

/** How a document calls machines that were told as one. */
const UNITED = 'united';
/** What nobody loses by it. */
const HARMLESS: ReadonlySet<keyof typeof LEFT_OUT> = new Set(['repeatedRow', 'titleRow']);

/** Kinds that are told by their names, all others together, and characters of a name: files may hold any. */
const [MAX_KINDS, MAX_NAME] = [50, 60];

/** What a file holds and no item came of, though nothing is wrong with it: each object is an item, or counted here. */
export class LeftOut {
  private united = 0;
  private readonly counts = new Map<string, { key: keyof typeof LEFT_OUT; name: string; count: number }>();

  /** Counts one, or some. `name`: of the type or the kind that it has. */
  add(key: keyof typeof LEFT_OUT, name = '', count = 1): void {
    if (!count) return;
    const shown = this.counts.size < MAX_KINDS || this.counts.has(`${key} ${name}`) ? name : name && '…';
    const id = `${key} ${shown}`;
    const known = this.counts.get(id);
    if (known) known.count += count;
    else this.counts.set(id, { key, name: shown.slice(0, MAX_NAME).toWellFormed(), count });
  }

  /** A sentence for each sort. */
  get phrases(): Message[] {
    return this.phrasesOf(() => true);
  }

  /** The same without rows that say what others have said, or nothing: nothing is lost with them. */
  get lost(): Message[] {
    return this.phrasesOf((key) => !HARMLESS.has(key));
  }

  /** The same, as the last line of a document says it. */
  get said(): Array<{ what: string; name?: string; count: number }> {
    const all = [...this.counts.values()].filter(({ key }) => !HARMLESS.has(key));
    const said = all.map(({ key, name, count }) => ({ what: key as string, ...(name && { name }), count }));
    return this.united ? [...said, { what: UNITED, count: this.united }] : said;
  }

  /** Counts what the last line of a document says. Throws 422 for what is no such list. */
  take(said: unknown): void {
    if (said === undefined) return;
    if (!Array.isArray(said)) throw fieldError('left_out', 'array');
    for (const one of said as unknown[]) {
      const part: Record<string, unknown> = isObject(one) ? one : {};
      const [what, name = '', count] = [part['what'], part['name'], part['count']];
      const isKnown = typeof what === 'string' && (what === UNITED || Object.hasOwn(LEFT_OUT, what));
      if (!isKnown)
        throw fieldError('left_out.what', 'oneOf', { allowed: [...Object.keys(LEFT_OUT), UNITED].join(', ') });
      if (typeof name !== 'string') throw fieldError('left_out.name', 'string');
      if (!Number.isSafeInteger(count) || (count as number) < 1) throw fieldError('left_out.count', 'integer');
      if (what === UNITED) this.unite(count as number);
      else this.add(what as keyof typeof LEFT_OUT, name.replace(/\p{Cc}+/gu, ' '), count as number);
    }
  }

  /** Counts machines that stand several times in the file, and are told as one. */
  unite(count = 1): void {
    this.united += count;
  }

  private phrasesOf(isTold: (key: keyof typeof LEFT_OUT) => boolean): Message[] {
    const phrases = [...this.counts.values()]
      .filter(({ key }) => isTold(key))
      .map(({ key, name, count }) => {
        const [one, many = one] = LEFT_OUT[key] as readonly [MessageKey, MessageKey?];
        return new Message('feedLeftOut', { what: new Message(count === 1 ? one : many, { count, name }) });
      });
    if (this.united) phrases.push(new Message('feedUnited', { count: this.united }));
    return phrases;
  }
}

/** What a file says: defaults of the document, which whoever feeds it may override, and items. */
export interface ReadResult {
  mode: 'delta' | 'full';
  scope?: string;
  /** When all of it was so, where the file says that once. */
  observed_at?: string | undefined;
  options: Partial<FeedOptions>;
  /** Read once. What is wrong with the file, its end included, is thrown there: none is to be believed before. */
  items: AsyncIterable<Item>;
  /** Scopes that the file reports as a whole, though it is a delta. */
  full_scopes?: readonly string[];
}

export type Connect = (bytes: Bytes, asked: ReadOptions) => Promise<ReadResult>;

/** Bytes of a file that are taken: as many as of a document. */
export const MAX_FILE_BYTES = 256 << 20;

/** 400: the file is none of this kind, or not whole. */
export const notWhole = (kind: string, reason: MessageKey | Message = 'feedNotThis', values: Values = {}): ApiError =>
  new ApiError(400, 'feedFile', { kind, reason: reason instanceof Message ? reason : new Message(reason, values) });

/** All parts of a work; what it refuses is told with the name of its file, where there is one. */
export function* inFile<T>(file: string | undefined, kind: string, work: InParts<T>): InParts<T> {
  try {
    return yield* work;
  } catch (error) {
    throw file === undefined ? error : namingFile(error, kind, file);
  }
}

/** The refusal of a file with the name of it. */
export function namingFile(error: unknown, kind: string, file: string): unknown {
  if (!(error instanceof ApiError) || error.phrase.key !== 'feedFile') return error;
  const { reason } = error.phrase.values as { reason: Message };
  return notWhole(kind, 'feedInFile', { file, reason });
}

/** Parts of one thing, such as addresses of a machine: no true one has more, and each is worked through at once. */
export const MAX_PARTS = 10_000;

/** 400: the file lacks what every file of this kind has. `member`: what it is called there. */
export const lacks = (kind: string, member: string): ApiError => notWhole(kind, 'feedLacks', { member });

/** The list; 400 for one of more than there may be. */
export function fewOf<T>(list: readonly T[], kind: string, what: MessageKey, max = MAX_PARTS): readonly T[] {
  if (list.length > max) throw tooManyParts(kind, what, max);
  return list;
}

export const tooManyParts = (kind: string, what: MessageKey, max = MAX_PARTS): ApiError =>
  notWhole(kind, 'feedFileParts', { max, what: new Message(what) });

/** The value of an option; 422 without it. `about`: what it is, in English. */
export function requiredOption({ opt }: ReadOptions, option: string, about: string): string {
  const value = opt.get(option)?.trim();
  if (!value) throw new ApiError(422, 'feedOption', { option: `opt[${option}]`, about });
  return value;
}

/** One of some values, the first unless it is given; 422 for another. */
export function choiceOption<const T extends string>({ opt }: ReadOptions, option: string, choices: readonly T[]): T {
  const value = opt.get(option) ?? choices[0]!;
  if (choices.includes(value as T)) return value as T;
  throw new ApiError(422, 'feedOptionValue', { option: `opt[${option}]`, allowed: choices.join(', ') });
}

/** Items that are there already, as they are read. */
export async function* each(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
