/** What single reads and lists answered at a former moment (`as_of`), as far as the caller may see it now. */
import { Injectable } from '@nestjs/common';
import { AS_OF_NAME } from '../../core/http/as-of.js';
import type { Caller, RequestContext } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { Database } from '../../database/database.js';
import {
  AccessScopes,
  Plans,
  unknownName,
  type Answer,
  type Former,
  type Listed,
  Past,
  type ResourceModel,
  type ResourceService,
  type WriteOptions,
  type Written,
} from '../../engine/index.js';
import { FeedReader, isTold } from '../../events/reader.js';
import { ChangedObjects } from './changed-objects.js';
import { FormerStates } from './former-states.js';
import { Moments, type Moment } from './moment.js';
import { seenOf, seenRows, type Eyes } from './seen.js';
import { SettingBack } from './setting-back.js';

type Query = Readonly<Record<string, unknown>>;

/** What is told of a moment. */
const headersOf = ({ text }: Moment, isExact: boolean): Record<string, string> => ({
  'x-as-of': text,
  ...(!isExact && { 'x-as-of-exact': 'false' }),
});

@Injectable()
export class PastService extends Past {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly moments: Moments,
    private readonly states: FormerStates,
    private readonly changed: ChangedObjects,
    private readonly settingBack: SettingBack,
    private readonly plans: Plans,
  ) {
    super();
  }

  async show(resource: ResourceModel, id: number, query: Query, { caller }: RequestContext): Promise<Former> {
    if (query['include'] !== undefined) throw new ApiError(400, 'asOfRefused', { name: 'include' });
    const reader = await this.readerOf(resource, caller);
    const moment = await this.moments.read(query[AS_OF_NAME], AS_OF_NAME);
    const [states] = await this.states.at(resource, [id], [moment], true);
    const object = states!.get(id)!;
    const [seen] = await seenOf(reader, resource, [object], 'show', caller);
    return { answer: seen && partOf(seen, query['fields']), headers: headersOf(moment, object.isExact) };
  }

  async list(service: ResourceService, query: Query, context: RequestContext, url: string): Promise<Listed> {
    const { resource } = service.plan;
    const { caller } = context;
    const { [AS_OF_NAME]: asked, ...others } = query;
    this.refuse(resource, others);
    const reader = await this.readerOf(resource, caller);
    const moment = await this.moments.read(asked, AS_OF_NAME);
    let isExact = true;
    const page = others['page'];
    // Without a number, which would need a count.
    const keyset = typeof page === 'object' && page !== null ? { page: { after: '', ...page } } : {};
    const listed = await service.repository.patchedList({ ...others, ...keyset }, context, { url }, async () => {
      const changed = await this.changed.since(resource, moment.first);
      return {
        ids: changed.ids,
        late: () => changed.late(),
        rows: async (ids) => {
          const [states] = await this.states.at(resource, ids, [moment], false);
          const objects = [...states!.values()];
          isExact &&= objects.every((object) => object.isExact);
          return seenRows(reader, resource, objects, caller);
        },
      };
    });
    return { ...listed, headers: { ...listed.headers, ...headersOf(moment, isExact) } };
  }

  restore(
    service: ResourceService,
    id: number,
    asOf: unknown,
    context: RequestContext,
    options: WriteOptions,
  ): Promise<Written> {
    return this.settingBack.restore(service, id, asOf, context, options);
  }

  private async readerOf(resource: ResourceModel, caller: Caller): Promise<Eyes> {
    if (!isTold(resource)) throw new ApiError(400, 'noAsOf', { name: AS_OF_NAME });
    const { scopes, database: session } = this;
    return { reader: await FeedReader.of(caller, scopes), scopes, session };
  }

  /** Throws 400 for what a list of the past does not take. */
  private refuse(resource: ResourceModel, query: Query): void {
    const refused = (name: string): ApiError => new ApiError(400, 'asOfRefused', { name });
    for (const name of ['include']) if (query[name] !== undefined) throw refused(name);
    const { sort, filter, page } = query;
    if (sort !== undefined && !/^\s*\+?id\s*$/.test(String(sort))) throw refused('sort');
    if (isObject(page) && page['number'] !== undefined) throw refused('page[number]');
    if (!isObject(filter)) return;
    const { language } = this.plans;
    const filters = language.filtersOf(language.targetOf(resource.path));
    const own = new Set(filters.all().map(([name]) => name));
    const known = [...filters.special(), 'trashed', ...language.addedTo(resource).map(({ name }) => name)];
    for (const name of Object.keys(filter)) {
      if (own.has(name)) continue;
      const isRelation = name.includes('.') || name.endsWith('_exists');
      if (known.includes(name) || isRelation) throw refused(`filter[${name}]`);
      throw unknownName('filter', `filter[${name}]`, name, [...own]);
    }
  }
}

const isObject = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members that `fields` asks for; the id always. */
function partOf(object: Answer, sent: unknown): Answer {
  const names = new Set(
    [sent ?? []]
      .flat()
      .flatMap((part) => String(part).split(','))
      .map((name) => name.trim()),
  );
  names.delete('');
  if (!names.size) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => name === 'id' || names.has(name)));
}
