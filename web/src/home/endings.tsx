/** Objects that are valid no more, or soon will not be: of every kind that has a day on which its objects end. */
import type { VNode } from 'preact';
import type { Column, Kind } from '../api/kinds.js';
import { addressOf, nameOf, type MapOfKinds } from '../api/map.js';
import { Read } from '../components/read.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { dayAfter, daysUntil } from './ago.js';

/** Days ahead that are looked at. */
const SOON = 90;
/** So many are shown; the table has the others. */
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
        <Ending key={`${kind.path}.${column.name}`} kind={kind} column={column} />
      ))}
    </>
  );
}

function Ending({ kind, column: { name } }: { kind: Kind; column: Column }): VNode {
  const today = new Date().toISOString().slice(0, 10);
  const filter = `filter[${name}_before]=${dayAfter(today, SOON)}&sort=${name}`;
  const fields = ['id', kind.label, name].filter(Boolean).join();
  const title = said(kind.titles);
  const id = `ending-${kind.path}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <Titled said={title} /> <span class="h2-about">{t('home.ending', { days: SOON })}</span>
      </h2>
      <Read<Row[]> path={`/api/${kind.path}?${filter}&fields=${fields}&page[size]=${FIRST + 1}&page[after]=`}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="faint">{t('home.ending.none')}</p>
          ) : (
            <>
              <ul class="home-list">
                {rows.slice(0, FIRST).map((row) => (
                  <End key={row.id} kind={kind} row={row} day={String(row[name])} today={today} />
                ))}
              </ul>
              {rows.length > FIRST && (
                <a class="home-more" href={`/objects/${kind.path}?${filter}`}>
                  {t('home.ending.all')}
                </a>
              )}
            </>
          )
        }
      </Read>
    </section>
  );
}

function End({ kind, row, day, today }: { kind: Kind; row: Row; day: string; today: string }): VNode {
  const isOver = day.slice(0, 10) < today;
  return (
    <li>
      <span class="home-name">
        <a href={addressOf(kind.path, row.id)}>{nameOf(kind, row)}</a>
      </span>
      <time class={isOver ? 'over' : undefined} dateTime={day}>
        {isOver ? t('home.ended', { when: daysUntil(day, today, locale()) }) : daysUntil(day, today, locale())}
      </time>
    </li>
  );
}
