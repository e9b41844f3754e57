/** What the columns of a file may be: what each is called, what may stand in it, and which a new object cannot do without. */
import type { VNode } from 'preact';
import { bodyOf } from '../api/bodies.js';
import { formOf, type Column, type Kind, type LinkSet } from '../api/kinds.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import type { Names } from '../api/names.js';
import { FramedTable } from '../components/framed-table.js';
import { hintFor } from '../components/hint.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said, withinSentence } from '../i18n/titles.js';

/** A column or link of a kind. */
type PartOfKind = Column | LinkSet;

/** The columns that a file of a kind may have beside the id, and the names of those that a new object needs. */
function columnsOf({ description }: MapOfKinds, kind: Kind): { parts: PartOfKind[]; required: ReadonlySet<string> } {
  const { properties = {}, required = new Set<string>() } = bodyOf(description, kind, 'create') ?? {};
  const parts = [...kind.columns, ...kind.links.filter(({ target }) => target)].filter(
    ({ name }) => name in properties,
  );
  const isOptional = ({ name }: PartOfKind): number => Number(!required.has(name));
  return { parts: parts.sort((a, b) => isOptional(a) - isOptional(b)), required };
}

/** All of them, folded. */
export function FileColumns({ map, kind }: { map: MapOfKinds; kind: Kind }): VNode {
  const { parts, required } = columnsOf(map, kind);
  return (
    <details class="import-columns">
      <summary>{t('import.columns')}</summary>
      <p>{t('import.columns.about')}</p>
      <FramedTable label={t('import.columns')} heads={[t('import.column'), t('import.columns.what')]}>
        <tr>
          <th scope="row">
            <code>id</code>
          </th>
          <td>{t('import.columns.id')}</td>
        </tr>
        {parts.map((part) => (
          <tr key={part.name}>
            <th scope="row">
              <code>{part.name}</code>
              {required.has(part.name) && <small class="faint"> {t('form.required')}</small>}
            </th>
            <td>
              <Titled said={said(part.titles)} />
              <small class="import-allowed">
                <Allowed map={map} part={part} />
              </small>
            </td>
          </tr>
        ))}
      </FramedTable>
    </details>
  );
}

/** What may stand in a column; nothing where that is any text. */
export function Allowed({ map, part }: { map: MapOfKinds; part: PartOfKind }): VNode | null {
  const target = part.target === undefined ? undefined : map.kinds.get(part.target);
  if (target)
    return (
      <>
        {t('kind' in part ? 'import.allowed.number' : 'import.allowed.numbers', { kind: said(target.titles).text })}{' '}
        <Numbers map={map} path={target.path} />
      </>
    );
  if (!('kind' in part)) return null;
  if (part.codes) return <>{part.codes.map((code) => `${code.code} = ${said(code).text}`).join(', ')}</>;
  const form = formOf(part);
  if (form === 'flag') return <>{t('import.yes-no')}</>;
  if (form === 'day' || form === 'moment' || form === 'minutes' || form === 'number')
    return <>{[t(`import.allowed.${form === 'number' ? 'figure' : form}`), hintFor(part.unit ?? '')].join(' ')}</>;
  return <>{hintFor(part.format ?? form)}</>;
}

/** Leads to the objects of a kind with their numbers. */
function Numbers({ map, path }: { map: MapOfKinds; path: string }): VNode | null {
  const kind = reachable(map, path);
  if (!kind) return null;
  return (
    <a href={`/objects/${kind.path}?columns=${['id', ...(kind.label ? [kind.label] : [])].join()}`} target="_blank">
      {t('import.numbers', { kind: withinSentence(said(kind.titles)) })}
    </a>
  );
}

/** The numbers in a cell that no object has; of names the sentence of the server says it. */
export function NotFound({ map, part, value, names }: NotFoundOptions): VNode | null {
  const kind = reachable(map, part?.target);
  const known = kind && names.get(kind.path);
  if (!value || !known) return null;
  const all = value.split(/[,;]/).map((one) => one.trim());
  const unknown = all.filter((one) => one && !known.has(Number(one)));
  if (!unknown.length) return null;
  const isNumber = unknown.every((one) => /^\d+$/.test(one));
  return (
    <small class="import-allowed">
      {isNumber && `${t('import.not-found', { kind: said(kind.titles).text, values: unknown.join(', ') })} `}
      <Numbers map={map} path={kind.path} />
    </small>
  );
}

interface NotFoundOptions {
  map: MapOfKinds;
  part: PartOfKind | undefined;
  value: string | null | undefined;
  /** The objects that there are, of those that wrong cells name. */
  names: Names;
}
