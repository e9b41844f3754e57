/** The days on which something ends, of what one caller may list: for calendars and letters (checks 6). */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { Caller } from '../../core/http/caller.js';
import type { Language } from '../../core/i18n/messages.js';
import { Calendar } from '../../core/text/moments.js';
import { Database, type Param } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { AccessScopes, type Field, type ResourceModel } from '../../engine/index.js';
import { titlesOfPart } from '../../openapi/locales/index.js';
import { SeenKinds } from './visible.js';

/** An object of which a column says a day. */
export interface EndDay {
  resource: ResourceModel;
  field: Field;
  id: number;
  name: string | null;
  day: string;
  /** When the object was changed last, as stored. */
  changed: string | null;
}

/** Returns true for columns whose day is an end. */
export const isEnd = ({ ends }: Field): boolean => Boolean(ends);

@Injectable()
export class EndDays {
  private readonly calendar: Calendar;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    @Inject(CONFIG) { timeZone }: Pick<Config, 'timeZone'>,
  ) {
    this.calendar = new Calendar(timeZone);
  }

  /**
   * Live objects that the caller may list, the first to end first. One statement for all kinds.
   * @param from relative days, such as `today` and `30d`, both included
   * @param isMeant the columns that are meant
   * @param most how many are answered
   */
  async between(
    [from, to]: readonly [from: string, to: string],
    isMeant: (field: Field) => boolean,
    caller: Caller,
    most: number,
  ): Promise<EndDay[]> {
    const { dialect } = this.database;
    const seen = await SeenKinds.of(caller, this.scopes);
    const columns = seen
      .kinds()
      .flatMap((resource) => resource.fields.filter(isMeant).map((field) => ({ resource, field })));
    if (!columns.length) return [];
    const params: Param[] = [];
    const statements = columns.map(({ resource, field }, place) => {
      const live = seen.live(resource.path, 'o');
      params.push(this.calendar.day(from)!, this.calendar.day(to)!, ...live.params);
      const name = resource.label === null ? 'NULL' : dialect.exactText(`o.${quote(resource.label)}`);
      const day = `o.${quote(field.name)}`;
      return (
        `SELECT ${place} AS place, o.\`id\` AS id, ${name} AS name, ${day} AS day, o.\`updated_at\` AS changed ` +
        `FROM ${quote(resource.table)} o WHERE ${day} BETWEEN ? AND ? AND ${live.sql}`
      );
    });
    const rows = await this.database.all(
      `SELECT * FROM (${statements.join(' UNION ALL ')}) r ORDER BY r.day, r.place, r.id LIMIT ${Math.trunc(most)}`,
      params,
    );
    return rows.map(({ place, id, name, day, changed }) => ({
      ...columns[Number(place)]!,
      ...{ id: Number(id), name: name as string | null, day: String(day).slice(0, 10) },
      changed: changed === null ? null : String(changed),
    }));
  }
}

/** What people read of such a day: the object with its kind, and what ends. */
export function sentenceOf({ resource, field, id, name }: EndDay, language: Language): string {
  const kind = resource.titles[language][0];
  const titles = titlesOfPart(field);
  return `${name === null ? `${kind} #${id}` : `${name} (${kind})`} · ${titles[language] ?? titles.en}`;
}
