/** Values as plans, runs and sources tell them: columns in words, objects as names that lead there. */
import type { ComponentChildren, VNode } from 'preact';
import type { ShownObject } from '../api/feed.js';
import type { Column, Kind, LinkSet } from '../api/kinds.js';
import { unnamed, type MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Titled } from './text.js';
import { Value } from './value.js';
import { ObjectLink } from './object-link.js';

/** The column or link of this name; undefined for what is none. */
export const partOf = (kind: Kind | undefined, name: string): Column | LinkSet | undefined =>
  [...(kind?.columns ?? []), ...(kind?.links ?? [])].find((part) => part.name === name);

/** What a column or link is called. */
export function FieldTitle({ kind, name }: { kind: Kind | undefined; name: string }): VNode {
  const part = partOf(kind, name);
  return part ? <Titled said={said(part.titles)} /> : <code>{name}</code>;
}

interface FedValueOptions {
  map: MapOfKinds;
  kind: Kind | undefined;
  /** The column or link. */
  name: string;
  value: unknown;
  /** How many objects of it the reader may not list. */
  hidden?: number;
}

export function FedValue({ map, kind, name, value, hidden = 0 }: FedValueOptions): VNode {
  const part = partOf(kind, name);
  const target = part && 'target' in part ? part.target : undefined;
  const more = hidden > 0 && <span class="faint"> {t('feed.hidden', { count: hidden })}</span>;
  const objects = objectsIn(value);
  if (objects)
    return (
      <>
        {objects.length ? (
          joined(
            objects.map((one) => (
              <>
                <ObjectName key={keyOf(one)} map={map} target={target} object={one} />
                <Carried part={part} object={one} />
              </>
            )),
          )
        ) : (
          <None />
        )}
        {more}
      </>
    );
  if (value === null || value === undefined || value === '')
    return hidden ? <span class="faint">{t('feed.hidden', { count: hidden })}</span> : <None />;
  if (part && 'kind' in part && !part.target) return <Value column={part} value={value} short />;
  if (part && 'columns' in part && part.columns && Array.isArray(value))
    return <span class="lines">{rowsInWords(part.columns, value as readonly Row[])}</span>;
  return <span class="lines">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
}

type Row = Readonly<Record<string, unknown>>;

/** Small rows, such as products: a line for each, with the values that it has. */
const rowsInWords = (columns: readonly Column[], rows: readonly Row[]): string =>
  rows
    .map((row) =>
      columns
        .map(({ name }) => row[name])
        .filter((one) => one !== null && one !== undefined && one !== '')
        .join(' · '),
    )
    .join('\n');

/** An object of the map, one that a plan makes, or one that is not shown. */
export function ObjectName({
  map,
  target,
  object,
}: {
  map: MapOfKinds;
  target: string | undefined;
  object: ShownObject;
}): VNode {
  if ('hidden' in object) return <span class="faint">{t('feed.hidden', { count: 1 })}</span>;
  const { id } = object;
  // It is not made yet.
  if (id === undefined)
    return (
      <>
        {object.name} <span class="faint">{t('feed.new-one')}</span>
      </>
    );
  const name = object.name || unnamed(map, target, id);
  return (
    <ObjectLink map={map} kind={target ?? ''} id={id}>
      {name}
    </ObjectLink>
  );
}

/** What a pair is to carry, in words: what it carries before. */
function Carried({ part, object }: { part: Column | LinkSet | undefined; object: ShownObject }): VNode | null {
  if ('hidden' in object || object.word === undefined) return null;
  const words = part && 'pair' in part ? part.pair?.words : undefined;
  const called = (word: string): VNode | string => {
    const titles = words?.find((one) => one.word === word);
    return titles ? <Titled said={said(titles)} /> : word;
  };
  return (
    <>
      {' ('}
      {object.before !== undefined && (
        <>
          <del>{called(object.before)}</del>
          <span aria-hidden="true"> → </span>
        </>
      )}
      {called(object.word)})
    </>
  );
}

const None = (): VNode => (
  <span class="faint" aria-label={t('value.none')} role="img">
    –
  </span>
);

const keyOf = (one: ShownObject): string => JSON.stringify(one);

const isObject = (one: unknown): one is ShownObject =>
  typeof one === 'object' && one !== null && (('id' in one && 'name' in one) || 'new' in one || 'hidden' in one);

/** The objects that a value is; undefined for another value. */
function objectsIn(value: unknown): ShownObject[] | undefined {
  if (isObject(value)) return [value];
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

const joined = (parts: readonly VNode[]): ComponentChildren => parts.flatMap((part, i) => (i ? [', ', part] : [part]));
