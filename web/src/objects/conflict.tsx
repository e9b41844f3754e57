/** What both of us changed in the same object, side by side: whoever saves last decides, and nothing is overwritten unseen. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { unnamed, type MapOfKinds } from '../api/map.js';
import { Titled } from '../components/text.js';
import { Value } from '../components/value.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Dialog } from '../components/dialog.js';
import { valueOf, type Draft, type Drafts, type Merged } from '../api/drafts.js';
import type { FormField } from '../api/form-fields.js';
import type { LastStoring } from './last-storing.js';
import { useNames, type KnownNames } from '../api/known-names.js';

interface ConflictOptions {
  map: MapOfKinds;
  names: KnownNames;
  before: Drafts;
  mine: Drafts;
  theirs: Drafts;
  merged: Merged<FormField>;
  /** Who stored theirs, and when. */
  by: LastStoring;
  onClose: () => void;
  /** What is to be stored. */
  onDecide: (drafts: Drafts) => void;
}

export function Conflict({ map, names, before, mine, theirs, merged, by, onClose, onDecide }: ConflictOptions): VNode {
  const [isTheirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, theirsToo: boolean): void => {
    const next = new Set(isTheirs);
    if (theirsToo) next.add(name);
    else next.delete(name);
    setTheirs(next);
  };
  const save = (): void => {
    const chosen = merged.both
      .filter(({ name }) => isTheirs.has(name))
      .map(({ name }) => [name, theirs[name]!] as const);
    onDecide({ ...merged.drafts, ...Object.fromEntries(chosen) });
  };
  const shown = (field: FormField, drafts: Drafts): VNode => (
    <Shown map={map} names={names} field={field} draft={drafts[field.name]!} />
  );
  return (
    <Dialog title={t('form.conflict')} onClose={onClose} wide>
      {by.at && <p>{storingInWords(by.at, by.name)}</p>}
      <p>{t('form.conflict.about', { count: merged.both.length })}</p>
      {merged.theirs.length > 0 && (
        <p class="faint">
          {t('form.conflict.others', { fields: merged.theirs.map(({ titles }) => said(titles).text).join(', ') })}
        </p>
      )}
      {merged.both.map((field) => (
        <fieldset class="conflict" key={field.name}>
          <legend>
            <Titled said={said(field.titles)} />
          </legend>
          <div class="conflict-before">
            <span class="faint">{t('form.conflict.before')}</span>
            {shown(field, before)}
          </div>
          <label class="conflict-side">
            <span>
              <input
                type="radio"
                name={`conflict-${field.name}`}
                checked={!isTheirs.has(field.name)}
                onChange={() => choose(field.name, false)}
              />{' '}
              {t('form.conflict.mine')}
            </span>
            {shown(field, mine)}
          </label>
          <label class="conflict-side">
            <span>
              <input
                type="radio"
                name={`conflict-${field.name}`}
                checked={isTheirs.has(field.name)}
                onChange={() => choose(field.name, true)}
              />{' '}
              {t('form.conflict.theirs')}
            </span>
            {shown(field, theirs)}
          </label>
        </fieldset>
      ))}
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('form.conflict.back')}
        </button>
        <button class="primary" type="button" onClick={save}>
          {t('form.conflict.save')}
        </button>
      </div>
    </Dialog>
  );
}

function storingInWords(at: string, name: string | null): string {
  const when = new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  if (name === t('feed.you')) return t('form.conflict.by-you', { when });
  return name === null ? t('form.conflict.at', { when }) : t('form.conflict.by', { name, when });
}

interface ShownOptions {
  map: MapOfKinds;
  names: KnownNames;
  field: FormField;
  draft: Draft;
}

/** A draft as the object would show it. */
function Shown({ map, names, field, draft }: ShownOptions): VNode {
  const { form, column, target } = field;
  const id = form === 'reference' && typeof draft === 'number' ? draft : null;
  useNames(map, names, target, id === null ? [] : [id]);
  if (id !== null) return <div>{names.of(target!, id) ?? unnamed(map, target, id)}</div>;
  if (form === 'rows')
    return <div>{(draft as readonly object[]).map((row) => Object.values(row).join(' · ')).join('; ')}</div>;
  if (!column) return <div>–</div>;
  return (
    <div>
      <Value column={column} value={asValue(field, draft)} />
    </div>
  );
}

/** What cannot be sent is shown as it was typed. */
function asValue(field: FormField, draft: Draft): unknown {
  try {
    return valueOf(field, draft);
  } catch {
    return draft;
  }
}
