/** Keeping a table or an object in the menu, under a name: with the reader's own preferences. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';

/** The longest name. */
const MAX_NAME = 80;

interface KeepTableOptions {
  map: MapOfKinds;
  /** The address of the table as it is shown. */
  href: string;
  /** What it is called until somebody says otherwise. */
  name: string;
}

/** Keeps the filters, columns and order of a table. */
export function KeepTable({ map: { preferences }, href, name }: KeepTableOptions): VNode {
  useStore(preferences.changes);
  const [typed, setTyped] = useState('');
  const details = useRef<HTMLDetailsElement>(null);
  const kept = preferences.kept.find((one) => one.href === href);
  const close = (): void => {
    details.current!.open = false;
    details.current!.querySelector('summary')!.focus();
  };
  const keep = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    preferences.keepPlace(href, typed.trim() || name);
    setTyped('');
    close();
  };
  return (
    <details class="columns" ref={details} onKeyDown={({ key }) => void (key === 'Escape' && close())}>
      <summary class="quiet">{t('keep.table')}</summary>
      <form class="columns-choice export-choice card" onSubmit={keep}>
        <small class="faint">{t(kept ? 'keep.is-kept' : 'keep.about', { name: kept?.name ?? '' })}</small>
        <label>
          {t('keep.name')}
          <input
            type="text"
            maxLength={MAX_NAME}
            placeholder={kept?.name ?? name}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <div class="ticks">
          <button class="quiet" type="submit" disabled={!kept && !preferences.mayKeep(href)}>
            {t('keep.go')}
          </button>
          {kept && (
            <button
              class="quiet"
              type="button"
              onClick={() => {
                preferences.keepPlace(href, undefined);
                close();
              }}
            >
              {t('keep.remove')}
            </button>
          )}
        </div>
        {!kept && !preferences.mayKeep(href) && <p>{t('keep.full')}</p>}
      </form>
    </details>
  );
}

/** Keeps an object, or takes it out again. */
export function KeepObject({ map: { preferences }, href, name }: KeepTableOptions): VNode {
  useStore(preferences.changes);
  const isKept = preferences.kept.some((one) => one.href === href);
  return (
    <button
      class="quiet"
      type="button"
      aria-pressed={isKept}
      disabled={!isKept && !preferences.mayKeep(href)}
      onClick={() => preferences.keepPlace(href, isKept ? undefined : name.slice(0, MAX_NAME))}
    >
      <span aria-hidden="true">{isKept ? '★' : '☆'}</span> {t('keep.object')}
    </button>
  );
}
