/** What a query finds: a table, or a picture of objects and how they hang together. */
import type { QueryGraph, QueryRows } from 'meridian-client';
import type { VNode } from 'preact';
import { formOf, type Column, type Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { TableFrame } from '../components/framed-table.js';
import { ObjectLink } from '../components/object-link.js';
import { Value } from '../components/value.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { GraphPicture } from './graph-picture.js';
import { Words } from './glossary.js';
import { fieldAt, headingOf } from './headings.js';
import type { Linked } from './linked.js';

/** What the server found, and which of its columns are names that lead to objects. */
export type Found = (QueryRows | QueryGraph) & { linked?: readonly Linked[]; beside?: ReadonlySet<string> };

/** Rows that are shown; files have all of them. */
const ROWS = 500;

/** The table or the picture, with how much there is. */
interface ResultsOptions {
  map: MapOfKinds;
  /** With what queries alone call links. */
  kinds: ReadonlyMap<string, Kind>;
  found: Found;
}

export function Results({ map, kinds, found }: ResultsOptions): VNode {
  const { count, truncated } = found.meta;
  const isGraph = 'nodes' in found && found.meta.output === 'graph';
  return (
    <section aria-labelledby="query-results">
      <h2 id="query-results">{t('queries.results')}</h2>
      <p class="count" role="status">
        {t('queries.count', { count })} {truncated && t('queries.truncated')}
      </p>
      {isGraph ? (
        <GraphPicture map={map} graph={found} />
      ) : (
        <Rows map={map} kinds={kinds} found={found as Found & QueryRows} />
      )}
    </section>
  );
}

interface RowsOptions {
  map: MapOfKinds;
  kinds: ReadonlyMap<string, Kind>;
  found: Found & QueryRows;
}

function Rows({ map, kinds, found: { columns: all, rows, meta, linked = [], beside } }: RowsOptions): VNode {
  if (!rows.length) return <p class="empty">{t('queries.nothing')}</p>;
  const columns = all.filter((column) => !beside?.has(column));
  const kind = kinds.get(meta.from);
  const title = kind ? said(kind.titles).text : t('queries.results');
  const shown = rows.slice(0, ROWS) as unknown as Array<Record<string, unknown>>;
  return (
    <>
      <TableFrame label={title}>
        <table class="objects">
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column} title={column}>
                  <Heading column={column} from={meta.from} kinds={kinds} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr>
                {columns.map((column) => (
                  <Cell
                    map={map}
                    row={row}
                    column={column}
                    field={fieldAt(column, meta.from, kinds)}
                    link={linked.find((one) => one.column === column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {rows.length > ROWS && <p class="faint">{t('queries.first', { shown: ROWS, count: rows.length })}</p>}
    </>
  );
}

/** A column in the words of people; what is no field of the map is called as the query has it. */
function Heading({ column, from, kinds }: { column: string; from: string; kinds: ReadonlyMap<string, Kind> }): VNode {
  const words = headingOf(column, from, kinds);
  if (!words) return <code>{column}</code>;
  return <Words words={words} />;
}

interface CellOptions {
  map: MapOfKinds;
  row: Readonly<Record<string, unknown>>;
  column: string;
  field: Column | undefined;
  link: Linked | undefined;
}

/** A value in words; a name leads to its object, for whoever may open it. */
function Cell({ map, row, column, field, link }: CellOptions): VNode {
  const value = row[column];
  const id = link && row[link.id];
  if (link && typeof id === 'number' && value !== null && value !== '')
    return (
      <td>
        <ObjectLink map={map} kind={link.kind.path} id={id}>
          {String(value)}
        </ObjectLink>
      </td>
    );
  const isNumber = typeof value === 'number' && !field?.codes;
  const isCounted = isNumber && field && formOf(field) === 'number';
  const isPlain = !field || field.target !== undefined || field.name === 'id' || isCounted;
  return (
    <td class={isNumber ? 'form-number' : undefined}>
      {/* A moment is the day of it in answers of queries. */}
      {isPlain ? (
        cellOf(value)
      ) : (
        <Value column={field.kind === 'moment' ? { ...field, kind: 'day' } : field} value={value} short />
      )}
    </td>
  );
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return value.toLocaleString(locale());
  return typeof value === 'string' ? value : JSON.stringify(value);
}
