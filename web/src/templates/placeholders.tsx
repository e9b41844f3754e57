/** Placeholders that a workbook can hold, to be copied: of the first object what each comes to, or of the first row of each sheet. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import { CopyButton } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useFirst } from './object-beside.js';
import type { Listed } from './source.js';

/** One of them: what it is for people, and what it comes to. */
interface Placeholder {
  text: string;
  title: string;
  example: string;
}

/** Characters of an example. */
const MOST = 60;

export function Placeholders({ map, listed }: { map: MapOfKinds; listed: Listed }): VNode {
  const { value, isRead } = useFirst(listed);
  const kind = listed.type === null ? undefined : map.kinds.get(listed.type);
  return (
    <details class="template-object" open>
      <summary>{t('templates.placeholders')}</summary>
      {kind && <PlaceholderTable placeholders={ofKind(map, kind, isObject(value) ? value : {})} />}
      {!kind && !isRead && <p class="faint">{t('answer.reading')}</p>}
      {!kind && isRead && !Array.isArray(value) && <p class="faint">{t('templates.object.none')}</p>}
      {!kind &&
        Array.isArray(value) &&
        (value as SheetBeside[]).map((sheet) => (
          <div key={sheet.name}>
            <p class="template-placeholders-sheet">{sheet.name}</p>
            <PlaceholderTable placeholders={ofSheet(sheet, listed.report !== null)} />
          </div>
        ))}
    </details>
  );
}

/** A sheet of a report, or the rows of a query, with the first of them. */
interface SheetBeside {
  name: string;
  row: Readonly<Record<string, unknown>> | null;
}

function PlaceholderTable({ placeholders }: { placeholders: readonly Placeholder[] }): VNode {
  return (
    <ul class="template-placeholders template-placeholders-offered">
      {placeholders.map(({ text, title, example }) => (
        <li key={text}>
          <span>{title}</span> <code>{text}</code> <span class="faint">{example}</span> <CopyButton text={text} />
        </li>
      ))}
    </ul>
  );
}

/** Of a kind: its columns, the names of what they refer to, and those of what it is linked with. */
function ofKind(map: MapOfKinds, kind: Kind, first: Readonly<Record<string, unknown>>): Placeholder[] {
  const columns = kind.columns.flatMap(({ name, titles, kind: holds, include, target }) => {
    if (include !== undefined)
      return reachable(map, target)
        ? [{ text: `{{ object.${include}.name }}`, title: said(titles).text, example: '' }]
        : [];
    if (holds === 'json' || holds === 'numbers') return [];
    return [{ text: `{{ object.${name} }}`, title: said(titles).text, example: shown(first[name]) }];
  });
  const links = kind.links.flatMap(({ name, titles, target }) =>
    reachable(map, target) ? [{ text: `{{ object.${name} | names }}`, title: said(titles).text, example: '' }] : [],
  );
  return [...columns, ...links];
}

/** Of rows: their headings, and the sheet of a report that they are of. */
function ofSheet({ name, row }: SheetBeside, isReport: boolean): Placeholder[] {
  const columns = Object.entries(row ?? {}).map(([heading, value]) => ({
    text: /^[\p{L}\p{N}_]+$/u.test(heading) ? `{{ row.${heading} }}` : `{{ row["${heading}"] }}`,
    title: heading,
    example: shown(value),
  }));
  const sheet = { text: `{{ sheet: ${name} }}`, title: t('templates.placeholders.sheet'), example: '' };
  return isReport ? [sheet, ...columns] : columns;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}
