/** The table of a kind of objects: one page of it, read anew whenever the address asks for something else. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { colourOfKind, formOf, usualColumns, type Column, type Kind, type LinkSet } from '../api/kinds.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { go, place } from '../app/router.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { listLanguageOf, type ListLanguage } from '../components/list-language.js';
import { Pages } from '../components/pages.js';
import { TableFrame } from '../components/framed-table.js';
import { Titled } from '../components/text.js';
import { PrintButton } from '../components/print-button.js';
import { t, type PlainKey } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { Filters, forPeople } from '../components/filters.js';
import { mayDo } from '../api/may.js';
import { Export } from './export.js';
import { KeepTable } from './keep.js';
import { MakeCheckButton } from './make-check-button.js';
import { Notice, tell } from '../app/notice.js';
import { MAKERS } from '../app/places.js';
import { isSelectable, SelectionBar, ticksOf, type Deleted } from './selection.js';
import type { Selected } from './mass-options.js';
import {
  countRequest,
  orderOf,
  queryOf,
  readAddress,
  requestOf,
  SIZES,
  writeAddress,
  type Shown,
} from './list-address.js';
import { isPartHidden, nameOf, reachable, unnamed, type MapOfKinds } from '../api/map.js';
import { RequestBox } from '../components/request-box.js';
import { Value } from '../components/value.js';
import { WatchButton } from '../components/watch.js';

type Row = Readonly<Record<string, unknown>> & { id: number };

/** Names of linked objects in one cell. */
const NAMES = 3;

export function TablePage({ map, kind }: { map: MapOfKinds; kind: Kind }): VNode {
  const { search, path: here } = useStore(place);
  const list = useMemo(() => listLanguageOf(kind.tag, map.description), [kind, map]);
  const [turn, setTurn] = useState(0);
  const title = said(kind.titles);
  useEffect(() => {
    document.title = `${title.text} · Meridian`;
  }, [title.text]);
  useEffect(() => {
    // What had the focus is gone, and so is the window in which it was done; what was done stands above the table.
    if (turn) document.getElementById('main')?.focus();
  }, [turn]);
  if (!list || here !== `/objects/${kind.path}`) return <></>;
  return (
    <>
      <p class="eyebrow">
        <span class={`dot ${colourOfKind(kind)}`} aria-hidden="true" />
        <Titled said={said(kind.view)} />
      </p>
      <div class="title-line">
        <h1>
          <Titled said={title} />
        </h1>
        {mayDo(map, kind, 'create') && (
          <a class="primary" href={MAKERS[kind.path] ?? `/objects/${kind.path}/new`}>
            {t('form.add')}
          </a>
        )}
      </div>
      <Notice />
      <p class="lead">
        <Titled said={said(kind.abouts)} />
      </p>
      <Table
        key={turn}
        map={map}
        kind={listed(kind, list)}
        search={search}
        list={list}
        onChanged={() => setTurn((count) => count + 1)}
      />
    </>
  );
}

/** The kind with the columns that its list has. */
const listed = (kind: Kind, { columns }: ListLanguage): Kind => ({
  ...kind,
  columns: kind.columns.filter(({ name }) => columns.includes(name)),
});

interface TableOptions {
  map: MapOfKinds;
  kind: Kind;
  search: string;
  list: ListLanguage;
  /** Objects were changed: all of it is read anew. */
  onChanged: () => void;
}

