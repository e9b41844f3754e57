/** What may be sent of a template: every member is read and judged, and all that is wrong is named at once. */
import { ApiError, Problems } from '../core/http/errors.js';
import type { Caller } from '../core/http/caller.js';
import { isObject } from '../core/http/request-body.js';
import { parseBoolean } from '../core/text/booleans.js';
import { registry, ResourceRepository, type Plans } from '../engine/index.js';
import { LIMITS } from './fill/limits.js';
import type { Sources } from './sources.js';
import { isListed, KINDS, type Lists, type Source, type TemplateKind, type TemplateText } from './template.js';
import type { TemplateFile } from './template-file.js';
import { WORKBOOK_TYPE } from './workbook/limits.js';

export const MAX_TEMPLATE = { name: 190, about: 2000, fileName: 150, filters: 50, values: 100, text: 1000 } as const;
const CONTENT_TYPE = /^(text\/[a-z0-9][a-z0-9.+-]{0,60}|application\/(json|yaml|xml))$/;
/** What a browser might run, or draw as a page. */
const CLOSED = /html|script|svg|xsl|text\/xml/;
/** One word behind the other, an extension last; `{{ today }}` may stand in it. */
const FILE_NAME = /^[A-Za-z0-9_]([A-Za-z0-9_ -]|\.(?!\.)|\{\{ ?today ?\}\})*\.[A-Za-z0-9]{1,10}$/;
/** What a double click would show as a page of this machine, or run. */
const RUN = /\.(x?html?|shtml|svg|m?js|jse|vb[es]|ws[fh]|hta|exe|com|scr|pif|bat|cmd|msi|lnk|url|jar|cpl|reg)$/i;

const SOURCES = ['type', 'query', 'report'] as const;

type Body = Readonly<Record<string, unknown>>;

/** What a body says; what it does not say is undefined. Where `lists` is there, so is what is listed. */
export type ReadTemplate = Partial<TemplateText> & { shared?: boolean };

/** Names that mean something in a body. */
const NAMES = new Set([
  ...['id', 'name', 'about', 'kind', 'type', 'query', 'report', 'filter', 'sort', 'include'],
  ...['body', 'file', 'content_type', 'file_name'],
  ...['shared', 'shipped', 'owner', 'created_at', 'updated_at'],
]);

export const ignoredIn = (body: Body): string[] => Object.keys(body).filter((name) => !NAMES.has(name));

export class TemplateBody {
  private readonly problems = new Problems();
  private readonly read: ReadTemplate = {};

  /** `before`: what is stored; left out for a new one. `isTry`: what is filled at once needs no name. `file`: of a workbook. */
  constructor(
    private readonly body: Body,
    private readonly plans: Plans,
    private readonly sources: Sources,
    private readonly before?: TemplateText,
    private readonly isTry = false,
    private readonly file?: TemplateFile,
  ) {}

  /** Throws 422. Filters are read with the eyes of whoever sends them. */
  async checked(caller: Caller): Promise<ReadTemplate> {
    const isNew = !this.before;
    this.text('name', MAX_TEMPLATE.name, isNew && !this.isTry, (text) => void (this.read.name = text.trim()));
    this.text('about', MAX_TEMPLATE.about, false, (text) => void (this.read.about = text.trim() || null), true);
    const isWorkbook = this.takeKind() === 'workbook';
    this.takeSource();
    if (isWorkbook) this.takeFile();
    else this.takeText();
    this.text('file_name', MAX_TEMPLATE.fileName, isNew && !this.isTry && !isWorkbook, (text) => {
      const name = text.trim();
      const fits = FILE_NAME.test(name) && !RUN.test(name) && (!isWorkbook || name.endsWith('.xlsx'));
      if (!fits) this.problems.add('file_name', 'templateFileName', { day: '{{ today }}' });
      this.read.fileName = name;
    });
    this.takeShared();
    await this.takeLists(caller);
    this.problems.throwIfAny();
    return this.read;
  }

