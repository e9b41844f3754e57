/** The history of one object: its changes as the feed tells them, the newest first. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { Caller } from '../../core/http/caller.js';
import { ApiError, forbidden, notFound } from '../../core/http/errors.js';
import { Database, type Row } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { AccessScopes, Plans, withTrashed, type ResourceModel } from '../../engine/index.js';
import { ChangeWriter, type CloudEvent, type StoredEvent } from '../../events/change.js';
import type { Action } from '../../events/entry.js';
import { Publication } from '../../events/publication.js';
import { sourceOf } from '../../events/settings.js';
import { FeedReader, isTold } from '../../events/reader.js';
import { FormerStates } from './former-states.js';
import type { Page } from './pages.js';

/** Characters of changes after which a page ends; how many are read at a time where some are left out, and how many times. */
const [MAX_CHARACTERS, BATCH, MAX_BATCHES] = [8 << 20, 200, 50];

export interface HistoryPage {
  changes: CloudEvent[];
  /** Where the next page begins; undefined behind the oldest. */
  next: string | undefined;
}

@Injectable()
export class ObjectHistory {
  private readonly writer: ChangeWriter;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly publication: Publication,
    private readonly states: FormerStates,
    plans: Plans,
    @Inject(CONFIG) config: Config,
  ) {
    this.writer = new ChangeWriter(plans, sourceOf(config));
  }

  /** Throws 400 for a page that there is not; 403; 404 where there is no such object for the caller. */
  async read(resource: ResourceModel, id: number, page: Page, caller: Caller): Promise<HistoryPage> {
    if (!isTold(resource)) throw new ApiError(404, 'noRoute', { path: `/api/${resource.path}/${id}/history` });
    await this.require(resource, id, caller);
    const reader = await FeedReader.of(caller, this.scopes);
    const { cursors, oldest, number } = await this.publication.upToDate();
    const before =
      page.after === undefined ? number + 1 : cursors.read(page.after, 'page[after]', () => cursors.write(oldest));
    const found: Array<{ number: number; change: CloudEvent }> = [];
    let [at, characters, isEnd] = [before, 0, false];
    // A page that were shorter by what is left out would tell how often something hidden changed. One more says whether there is more.
    for (let n = 0; !isEnd && found.length <= page.size && characters < MAX_CHARACTERS && n < MAX_BATCHES; n++) {
      const most = n ? BATCH : page.size + 1;
      const rows = await this.rows(resource, id, at, most);
      if (!rows.length && at === number + 1 && !(await this.isStored(resource, id))) throw notFound(resource, id);
      const { events, read, size } = await this.eventsOf(resource, rows, MAX_CHARACTERS - characters);
      isEnd = rows.length < most && read === rows.length;
      characters += size;
      const seen = await reader.visible(
        events.map((event) => this.writer.write(event, cursors.write(event.number))),
        this.database,
      );
      for (const [i, change] of seen.entries()) if (change) found.push({ number: events[i]!.number, change });
      at = Number(rows[read - 1]?.['number'] ?? at);
    }
    const last = found.length > page.size ? found[page.size - 1]!.number : isEnd ? undefined : at;
    return {
      changes: found.slice(0, page.size).map(({ change }) => change),
      next: last === undefined ? undefined : cursors.write(last),
    };
  }

  /** Its newest events before a number. */
  private rows({ path }: ResourceModel, id: number, before: number, most: number): Promise<Row[]> {
    return this.database.all(
      'SELECT `number`, `object_id`, `entry`, `action`, `name`, `links`, `recorded_at` FROM `own_events` ' +
        'WHERE `type` = ? AND `object_id` = ? AND `number` < ? ORDER BY `number` DESC LIMIT ?',
      [path, id, before, most],
    );
  }

  /** Throws 404 for what the caller may not show, or where it is deleted not delete; 403 where they may delete none of its kind. */
  private async require(resource: ResourceModel, id: number, caller: Caller): Promise<void> {
    const scope = this.scopes.of(caller);
    const shown = scope.rows(resource, 'show');
    if (shown === 'none') throw forbidden(`${resource.key}_show`);
    const mayDelete = scope.may(resource, 'delete');
    const rows = mayDelete ? withTrashed(scope, resource, shown) : shown;
    if (typeof rows !== 'string' && !(await scope.among(this.database, resource, rows, [id])).has(id)) {
      if (scope.granted(resource, 'show')) throw forbidden(`${resource.key}_show`);
      throw notFound(resource, id);
    }
    if (!mayDelete && !(await this.isLive(resource, id))) throw forbidden(`${resource.key}_delete`);
  }

  private async isLive({ table, softDelete }: ResourceModel, id: number): Promise<boolean> {
    const live = softDelete ? ' AND `deleted_at` IS NULL' : '';
    const sql = `SELECT 1 AS one FROM ${quote(table)} WHERE \`id\` = ?${live}`;
    return (await this.database.all(sql, [id])).length > 0;
  }

  private async isStored({ table }: ResourceModel, id: number): Promise<boolean> {
    return (await this.database.all(`SELECT 1 AS one FROM ${quote(table)} WHERE \`id\` = ?`, [id])).length > 0;
  }

  /** Events with their entries, until these are too long; `read`: so many rows. */
  private async eventsOf(
    resource: ResourceModel,
    rows: readonly Row[],
    characters: number,
  ): Promise<{ events: StoredEvent[]; read: number; size: number }> {
    const places = new Map(rows.map((row, i) => [Number(row['number']), i]));
    const events: StoredEvent[] = [];
    let size = 0;
    for await (const some of this.states.eventsAt(rows))
      for (const { number, entry, objectId, links } of some) {
        const at = places.get(number)!;
        const row = rows[at]!;
        events.push({
          ...{ number, entry, resource, id: objectId, links },
          action: String(row['action']) as Action,
          name: row['name'] === null ? null : String(row['name']),
          recordedAt: Number(row['recorded_at']),
        });
        if (!links) size += entry.characters;
        if (size >= characters) return { events, read: at + 1, size };
      }
    return { events, read: rows.length, size };
  }
}
