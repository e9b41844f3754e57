/** Objects that are valid no more, or soon will not be: of every kind that has a day on which its objects end. */
import type { VNode } from 'preact';
import { FINDINGS, mayReadFindings, type Finding } from '../api/checks.js';
import type { Column, Kind } from '../api/kinds.js';
import { isPartHidden, nameOf, type MapOfKinds } from '../api/map.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { dayInWords } from '../components/finding.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { daysUntil } from './ago.js';

/** Days ahead that are looked at. */
const SOON = 30;
/** So many are shown of what is over, and of what will be; the tables have the others. */
const FIRST = 5;

type Row = Readonly<Record<string, unknown>> & { id: number };

/** A list for each kind that the reader may see. */
export function Endings({ map }: { map: MapOfKinds }): VNode {
  const parts = [...map.kinds.values()]
    .filter(({ tag }) => map.rights.mayList(tag))
    .flatMap((kind) => kind.columns.filter(({ ends }) => ends).map((column) => ({ kind, column })));
  return (
    <>
      {parts.map(({ kind, column }) => (
        <Ending key={`${kind.path}.${column.name}`} map={map} kind={kind} column={column} />
      ))}
    </>
  );
}

function Ending({ map, kind, column: { name } }: { map: MapOfKinds; kind: Kind; column: Column }): VNode {
  const today = new Date().toISOString().slice(0, 10);
  const fields = ['id', kind.label, name].filter(Boolean).join();
  // As the filters of tables have it, in words.
  const over = `filter[${name}_lt]=today&sort=-${name}`;
  const soon = `filter[${name}_between]=today,${SOON}d&sort=${name}`;
  const request = (query: string): string =>
    `/api/${kind.path}?${query}&fields=${fields}&page[size]=${FIRST}&page[number]=1`;
  const [ended, ending] = [useAnswer(request(over)), useAnswer(request(soon))];
  const [isOver, willBe] = [totalOf(ended.answer), totalOf(ending.answer)];
  const past =
    ended.answer && 'status' in ended.answer && ended.answer.status < 400 ? (ended.answer.body as Row[]) : [];
  const accepted = useAccepted(map, kind, past);
  const until = (row: Row): string | null =>
    accepted.find(({ object_id: of, day }) => of === row.id && day === String(row[name]).slice(0, 10))
      ?.accepted_until ?? null;
  // What somebody lives with is not urgent.
  const isUrgent = past.some((row) => until(row) === null) || (isOver ?? 0) > past.length;
  const title = said(kind.titles);
  const id = `ending-${kind.path}`;
  const rows = (answer: typeof ended): VNode => (
    <Answered<Row[]> answer={answer.answer} again={answer.again}>
      {(found) => (
        <>
          {found.length > 0 && (
            <ul class="home-list">
              {found.map((row) => (
                <End
                  key={row.id}
                  map={map}
                  kind={kind}
                  row={row}
                  day={String(row[name])}
                  today={today}
                  accepted={until(row)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Answered>
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <Titled said={title} />
      </h2>
      {isOver === 0 && willBe === 0 && (
        <p class="faint">{t(isPartHidden(map, kind) ? 'home.ending.none.seen' : 'home.ending.none', { days: SOON })}</p>
      )}
      {isOver !== 0 && (
        <>
          {isOver !== undefined && (
            <a class={`home-count ${isUrgent ? 'over' : ''}`} href={`/objects/${kind.path}?${over}`}>
              {t('home.ending.over', { count: isOver })}
            </a>
          )}
          {rows(ended)}
        </>
      )}
      {willBe !== 0 && (
        <>
          {willBe !== undefined && (
            <a class="home-count" href={`/objects/${kind.path}?${soon}`}>
              {t('home.ending.soon', { count: willBe, days: SOON })}
            </a>
          )}
          {rows(ending)}
        </>
      )}
    </section>
  );
}

interface EndOptions {
  map: MapOfKinds;
  kind: Kind;
  row: Row;
  day: string;
  today: string;
  /** Until when somebody accepted that it has ended; null: nobody did. */
  accepted: string | null;
}

/** What was accepted of these objects. */
function useAccepted(map: MapOfKinds, { path }: Kind, rows: readonly Row[]): readonly Finding[] {
  const ids = rows.map(({ id }) => id).join();
  const request =
    `${FINDINGS}?filter[state]=accepted&filter[type]=${path}&filter[object_id_in]=${ids}` +
    '&fields=object_id,day,accepted_until';
  const { answer } = useAnswer(ids && mayReadFindings(map) ? request : null);
  return answer && 'status' in answer && answer.status < 400 ? (answer.body as Finding[]) : [];
}

function End({ map, kind, row, day, today, accepted }: EndOptions): VNode {
  const isOver = day.slice(0, 10) < today;
  return (
    <li>
      <span class="home-name">
        <ObjectLink map={map} kind={kind.path} id={row.id}>
          {nameOf(kind, row)}
        </ObjectLink>
        {accepted !== null && (
          <small class="home-said">{t('home.ending.accepted', { day: dayInWords(accepted) })}</small>
        )}
      </span>
      <time class={isOver && accepted === null ? 'over' : undefined} dateTime={day}>
        {isOver ? t('home.ended', { when: daysUntil(day, today, locale()) }) : daysUntil(day, today, locale())}
      </time>
    </li>
  );
}
