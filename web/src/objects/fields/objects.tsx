/** Fields that take other objects: one, or a set of them. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { findOfKind, type FoundObject } from '../../api/find.js';
import { reachable, unnamed } from '../../api/map.js';
import { Picker } from '../../components/picker.js';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import { MOST, useNames } from '../../api/known-names.js';
import type { RowDraft } from '../../api/drafts.js';
import type { ControlOptions } from './options.js';

/** One object: the one that was taken, with a way to take it back, or a field that finds one. */
export function ReferenceControl(options: Omit<ControlOptions, 'draft'> & { draft: number | null }): VNode {
  const { context, field, draft, onChange, describedBy, invalid, label, id } = options;
  const { map, names } = context;
  const target = field.target!;
  useNames(map, names, target, draft === null ? [] : [draft]);
  const box = useRef<HTMLDivElement>(null);
  // The field that had the focus gives way to what was taken, and the other way round.
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) box.current!.querySelector<HTMLElement>('input, button')?.focus();
    moved.current = false;
  }, [draft]);
  const take = (next: number | null): void => {
    moved.current = true;
    onChange(next);
  };
  if (draft !== null)
    return (
      <div class="taken-one" ref={box}>
        <Taken
          name={names.of(target, draft) ?? unnamed(map, target, draft)}
          onRemove={() => take(null)}
          {...(describedBy !== undefined && { describedBy })}
        />
      </div>
    );
  return (
    <div ref={box}>
      <Finder {...{ options, target, id, label, describedBy, invalid }} taken={[]} onTake={take} />
    </div>
  );
}

/** A set of objects: those taken, the first of them where there are many, and a field that finds another one. */
export function LinksControl(options: Omit<ControlOptions, 'draft'> & { draft: readonly number[] }): VNode {
  const { context, field, draft, onChange, describedBy, invalid, label, id } = options;
  const { map, names } = context;
  const target = field.target!;
  const [most, setMost] = useState(MOST);
  const shown = draft.slice(-most);
  useNames(map, names, target, shown);
  const box = useRef<HTMLDivElement>(null);
  const remove = (one: number): void => {
    onChange(draft.filter((id) => id !== one));
    box.current!.querySelector<HTMLElement>('input')?.focus();
  };
  return (
    <div ref={box}>
      {shown.length > 0 && (
        <ul class="taken" aria-label={label}>
          {shown.map((one) => (
            <li key={one}>
              <Taken name={names.of(target, one) ?? unnamed(map, target, one)} onRemove={() => remove(one)} />
            </li>
          ))}
          {draft.length > most && (
            <li>
              <button class="small-button" type="button" onClick={() => setMost(most + MOST)}>
                {t('form.links.more', { count: draft.length - most })}
              </button>
            </li>
          )}
        </ul>
      )}
      <Finder
        {...{ options, target, id, label, describedBy, invalid }}
        taken={draft}
        onTake={(one) => onChange([...draft.filter((id) => id !== one), one])}
      />
    </div>
  );
}

/** A set of objects with a word beside each. */
export function WordedControl(options: Omit<ControlOptions, 'draft'> & { draft: readonly RowDraft[] }): VNode {
  const { context, field, draft, onChange, describedBy, invalid, label, id } = options;
  const { map, names } = context;
  const { name: member, words } = field.pair!;
  const target = field.target!;
  const ids = draft.map((row) => Number(row['id']));
  useNames(map, names, target, ids.slice(0, MOST));
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box}>
      {draft.length > 0 && (
        <ul class="taken" aria-label={label}>
          {draft.map((row, at) => {
            const name = names.of(target, ids[at]!) ?? `#${ids[at]!}`;
            return (
              <li key={row['id']}>
                <Taken
                  name={name}
                  onRemove={() => {
                    onChange(draft.filter((one) => one !== row));
                    box.current!.querySelector<HTMLElement>('input')?.focus();
                  }}
                />{' '}
                <select
                  aria-label={name}
                  value={row[member] ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange(draft.map((one) => (one === row ? { ...row, [member]: currentTarget.value } : one)))
                  }
                >
                  {words.map(({ word, ...titles }) => (
                    <option value={word}>{said(titles).text}</option>
                  ))}
                </select>
              </li>
            );
          })}
        </ul>
      )}
      <Finder
        {...{ options, target, id, label, describedBy, invalid }}
        taken={ids}
        onTake={(one) => onChange([...draft, { id: String(one), [member]: words[0]!.word }])}
      />
    </div>
  );
}

function Taken({ name, onRemove, describedBy }: { name: string; onRemove: () => void; describedBy?: string }): VNode {
  return (
    <span class="taken-name">
      <span>{name}</span>
      <button type="button" aria-label={t('form.remove', { name })} aria-describedby={describedBy} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}

interface FinderOptions {
  options: Pick<ControlOptions, 'context'>;
  target: string;
  id: string;
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  taken: readonly number[];
  onTake: (id: number) => void;
}

/** Finds objects of the kind that is linked; where they may be made, a new one can be made here. */
function Finder({ options, target, label, describedBy, invalid, taken, onTake }: FinderOptions): VNode {
  const { map, names, make } = options.context;
  const kind = reachable(map, target);
  if (!kind) return <p class="faint">{t('object.links.hidden')}</p>;
  const find = async (text: string, signal: AbortSignal): Promise<FoundObject[]> =>
    (await findOfKind(map, kind, text, signal)).filter(({ id }) => !taken.includes(id));
  const mayMake = make !== undefined && map.rights.has(`${kind.tag['x-abilities']}_create`);
  const end = (text: string, close: () => void, isNamed: boolean): ComponentChildren =>
    !isNamed && (
      <button
        class="small-button picker-make"
        type="button"
        onClick={() => {
          close();
          make!(target, text, onTake);
        }}
      >
        {text ? t('form.make.named', { name: text }) : t('form.make')}
      </button>
    );
  return (
    <Picker
      label={label}
      placeholder={t('form.find', { kind: said(kind.titles).text })}
      find={find}
      onPick={({ id, name }) => {
        names.learn(target, id, name);
        onTake(id);
      }}
      {...(mayMake && { end })}
      {...(describedBy !== undefined && { describedBy })}
      invalid={invalid}
    />
  );
}
