/** Objects that are valid no more, or soon will not be: of every kind that has a day on which its objects end. */
import type { VNode } from 'preact';
import type { Column, Kind } from '../api/kinds.js';
import { isPartHidden, nameOf, type MapOfKinds } from '../api/map.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
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
  const title = said(kind.titles);
  const id = `ending-${kind.path}`;
  const rows = (answer: typeof ended): VNode => (
    <Answered<Row[]> answer={answer.answer} again={answer.again}>
      {(found) => (
        <>
          {found.length > 0 && (
            <ul class="home-list">
              {found.map((row) => (
                <End key={row.id} map={map} kind={kind} row={row} day={String(row[name])} today={today} />
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
            <a class="home-count over" href={`/objects/${kind.path}?${over}`}>
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
}

function End({ map, kind, row, day, today }: EndOptions): VNode {
  const isOver = day.slice(0, 10) < today;
  return (
    <li>
      <span class="home-name">
        <ObjectLink map={map} kind={kind.path} id={row.id}>
          {nameOf(kind, row)}
        </ObjectLink>
      </span>
      <time class={isOver ? 'over' : undefined} dateTime={day}>
        {isOver ? t('home.ended', { when: daysUntil(day, today, locale()) }) : daysUntil(day, today, locale())}
      </time>
    </li>
  );
}
