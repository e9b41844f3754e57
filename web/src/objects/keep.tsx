/** Keeping a table or an object in the menu, under a name: with the reader's own preferences; a table also for everybody. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import type { SharedTable } from '../api/shared-tables.js';
import { tell } from '../app/notice.js';
import { Problem } from '../components/problem.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';

/** The longest name. */
const MAX_NAME = 80;

interface KeepOptions {
  map: MapOfKinds;
  /** The address of what is shown. */
  href: string;
  /** What it is called until somebody says otherwise. */
  name: string;
}

/** Keeps the filters, columns and order of a table, for the reader alone or for all who may list its kind. */
export function KeepTable({ map, href, name, kind }: KeepOptions & { kind: Kind }): VNode {
  const { preferences, sharedTables, rights } = map;
  useStore(preferences.changes);
  useStore(sharedTables.changes);
  const [typed, setTyped] = useState('');
  const [isForAll, setForAll] = useState(false);
  const [refused, setRefused] = useState<{ status: number; body: unknown } | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const kept = preferences.kept.find((one) => one.href === href);
  const shared = sharedTables.all.filter((one) => one.href === href);
  const own = shared.find(({ person }) => person?.id === rights.userId);
  const isFull = !isForAll && !kept && !preferences.mayKeep(href);
  const close = (): void => {
    details.current!.open = false;
    details.current!.querySelector('summary')!.focus();
  };
  /** Closes once the server has done it, and says otherwise why not. */
  const done = ({ status, body }: { status: number; body: unknown }): void => {
    setRefused(status < 400 ? null : { status, body });
    if (status < 400) close();
  };
  const keep = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const called = typed.trim() || name;
    setTyped('');
    if (isForAll) {
      void sharedTables.share(kind.path, href.split('?')[1] ?? '', called).then((answer) => {
        done(answer);
        if (answer.status < 400) tell(t('keep.told.all', { name: called }));
      });
      return;
    }
    preferences.keepPlace(href, called);
    close();
    tell(t('keep.told.me', { name: called }));
  };
  return (
    <details class="columns" ref={details} onKeyDown={({ key }) => void (key === 'Escape' && close())}>
      <summary class="quiet">{t('keep.table')}</summary>
      <form class="columns-choice export-choice card" onSubmit={keep}>
        {!kept && shared.length === 0 && <small class="faint">{t('keep.about')}</small>}
        {kept && <small class="faint">{t('keep.is-kept', { name: kept.name })}</small>}
        {shared.map((one) => (
          <div class="kept-shared" key={one.id}>
            <small class="faint">{saidOfShared(one, one === own)}</small>
            {(one === own || rights.isAdmin) && (
              <button class="small-button" type="button" onClick={() => void sharedTables.remove(one.id).then(done)}>
                {t('keep.unshare')}
              </button>
            )}
          </div>
        ))}
        <label>
          {t('keep.name')}
          <input
            type="text"
            maxLength={MAX_NAME}
            placeholder={(isForAll ? own : kept)?.name ?? name}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <label>
          {t('keep.for')}
          <select
            value={isForAll ? 'all' : 'me'}
            onChange={({ currentTarget }) => setForAll(currentTarget.value === 'all')}
          >
            <option value="me">{t('keep.for.me')}</option>
            <option value="all">{t('keep.for.all')}</option>
          </select>
        </label>
        {isForAll && <small class="faint">{t('keep.for.all.about', { kinds: said(kind.titles).text })}</small>}
        <div class="ticks">
          <button class="quiet" type="submit" disabled={isFull}>
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
        {isFull && <p>{t('keep.full')}</p>}
        {refused && <Problem {...refused} />}
      </form>
    </details>
  );
}

/** Under which name a table stands in everybody's menu, and whose it is. */
function saidOfShared({ name, person }: SharedTable, isOwn: boolean): string {
  if (isOwn) return t('keep.is-shared.mine', { name });
  return person ? t('keep.is-shared', { name, person: person.name }) : t('keep.is-shared.nobody', { name });
}

/** Keeps an object, or takes it out again. */
export function KeepObject({ map: { preferences }, href, name }: KeepOptions): VNode {
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
