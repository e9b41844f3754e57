/** Former moments: how they are asked for, and which changes are later than one. */
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../core/http/errors.js';
import { parseDateTime } from '../../core/text/dates.js';
import { Database } from '../../database/database.js';
import { gone } from '../../events/cursor.js';
import type { Entry } from '../../events/entry.js';
import { Publication, type FeedState } from '../../events/publication.js';

const CURSOR = 'cursor:';
/** Clocks of replicas may differ by so many milliseconds. */
const CLOCKS_DIFFER = 2000;

/** A moment of the past. */
export interface Moment {
  /** As answers say it. */
  readonly text: string;
  /** When it was; of a place in the feed, when that was given. */
  readonly at: number;
  /** The place in the feed; undefined for a time. */
  readonly place: number | undefined;
  /** The number of the first event that may be later. */
  readonly first: number;
  /** Whether a change is later. Of the changes of one object those that are later are the last ones. */
  isLater(event: { number: number; entry: Entry }): boolean;
}

/** Places in the feed are compared as such, and times by the clock. */
export const isBefore = (one: Moment, other: Moment): boolean =>
  one.place !== undefined && other.place !== undefined ? one.place < other.place : one.at < other.at;

@Injectable()
export class Moments {
  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
  ) {}

  /**
   * The moment that a parameter names: a time, a day (its midnight in UTC), or `cursor:` and a place in the feed of changes.
   * @throws 400 for what is neither, or a time of which nothing is known; 410 for a place that is not kept
   */
  async read(sent: unknown, name: string): Promise<Moment> {
    const text = typeof sent === 'string' ? sent.trim() : '';
    const state = await this.publication.upToDate();
    if (text.startsWith(CURSOR)) return this.atCursor(text.slice(CURSOR.length), name, state);
    const at = millisecondsOf(text);
    if (at === undefined) throw new ApiError(400, 'asOfForm', { name });
    const now = Date.now();
    if (at > now || at < state.historySince) {
      const [oldest, newest] = [state.historySince, now].map((each) => new Date(each).toISOString()) as [
        string,
        string,
      ];
      throw new ApiError(400, 'asOfRange', { name, oldest, newest });
    }
    return this.at(at, state);
  }

  /** The present: everything that is committed by now. */
  async now(): Promise<Moment> {
    const { number } = await this.publication.upToDate();
    const at = Date.now();
    return { text: new Date(at).toISOString(), at, ...behind(number) };
  }

  private async atCursor(cursor: string, name: string, state: FeedState): Promise<Moment> {
    const { number, oldest, cursors, historySince } = state;
    const place = cursors.read(cursor, name, () => cursors.write(oldest));
    if (place < oldest || place > number) throw gone(cursors.write(oldest));
    const [event] = await this.database.all('SELECT `recorded_at` FROM `own_events` WHERE `number` = ?', [place]);
    return { text: CURSOR + cursor, at: Number(event?.['recorded_at'] ?? historySince), ...behind(place) };
  }

  /**
   * An entry is of the time at which its row was locked. What was stored together counts from its last entry on: before that was
   * written nobody could read any of it.
   */
  private async at(at: number, { number }: FeedState): Promise<Moment> {
    const [events, spread] = await Promise.all([
      this.database.all(
        'SELECT `number` FROM `own_events` WHERE `recorded_at` > ? ORDER BY `recorded_at`, `number` LIMIT 1',
        [at - CLOCKS_DIFFER],
      ),
      this.database.all('SELECT `id` FROM `own_event_transactions` WHERE `spread_until` > ? AND `began_at` <= ?', [
        at,
        at,
      ]),
    ]);
    const underWay = new Set(spread.map(({ id }) => String(id)));
    return {
      ...{ text: new Date(at).toISOString(), at, place: undefined },
      first: Number(events[0]?.['number'] ?? number + 1),
      isLater: ({ entry: { facts } }) => facts.at > at || underWay.has(facts.transaction),
    };
  }
}

/** Everything behind a place in the feed is later. */
const behind = (place: number): Omit<Moment, 'text' | 'at'> => ({
  ...{ place, first: place + 1 },
  isLater: ({ number }) => number > place,
});

/** With the milliseconds of a second, which `parseDateTime` leaves out. */
function millisecondsOf(text: string): number | undefined {
  const second = parseDateTime(text);
  const fraction = /:\d{2}[.,](\d{1,9})/.exec(text)?.[1] ?? '';
  return second === undefined ? undefined : second + Number(fraction.padEnd(3, '0').slice(0, 3));
}