function Table({ map, kind, search, list, onChanged }: TableOptions): VNode {
  const [, redraw] = useState(0);
  const shown = readAddress(search, map, kind, list);
  const hasOwnColumns = new URLSearchParams(search).has('columns');
  const counted = useAnswer(countRequest(kind, shown.filters)).answer;
  const total = totalOf(counted);
  const sort = orderOf(kind, shown.sort, total);
  const request = requestOf(map, kind, { ...shown, sort });
  // How texts are ordered depends on how many there are, and a cursor is one of an order.
  const { answer, again } = useAnswer(counted || sort === orderOf(kind, shown.sort, 0) ? request : null);
  const query = queryOf({ ...shown, sort });
  const [selected, setSelected] = useState<Selected>(new Map());
  const canSelect = isSelectable(map, kind);
  const parts = shown.columns.map((name) => [...kind.columns, ...kind.links].find((part) => part.name === name)!);
  const show = (change: Partial<Shown>): void => {
    const { columns: _columns, ...next } = { ...shown, after: '', ...change };
    go(writeAddress(kind, next, hasOwnColumns ? shown.columns : undefined));
  };
  const resize = (size: number): void => {
    map.preferences.keep('table', 'size', size);
    show({});
    redraw((count) => count + 1);
  };
  const choose = (columns: readonly string[] | undefined): void => {
    map.preferences.keep('columns', kind.path, columns);
    const { columns: _columns, ...same } = shown;
    // What is kept is shown by every address that names no columns.
    if (hasOwnColumns) go(writeAddress(kind, same), { replace: true });
    redraw((count) => count + 1);
  };
  return (
    <>
      <Filters
        map={map}
        kind={kind}
        language={forPeople(list)}
        filters={shown.filters}
        onChange={(filters) => {
          setSelected(new Map());
          show({ filters });
        }}
        beside={(words) => (
          <div class="table-tools">
            <MakeCheckButton map={map} kind={kind} language={list} filters={shown.filters} words={words} />
            <WatchButton
              map={map}
              href={writeAddress(kind, { ...shown, after: '' }, shown.columns)}
              name={[said(kind.titles).text, ...words].join(', ')}
            />
          </div>
        )}
      />
      <div class="table-head">
        <p class="count" role="status">
          {total !== undefined && t('table.count', { count: total })}
        </p>
        <div class="table-tools">
          <Export map={map} kind={kind} query={query} selected={selected} />
          <KeepTable
            map={map}
            kind={kind}
            href={writeAddress(kind, { ...shown, after: '' }, shown.columns)}
            name={said(kind.titles).text}
          />
          <ColumnChoice map={map} kind={kind} chosen={shown.columns} onChange={choose} />
          <PrintButton />
        </div>
      </div>
      <Answered<Row[]> answer={answer} again={again} reading={t('table.reading')}>
        {(rows, { next }) => (
          <>
            <Rows
              map={map}
              kind={kind}
              parts={parts}
              rows={rows}
              shown={shown}
              onSort={(sort) => show({ sort })}
              {...(canSelect && { selected, onSelect: setSelected })}
            />
            <div class="table-foot">
              <Pages next={next} after={shown.after} onGo={(after) => show({ after })} />
              {(next || shown.after || rows.length > SIZES[0]) && <PageSize size={shown.size} onChange={resize} />}
            </div>
          </>
        )}
      </Answered>
      <RequestBox path={request} docs={kind.path} />
      {canSelect && (
        <SelectionBar
          map={map}
          kind={kind}
          selected={selected}
          total={total}
          query={query}
          deleted={deletedIn(shown)}
          onChange={setSelected}
          onDone={(sentence, undo) => {
            const { path } = place.get();
            tell(sentence, path, undo && { ...undo, to: path, onDone: onChanged });
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** Whether the filters ask for deleted ones. */
const deletedIn = ({ filters }: Shown): Deleted => {
  const value = filters.find(({ column }) => column === 'trashed')?.value;
  return value === 'only' || value === 'with' ? value : 'none';
};

interface RowsOptions {
  map: MapOfKinds;
  kind: Kind;
  parts: ReadonlyArray<Column | LinkSet>;
  rows: readonly Row[];
  shown: Shown;
  onSort: (sort: string) => void;
  /** Absent where nothing can be done with several rows. */
  selected?: Selected;
  onSelect?: (selected: Selected) => void;
}

function Rows({ map, kind, parts, rows, shown, onSort, selected, onSelect }: RowsOptions): VNode {
  const last = useRef<number | null>(null);
  const ticks = selected && onSelect && ticksOf({ kind, rows, selected, onChange: onSelect }, last);
  const title = said(kind.titles).text;
  if (rows.length === 0)
    return (
      <div class="empty">
        <p>{t(emptyOf(shown, isPartHidden(map, kind)))}</p>
      </div>
    );
  // The cell that leads to the object: its name, else the first one.
  const leading = parts.find(({ name }) => name === kind.label) ?? parts[0];
  return (
    <TableFrame label={title}>
      <table class="objects">
        <thead>
          <tr>
            {ticks && <td class="row-ticks">{ticks.all}</td>}
            {parts.map((part) => (
              <Head key={part.name} part={part} leads={part === leading} sort={shown.sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} class={selected?.has(row.id) ? 'selected' : undefined}>
              {ticks && <td class="row-ticks">{ticks.of(row)}</td>}
              {parts.map((part) =>
                part === leading ? (
                  <th scope="row">
                    <ObjectLink map={map} kind={kind.path} id={row.id}>
                      {part.name === kind.label ? nameOf(kind, row) : <Cell map={map} part={part} row={row} bare />}
                    </ObjectLink>
                  </th>
                ) : (
                  <td class={'kind' in part ? `form-${formOf(part)}` : undefined}>
                    <Cell map={map} part={part} row={row} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Why there is no row. */
function emptyOf({ filters, after }: Shown, isHidden: boolean): PlainKey {
  if (filters.length === 1 && deletedIn({ filters } as Shown) === 'only')
    return isHidden ? 'table.none-deleted.seen' : 'table.none-deleted';
  if (filters.length) return isHidden ? 'table.none-found.seen' : 'table.none-found';
  return after ? 'table.end' : isHidden ? 'table.empty.seen' : 'table.empty';
}

interface HeadOptions {
  part: Column | LinkSet;
  /** Its column says which object a row is of. */
  leads: boolean;
  sort: string;
  onSort: (sort: string) => void;
}

/** A heading; a click on that of a column sorts by it, upwards and then downwards. */
function Head({ part, leads, sort, onSort }: HeadOptions): VNode {
  const place = leads ? 'leading' : undefined;
  const words = <Titled said={said(part.titles)} />;
  if (!('kind' in part))
    return (
      <th scope="col" class={place}>
        {words}
      </th>
    );
  const isUp = sort === part.name;
  const isDown = sort === `-${part.name}`;
  return (
    <th scope="col" class={place} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <button type="button" onClick={() => onSort(isUp ? `-${part.name}` : isDown ? '' : part.name)}>
        {words}
        <span class="arrow" aria-hidden="true">
          {isUp ? '▲' : isDown ? '▼' : ''}
        </span>
      </button>
    </th>
  );
}

interface CellOptions {
  map: MapOfKinds;
  part: Column | LinkSet;
  row: Row;
  /** Within a link: no link of its own. */
  bare?: boolean;
}

function Cell({ map, part, row, bare = false }: CellOptions): VNode {
  const value = row[part.name];
  const target = reachable(map, part.target);
  if ('kind' in part) {
    if (!part.target) return <Value column={part} value={value} short />;
    const embedded = row[part.include!] as Row | null | undefined;
    if (!target || !embedded)
      return <Value column={part} value={value === null ? null : unnamed(map, part.target, value)} short />;
    const name = nameOf(target, embedded);
    return bare ? (
      <>{name}</>
    ) : (
      <ObjectLink map={map} kind={target.path} id={embedded.id}>
        {name}
      </ObjectLink>
    );
  }
  const linked = Array.isArray(value) && target ? (value as Row[]) : [];
  if (!linked.length) return <span class="faint">–</span>;
  return (
    <>
      {linked.slice(0, NAMES).map((one, i): ComponentChildren => [
        i > 0 && ', ',
        <ObjectLink map={map} kind={target!.path} id={one.id}>
          {nameOf(target!, one)}
        </ObjectLink>,
      ])}
      {linked.length > NAMES && ` ${t('table.more', { count: linked.length - NAMES })}`}
    </>
  );
}

/** How many rows a page has: kept for all tables of the reader. */
const PageSize = ({ size, onChange }: { size: number; onChange: (size: number) => void }): VNode => (
  <label class="page-size">
    {t('table.size')}
    <select value={size} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
      {SIZES.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </label>
);

interface ColumnChoiceOptions {
  map: MapOfKinds;
  kind: Kind;
  chosen: readonly string[];
  onChange: (columns: readonly string[] | undefined) => void;
}

/** Which columns there are, with those that are shown ticked. */
function ColumnChoice({ map, kind, chosen, onChange }: ColumnChoiceOptions): VNode {
  const links = kind.links.filter((link) => reachable(map, link.target));
  const tick = (parts: ReadonlyArray<Column | LinkSet>): VNode[] =>
    parts.map(({ name, titles }) => (
      <label class="tick">
        <input
          type="checkbox"
          checked={chosen.includes(name)}
          // A table has one column at least.
          disabled={chosen.length === 1 && chosen[0] === name}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        />
        <Titled said={said(titles)} />
      </label>
    ));
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <details
      class="columns"
      ref={details}
      onKeyDown={({ key }) => void (key === 'Escape' && (details.current!.open = false))}
    >
      <summary class="quiet">{t('table.columns')}</summary>
      <div class="columns-choice card">
        <fieldset>
          <legend>{t('builder.columns')}</legend>
          <div class="ticks">{tick(kind.columns)}</div>
        </fieldset>
        {links.length > 0 && (
          <fieldset>
            <legend>{t('builder.related')}</legend>
            <div class="ticks">{tick(links)}</div>
          </fieldset>
        )}
        {chosen.join() !== usualColumns(kind).join() && (
          <button class="small-button" type="button" onClick={() => onChange(undefined)}>
            {t('table.columns.usual')}
          </button>
        )}
      </div>
    </details>
  );
}
