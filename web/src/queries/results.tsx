/** What a query finds: a table, or a picture of objects and how they hang together. */
import type { QueryGraph, QueryRows } from 'meridian-client';
import type { VNode } from 'preact';
import type { MapOfKinds } from '../api/map.js';
import { TableFrame } from '../components/framed-table.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { GraphPicture } from './graph-picture.js';
import { Words } from './glossary.js';
import { headingOf } from './headings.js';

export type Found = QueryRows | QueryGraph;

/** Rows that are shown; files have all of them. */
const ROWS = 500;

/** The table or the picture, with how much there is. */
export function Results({ map, found }: { map: MapOfKinds; found: Found }): VNode {
  const { count, truncated } = found.meta;
  const isGraph = 'nodes' in found && found.meta.output === 'graph';
  return (
    <section aria-labelledby="query-results">
      <h2 id="query-results">{t('queries.results')}</h2>
      <p class="count" role="status">
        {t('queries.count', { count })} {truncated && t('queries.truncated')}
      </p>
      {isGraph ? <GraphPicture map={map} graph={found} /> : <Rows map={map} found={found as QueryRows} />}
    </section>
  );
}

function Rows({ map, found: { columns, rows, meta } }: { map: MapOfKinds; found: QueryRows }): VNode {
  if (!rows.length) return <p class="empty">{t('queries.nothing')}</p>;
  const kind = map.kinds.get(meta.from);
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
                  <Heading column={column} from={meta.from} map={map} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr>
                {columns.map((column) => (
                  <td class={typeof row[column] === 'number' ? 'form-number' : undefined}>{cellOf(row[column])}</td>
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
function Heading({ column, from, map }: { column: string; from: string; map: MapOfKinds }): VNode {
  const words = headingOf(column, from, map.kinds);
  if (!words) return <code>{column}</code>;
  return <Words words={words} />;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return value.toLocaleString(locale());
  return typeof value === 'string' ? value : JSON.stringify(value);
}
