/** The sources of feeding: what is stored of them, and who may feed under their names. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/http/caller.js';
import { ApiError, notFound, type KindName } from '../../core/http/errors.js';
import { Database, type Row, type Session } from '../../database/database.js';
import type { StoredSettings } from './settings.js';

/** A source as stored. */
export interface Source {
  readonly id: number;
  readonly name: string;
  readonly settings: StoredSettings;
  /** Rises with each change of the settings. */
  readonly version: number;
  /** Who made it; null once they are gone. */
  readonly userId: number | null;
}

/** All sources at one moment. */
export interface SourcesState {
  readonly byName: ReadonlyMap<string, Source>;
  /** Tells one state of all settings from another; 64 characters at most. */
  readonly version: string;
}

export const SOURCES: KindName = {
  path: 'feed/sources',
  titles: { en: ['Source', 'Sources'], fr: ['Source', 'Sources'] },
};

const COLUMNS = 'id, name, settings, version, user_id';

@Injectable()
export class SourcesService {
  constructor(private readonly database: Database) {}

  /**
   * All sources. `session`: the database, or a transaction; `lock`: rows stay as they are until it ends, while others read
   * them, and lock them so, too.
   */
  async state(session: Session, lock = false): Promise<SourcesState> {
    const locked = lock ? this.database.dialect.forShare : '';
    const rows = await session.all(`SELECT ${COLUMNS} FROM own_feed_sources ORDER BY id${locked}`);
    const sources = rows.map(sourceOf);
    return { byName: new Map(sources.map((source) => [source.name, source])), version: versionOf(sources) };
  }

  /** The source of this name, for a caller who may feed it (feeders; default who made it; Admin always). Throws 404, 403. */
  async requireFed(name: string, caller: Caller, session: Session = this.database): Promise<Source> {
    const source = await this.require(name, session);
    if (!mayFeed(source, caller)) throw new ApiError(403, 'feedFeeders', { source: name });
    return source;
  }

  /** The source of this name. Throws 404. */
  private async require(name: string, session: Session): Promise<Source> {
    const [row] = await session.all(`SELECT ${COLUMNS} FROM own_feed_sources WHERE name = ?`, [name]);
    if (!row) throw notFound(SOURCES, name);
    return sourceOf(row);
  }
}

export function mayFeed({ settings, userId }: Source, caller: Caller): boolean {
  return caller.admin || (settings.feeders ?? [userId]).includes(caller.userId);
}

const sourceOf = (row: Row): Source => ({
  id: row['id'] as number,
  name: row['name'] as string,
  settings: JSON.parse(row['settings'] as string) as StoredSettings,
  version: row['version'] as number,
  userId: row['user_id'] as number | null,
});

/**
 * What all settings that bear on plans are, as one text: of sources whose settings were changed since they were made. A new
 * source has said nothing yet under any others, so that what is known of the objects of all others holds.
 */
function versionOf(sources: readonly Source[]): string {
  const hash = createHash('sha256');
  for (const { id, version, settings } of sources) {
    if (version === 1) continue;
    const { precedence, rules, identify, missing, guard } = settings;
    hash.update(`${JSON.stringify([id, precedence, rules, identify, missing, guard])}\n`);
  }
  return hash.digest('base64url');
}