  private text(name: string, max: number, isNeeded: boolean, take: (text: string) => void, mayBeNull = false): void {
    const value = this.body[name];
    if (value === undefined && !isNeeded) return;
    if (value === null && mayBeNull) return take('');
    if (value === undefined || value === null || (typeof value === 'string' && !value.trim() && !mayBeNull))
      return this.problems.add(name, 'required');
    if (typeof value !== 'string') return this.problems.add(name, 'string');
    if (value.includes('\0') || !value.isWellFormed()) return this.problems.add(name, 'characters');
    if (name !== 'body' && name !== 'about' && /\p{Cc}/u.test(value)) return this.problems.add(name, 'characters');
    if (value.length > max && [...value].length > max) return this.problems.add(name, 'maxText', { max });
    take(value);
  }

  /** What it makes stays what it is. */
  private takeKind(): TemplateKind {
    const stands = this.before?.kind;
    const { kind = stands ?? 'text' } = this.body;
    const taken = kind === null ? (stands ?? 'text') : KINDS.find((one) => one === kind);
    const allowed = stands ?? KINDS.join(', ');
    if (!taken || (stands && taken !== stands)) this.problems.add('kind', 'oneOf', { allowed });
    if (taken && !stands) this.read.kind = taken;
    return taken ?? 'text';
  }

  private takeText(): void {
    const isNew = !this.before;
    if (this.file) this.problems.add('file', 'templateNoFile');
    this.text('body', LIMITS.body, isNew, (text) => {
      if (Buffer.byteLength(text) > LIMITS.body) this.problems.add('body', 'maxBytes', { max: LIMITS.body });
      this.read.body = text;
    });
    this.text('content_type', 100, isNew && !this.isTry, (text) => {
      const type = text.trim().toLowerCase();
      if (!CONTENT_TYPE.test(type) || CLOSED.test(type)) this.problems.add('content_type', 'templateContentType');
      this.read.contentType = type;
    });
  }

  private takeFile(): void {
    const { body, content_type: type = WORKBOOK_TYPE } = this.body;
    if (body !== undefined && body !== null && body !== '') this.problems.add('body', 'templateNoBody');
    if (type !== WORKBOOK_TYPE) this.problems.add('content_type', 'oneOf', { allowed: WORKBOOK_TYPE });
    if (!this.file && (!this.before || 'file' in this.body)) this.problems.add('file', 'required');
    if (this.before) {
      if (this.file) this.read.body = this.file.bytes.toString('base64');
      return;
    }
    const name = this.file?.name ?? '';
    const fits = name.length <= MAX_TEMPLATE.fileName && FILE_NAME.test(name) && name.endsWith('.xlsx');
    const fileName = fits ? name : 'workbook.xlsx';
    Object.assign(this.read, { contentType: WORKBOOK_TYPE, fileName, body: this.file?.bytes.toString('base64') });
  }

  private takeShared(): void {
    const { shared } = this.body;
    if (shared === undefined) return;
    const is = typeof shared === 'boolean' ? shared : parseBoolean(String(shared as string));
    if (is === undefined || shared === null) this.problems.add('shared', 'boolean');
    else this.read.shared = is;
  }

  /** One of type, query and report: that which is sent takes the place of the others. */
  private takeSource(): void {
    const sent = SOURCES.filter((name) => this.body[name] !== undefined && this.body[name] !== null);
    if (sent.length > 1) return this.problems.add(sent[1]!, 'templateSource');
    const [name] = sent;
    if (name === undefined) {
      // What stands may be taken away only by what takes its place.
      const goes = this.before && SOURCES.find((one) => this.body[one] === null && this.before![one] !== null);
      if (!this.before || goes) this.problems.add(goes ?? 'type', 'templateSource');
    } else if (name === 'query') this.takeQuery();
    else this.text(name, 64, true, (text) => this.takeNamed(name, text));
  }

  private takeNamed(name: 'type' | 'report', text: string): void {
    if (name === 'report') return this.take({ report: text });
    const resource = registry.find(text);
    if (!resource || !isListed(resource)) this.problems.add('type', 'selected');
    else this.take({ type: resource.path });
  }

