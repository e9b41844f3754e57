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
import { checkOf, inLanguage, SELECT_CHECK, type Check } from '../check.js';
import { ends } from '../rules/ends.js';
import { dayInWords } from '../sentences/index.js';
import type { CalendarDay } from './ics.js';

/** The stretch of days that a calendar tells of, counted from the day on which it is read. */
const [FROM, TO] = ['-3m', '10y'] as const;
/** Most days of objects, and most acceptances. The first ones are told. */
const MAX_ENTRIES = 2000;
/** The column of a planned update, in whichever kind. */
const PLANNED = 'next_update';

const WORDS: Readonly<Record<Language, Readonly<Record<'accepted' | 'until' | 'by' | 'todo' | Todo, string>>>> = {
  en: {
    accepted: 'Acceptance runs out',
    until: 'Accepted until {day}',
    by: ', by {name}',
    todo: 'What to do: ',
    ends: 'Renew or replace it in time, then enter the new day in the map.',
    planned: 'Carry out the update, then enter the day of the next one in the map.',
    runsOut: 'Mend it until then, or accept it anew with a reason.',
  },
  fr: {
    accepted: 'Fin de l’acceptation',
    until: 'Accepté jusqu’au {day}',
    by: ', par {name}',
    todo: 'Que faire\u00a0: ',
    ends: 'Renouvelez-le ou remplacez-le à temps, puis saisissez le nouveau jour dans la carte.',
    planned: 'Faites la mise à jour, puis saisissez dans la carte le jour de la prochaine.',
    runsOut: 'Corrigez-le d’ici là, ou acceptez-le de nouveau avec une raison.',
  },
};
type Todo = 'ends' | 'planned' | 'runsOut';

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
    const timeOf = (stored: string | null): number => (stored === null ? 0 : Date.parse(clock.toApi(stored)!));
    const words = WORDS[language];
    const [all, checks] = await Promise.all([
      this.endDays.between([FROM, TO], isDay, caller, MAX_ENTRIES),
      can(caller, 'check_access') ? this.checksOfEnds() : [],
    ]);
    return all.map((one) => {
      const { resource, field, id, day, changed } = one;
      const looking = isEnd(field) ? checks.filter(({ type }) => type === null || type === resource.path) : [];
      const check = looking.find(({ enabled }) => enabled);
      const url = `${base}/objects/${resource.path}/${id}`;
      const advice = (check && inLanguage(check.advices, language)) || words[isEnd(field) ? 'ends' : 'planned'];
      return {
        ...{ uid: `${resource.path}-${id}-${field.name}@${host}`, day, summary: sentenceOf(one, language), url },
        description: lines(
          `${sentenceOf(one, language)}${COLON[language]}${dayInWords(day, language)}.`,
          check && `${inLanguage(check.titles, language)}${COLON[language]}${inLanguage(check.abouts, language)}`,
          words.todo + advice,
          url,
        ),
        // One that is switched off changes what is said here as well.
        changed: Math.max(timeOf(changed), ...looking.map(({ updatedAt }) => timeOf(updatedAt))),
      };
    });
  }

  /** Checks that look for ends, which say what to do about them. */
  private async checksOfEnds(): Promise<Check[]> {
    const rows = await this.database.all(`${SELECT_CHECK} ORDER BY k.\`id\``);
    return rows.map(checkOf).filter(({ definition }) => definition.kind === 'rule' && definition.rule === ends.name);
  }

  private async ofAcceptances(caller: Caller, language: Language, base: string, host: string): Promise<CalendarDay[]> {
    const words = WORDS[language];
    const context = { caller, language };
    const all = await this.findings.acceptedUntil(this.findings.today, this.calendar.day(TO)!, context, MAX_ENTRIES);
    return all.map((one) => {
      const { id, type, object_id: object, name, title, message, advice, accepted_until: until } = one;
      const url = `${base}/objects/${type}/${object}`;
      const accepted =
        words.until.replace('{day}', () => dayInWords(until!, language)) +
        (one.accepted_by === null ? '' : words.by.replace('{name}', () => one.accepted_by!));
      return {
        ...{ uid: `finding-${id}@${host}`, day: until!, url },
        summary: `${name ?? `#${object}`} · ${title} · ${words.accepted}`,
        description: lines(
          `${name ?? `#${object}`} · ${message}`,
          `${accepted}${COLON[language]}${one.accepted_reason ?? ''}`,
          `${words.todo}${words.runsOut} ${advice}`.trim(),
          url,
        ),
        changed: one.accepted_at === null ? 0 : Date.parse(one.accepted_at),
      };
    });
  }
}

const COLON: Readonly<Record<Language, string>> = { en: ': ', fr: '\u00a0: ' };

/** What stands in an entry: what it is, why, what to do, and where; empty ones are left out. */
const lines = (...all: ReadonlyArray<string | undefined>): string => all.filter(Boolean).join('\n');

const isDay = (field: Field): boolean => isEnd(field) || field.name === PLANNED;
