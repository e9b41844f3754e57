/** The methods of a resource. */
import { Download } from './download.js';
import type {
  CursorPage,
  Imported,
  KnownOptions,
  MassAnswer,
  Page,
  SendOptions,
  SentFile,
  UpdateOptions,
} from './exchanged.js';
import { ANY, asked, formOf, nextCursor, NOT_MODIFIED, unlessKnown, writing } from './requests.js';
import { notModified, tagged, type NotModified, noticed, noticesIn } from './tags.js';
import type { Call, Transport } from './transport.js';
import type * as T from './types.js';

/** Objects of one page of `each`. */
const PAGE_SIZE = 500;

export class Resource<N extends T.Name> {
  protected readonly root: string;

  /** @internal */
  constructor(
    protected readonly transport: Transport,
    /** The path below `/api/`. */
    readonly path: string,
  ) {
    this.root = `/api/${path}`;
  }

  /** All objects, or those of `filter`, at once. For many of them `each` takes less memory. */
  list<const I extends T.Include<N> = never, const F extends T.Column<N> = never>(
    options: T.ListOptions<N, I, F> = {},
  ): Promise<Array<T.Listed<N, I, F>>> {
    return this.transport.json('GET', this.root, asked(options));
  }

  /** One page by its number, from 1, with the number of all objects. `size`: 1 to 1000. */
  async page<const I extends T.Include<N> = never, const F extends T.Column<N> = never>(
    options: T.ListOptions<N, I, F> & { number?: number; size?: number } = {},
  ): Promise<Page<T.Listed<N, I, F>>> {
    const { number = 1, size = 50, ...rest } = options;
    const call = asked(rest, { page: { number, size } });
    const { body, headers } = await this.transport.jsonWithHeaders<Array<T.Listed<N, I, F>>>('GET', this.root, call);
    return { items: body, total: Number(headers.get('x-total-count')), number, size };
  }

  /**
   * One page by cursor: the first one, or that behind the page whose `next` is given as `after`. Each costs the same, and
   * nothing is skipped or repeated while others write. `size`: 1 to 1000.
   */
  async pageByCursor<const I extends T.Include<N> = never, const F extends T.Column<N> = never>(
    options: T.ListOptions<N, I, F> & { after?: string | undefined; size?: number } = {},
  ): Promise<CursorPage<T.Listed<N, I, F>>> {
    const { after = '', size = 50, ...rest } = options;
    const call = asked(rest, { page: { after, size } });
    const { body, headers } = await this.transport.jsonWithHeaders<Array<T.Listed<N, I, F>>>('GET', this.root, call);
    return { items: body, next: nextCursor(headers.get('link')) };
  }

  /**
   * The objects one after the other, fetched in pages of `size`: memory does not grow with their number, and nothing is
   * skipped or repeated while others write.
   */
  async *each<const I extends T.Include<N> = never, const F extends T.Column<N> = never>(
    options: T.ListOptions<N, I, F> & { size?: number } = {},
  ): AsyncGenerator<T.Listed<N, I, F>, void, undefined> {
    const { size = PAGE_SIZE } = options;
    for (let after: string | undefined = ''; after !== undefined;) {
      // Both are named: to infer them takes the compiler most of a minute.
      const page: CursorPage<T.Listed<N, I, F>> = await this.pageByCursor<I, F>({ ...options, size, after });
      yield* page.items;
      after = page.next;
    }
  }

  /** How many objects there are. */
  async count(options: T.Narrowed<N> = {}): Promise<number> {
    const call = asked(options, { page: { number: 1, size: 1 }, fields: ['id'] });
    const { headers } = await this.transport.jsonWithHeaders('GET', this.root, call);
    return Number(headers.get('x-total-count'));
  }

  /** One object with the ids of its links, or `notModified` if it is still the one that was read before. */
  get(id: number, options: KnownOptions): Promise<T.Whole<N> | NotModified>;
  /** One object with the ids of its links; `include` puts objects in place of ids. */
  get<const I extends T.Include<N> = never, const F extends T.Member<N> = never>(
    id: number,
    options?: T.Chosen<I, F>,
  ): Promise<T.Read<N, I, F>>;
  async get(id: number, options: Partial<KnownOptions> = {}): Promise<object | NotModified> {
    const { ifNoneMatch, ...chosen } = options;
    const call = { ...unlessKnown({ ifNoneMatch }), ...asked(chosen) };
    const { body, headers, status } = await this.transport.jsonWithHeaders<{ data: object }>('GET', this.at(id), call);
    return status === NOT_MODIFIED ? notModified : tagged(body.data, headers);
  }