  private takeQuery(): void {
    const { query } = this.body;
    const id = typeof query === 'string' && /^[1-9][0-9]{0,14}$/.test(query) ? Number(query) : query;
    if (!Number.isSafeInteger(id) || Number(id) < 1) this.problems.add('query', 'integer');
    else this.take({ query: Number(id) });
  }

  private take(source: Partial<Source>): void {
    Object.assign(this.read, { type: null, query: null, report: null, ...source });
  }

  /** Filter, order and includes, as a list of the kind takes them; of a report its parameters. */
  private async takeLists(caller: Caller): Promise<void> {
    const { filter, sort, include } = this.body;
    const source = 'type' in this.read ? (this.read as Source) : this.before;
    if (!source) return;
    const isOther = SOURCES.some((name) => source[name] !== this.before?.[name]);
    const isSent = [filter, sort, include].some((one) => one !== undefined);
    if (!isSent && !isOther) return;
    // What was of a list is nothing to a query or report, and the other way round.
    const isKept = source.type !== null && this.before?.type;
    const before = (isKept || !isOther) && this.before ? this.before.lists : { filter: {}, sort: null, include: null };
    const lists: Lists = {
      filter: filter === undefined ? before.filter : this.filterIn(filter),
      sort: sort === undefined ? before.sort : this.namesIn('sort', sort),
      include: include === undefined ? before.include : this.namesIn('include', include),
    };
    Object.assign(this.read, { type: source.type, query: source.query, report: source.report, lists });
    return source.type === null ? this.checkSource(source, lists, caller) : this.checkLists(source.type, lists, caller);
  }

  private async checkLists(type: string, lists: Lists, caller: Caller): Promise<void> {
    const repository = new ResourceRepository(this.plans, type);
    for (const name of ['filter', 'sort', 'include'] as const)
      if (lists[name] !== null)
        await this.judged(name, () => repository.read({ [name]: lists[name] }, { caller }, { withAdded: true }));
  }

  private async checkSource(source: Source, lists: Lists, caller: Caller): Promise<void> {
    const name = source.query === null ? 'report' : 'query';
    for (const other of ['sort', 'include'] as const)
      if (lists[other] !== null) this.problems.add(other, 'templateOfList');
    if (name === 'query' && Object.keys(lists.filter).length) this.problems.add('filter', 'templateOfList');
    await this.judged(name, () => this.sources.check(source, caller));
    if (name === 'report' && !this.problems.has(name))
      await this.judged('filter', () => this.sources.checkParameters(source.report!, lists.filter, caller));
  }

  /** What the list, query or report would be refused for is told at its field. */
  private async judged(name: string, ask: () => Promise<unknown>): Promise<void> {
    if (this.problems.has(name)) return;
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problems.put(name, error.phrase);
    }
  }

  private filterIn(value: unknown): Lists['filter'] {
    if (value === null || value === '') return {};
    const read: Record<string, string | string[]> = {};
    if (!isObject(value)) this.problems.add('filter', 'object');
    else if (Object.keys(value).length > MAX_TEMPLATE.filters)
      this.problems.add('filter', 'tooManyItems', { max: MAX_TEMPLATE.filters });
    else
      for (const [name, one] of Object.entries(value)) {
        const texts = (Array.isArray(one) ? one : [one]).map(plainText);
        if (name === 'trashed' || texts.length > MAX_TEMPLATE.values || !texts.every((text) => text !== undefined))
          this.problems.add('filter', 'hookFilter');
        else read[name] = Array.isArray(one) ? texts : texts[0]!;
      }
    return read;
  }

  private namesIn(name: 'sort' | 'include', value: unknown): string | null {
    if (value === null || value === '') return null;
    const text = Array.isArray(value) ? value.map(plainText).join(',') : plainText(value);
    if (text === undefined) this.problems.add(name, 'string');
    return text ?? null;
  }
}

const plainText = (value: unknown): string | undefined => {
  const text = ['number', 'boolean', 'string'].includes(typeof value) ? String(value as string) : undefined;
  return text !== undefined && text.length <= MAX_TEMPLATE.text && !/\p{Cc}/u.test(text) && text.isWellFormed()
    ? text
    : undefined;
};
