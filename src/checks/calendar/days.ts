/** The days that matter to somebody: end days and planned updates of what they may list, and acceptances that run out (checks 6). */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { can, type Caller } from '../../core/http/caller.js';
import type { Language } from '../../core/i18n/messages.js';
import { Calendar } from '../../core/text/moments.js';
import { Database } from '../../database/database.js';
import type { Field } from '../../engine/index.js';
import { EndDays, isEnd, sentenceOf } from '../findings/end-days.js';
import { Findings } from '../findings/findings.service.js';
import type { CalendarDay } from './ics.js';

/** The stretch of days that a calendar tells of, counted from the day on which it is read. */
const [FROM, TO] = ['-3m', '10y'] as const;
/** Most days of objects, and most acceptances. The first ones are told. */
const MAX_ENTRIES = 2000;
/** The column of a planned update, in whichever kind. */
const PLANNED = 'next_update';

const ACCEPTED: Readonly<Record<Language, string>> = {
  en: 'Acceptance runs out',
  fr: 'Fin de l’acceptation',
};

@Injectable()
export class DaysService {
  private readonly calendar: Calendar;

  constructor(
    private readonly database: Database,
    private readonly endDays: EndDays,
    private readonly findings: Findings,
    @Inject(CONFIG) { timeZone }: Pick<Config, 'timeZone'>,
  ) {
    this.calendar = new Calendar(timeZone);
  }

  /**
   * In the order of the days.
   * @param base the address of the server, without a slash at its end
   * @param host what makes the names of entries differ from those of other servers
   */
  async of(caller: Caller, language: Language, base: string, host: string): Promise<CalendarDay[]> {
    const days = [
      ...(await this.ofObjects(caller, language, base, host)),
      ...(can(caller, 'finding_access') ? await this.ofAcceptances(caller, language, base, host) : []),
    ];
    return days.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  }

  private async ofObjects(caller: Caller, language: Language, base: string, host: string): Promise<CalendarDay[]> {
    const { clock } = this.database;
    const all = await this.endDays.between([FROM, TO], isDay, caller, MAX_ENTRIES);
    return all.map((one) => ({
      uid: `${one.resource.path}-${one.id}-${one.field.name}@${host}`,
      day: one.day,
      summary: sentenceOf(one, language),
      url: `${base}/objects/${one.resource.path}/${one.id}`,
      changed: one.changed === null ? 0 : Date.parse(clock.toApi(one.changed)!),
    }));
  }

  private async ofAcceptances(caller: Caller, language: Language, base: string, host: string): Promise<CalendarDay[]> {
    const { dialect, clock } = this.database;
    const context = { caller, language };
    const all = await this.findings.acceptedUntil(this.findings.today, this.calendar.day(TO)!, context, MAX_ENTRIES);
    if (!all.length) return [];
    const rows = await this.database.all(
      `SELECT \`id\`, \`accepted_at\` FROM \`own_findings\` WHERE ${dialect.isIn('`id`')}`,
      [all.map(({ id }) => id)],
    );
    const times = new Map(rows.map(({ id, accepted_at: at }) => [Number(id), at]));
    return all.map(
      ({ id, type, object_id: object, name, title, message, accepted_until: until, accepted_reason: why }) => {
        const at = times.get(id) ?? null;
        return {
          uid: `finding-${id}@${host}`,
          day: until!,
          summary: `${name ?? `#${object}`} · ${title} · ${ACCEPTED[language]}`,
          description: [message, why].filter(Boolean).join('\n'),
          url: `${base}/objects/${type}/${object}`,
          changed: at === null ? 0 : Date.parse(clock.toApi(String(at))!),
        };
      },
    );
  }
}

const isDay = (field: Field): boolean => isEnd(field) || field.name === PLANNED;