  /** Creates an object and answers it whole. Safe to repeat: it is sent with an `Idempotency-Key`. */
  create(object: T.Create<N>, options: T.WriteOptions & { key?: string } = {}): Promise<T.Whole<N>> {
    return this.written('POST', this.root, { ...writing(options), body: object });
  }

  /** Changes the fields that are given; null clears one, an array of ids replaces a link. */
  update(id: number, changes: T.Input<N>, options: UpdateOptions = {}): Promise<T.Whole<N>> {
    return this.written('PATCH', this.at(id), { ...writing(options), body: changes });
  }

  async delete(id: number, options: Omit<UpdateOptions, 'strict'> = {}): Promise<void> {
    await this.transport.send('DELETE', this.at(id), writing(options));
  }

  /** Brings a deleted object back. */
  restore(id: number, options: T.CallOptions = {}): Promise<T.Whole<N>> {
    return this.written('POST', this.at(id, '/restore'), options);
  }

  /** Creates up to 10,000 objects: all of them, or none. */
  massStore(items: ReadonlyArray<T.Create<N>>, options: T.WriteOptions & { key?: string } = {}): Promise<MassAnswer> {
    return this.massWritten('POST', `${this.root}/mass-store`, { ...writing(options), body: { items } });
  }

  /** Changes up to 10,000 objects: all of them, or none. Each item names its `id` and what changes. */
  massUpdate(
    items: ReadonlyArray<T.Input<N> & { id: number }>,
    options: T.WriteOptions & { key?: string } = {},
  ): Promise<MassAnswer> {
    return this.massWritten('PATCH', `${this.root}/mass-update`, { ...writing(options), body: { items } });
  }

  /** Deletes up to 10,000 objects: all of them, or none. */
  async massDestroy(ids: readonly number[], options: Omit<T.WriteOptions, 'strict'> = {}): Promise<void> {
    await this.transport.send('DELETE', `${this.root}/mass-destroy`, { ...writing(options), body: { ids } });
  }

  /** Brings up to 10,000 deleted objects back: all of them, or none. */
  massRestore(
    ids: readonly number[],
    options: Omit<T.WriteOptions, 'strict'> & { key?: string } = {},
  ): Promise<MassAnswer> {
    return this.transport.json('POST', `${this.root}/mass-restore`, { ...writing(options), body: { ids } });
  }

  /** A workbook or CSV of all objects with their links, to be changed and imported again. */
  async export(
    options: T.CallOptions & { format?: 'xlsx' | 'csv'; sep?: string; bom?: boolean } = {},
  ): Promise<Download> {
    const { format = 'xlsx', sep, bom, ...call } = options;
    const query = { format, sep, bom: bom === undefined ? undefined : Number(bom) };
    return new Download(await this.transport.send('GET', `${this.root}/export`, { ...call, query, headers: ANY }));
  }

  /**
   * Does what the rows of a workbook or CSV ask for: all of it, or nothing. `match: 'name'` finds the object of a row without an id
   * by its name, `empty: 'keep'` leaves fields as they are whose cells are empty. Throws an ApiError with `cells`.
   */
  async import(
    file: SentFile,
    options: SendOptions & {
      dryRun?: boolean;
      rows?: boolean;
      match?: 'name';
      empty?: 'clear' | 'keep';
      sep?: string;
      key?: string;
    } = {},
  ): Promise<Imported> {
    const { sep, rows, match, empty, onSent, ...rest } = options;
    const { query, ...call } = writing(rest);
    const sent = {
      ...call,
      query: { ...query, sep, match, empty, ...(rows && { rows: 1 }) },
      body: formOf(file, onSent),
    };
    const { body, headers } = await this.transport.jsonWithHeaders<Imported>('POST', `${this.root}/import`, sent);
    // The header holds the first ones.
    const requestId = headers.get('x-request-id');
    return { ...body, ...(requestId && { requestId }), ignored: body.ignored ?? noticesIn(headers).ignored };
  }

  protected async written(method: string, path: string, call: Call): Promise<T.Whole<N>> {
    const { body, headers } = await this.transport.jsonWithHeaders<T.Whole<N>>(method, path, call);
    return noticed(tagged(body, headers), headers);
  }

  private async massWritten(method: string, path: string, call: Call): Promise<MassAnswer> {
    const { body, headers } = await this.transport.jsonWithHeaders<MassAnswer>(method, path, call);
    return noticed(body, headers);
  }

  protected at(id: number, rest = ''): string {
    return `${this.root}/${encodeURIComponent(id)}${rest}`;
  }
}
