/** Who said what of an object: the sources that know it, whose value stands in each field, and what people hold against them. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isFed } from '../api/feed.js';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { useAnswer } from '../api/use-answer.js';
import { Dialog } from '../components/dialog.js';
import { FedValue, FieldTitle } from '../components/fed-value.js';
import { Problem } from '../components/problem.js';
import { locale, t } from '../i18n/index.js';
import './sources.css';

type Mark = 'hold' | 'free';

interface SourceOfObject {
  source: string;
  ref: string | null;
  /** All of them, where several of its objects became one. */
  refs: string[];
  scopes: string[];
  created: boolean;
  first_seen: string | null;
  last_seen: string | null;
  missing_since: string | null;
  run: number;
}

interface FieldOfObject {
  value: unknown;
  hidden?: number;
  said: Array<{ source: string; says: unknown; hidden?: number }>;
  /** Of single values: the source that stands, `hand`, or null. */
  from?: string | null;
  mark?: Mark;
}

interface Provenance {
  data: SourceOfObject[];
  fields: Record<string, FieldOfObject>;
}

interface SourcesOptions {
  map: MapOfKinds;
  kind: Kind;
  id: number;
  /** Reads the whole object anew: what is forgotten may change its values. */
  onForgotten: () => void;
}

/** Nothing where no source knows the object and nobody marked anything, or the reader may not know. */
export function Sources({ map, kind, id, onForgotten }: SourcesOptions): VNode | null {
  const path = `/api/${kind.path}/${id}/sources`;
  const mayRead = isFed(map, kind) && map.rights.has('feed_access') && map.rights.may('show', kind.tag);
  const { answer, again } = useAnswer(mayRead ? path : null);
  const section = useRef<HTMLElement>(null);
  const isThere = answer !== null;
  // Whoever comes by a link to it was here before it was.
  useEffect(() => {
    if (isThere && location.hash === '#part-sources') section.current?.scrollIntoView();
  }, [isThere]);
  if (!answer || !('status' in answer) || answer.status >= 400) return null;
  const { data, fields } = answer.body as Provenance;
  const names = Object.keys(fields);
  if (!data.length && !names.length) return null;
  return (
    <section class="part" aria-labelledby="part-sources" ref={section}>
      <h2 id="part-sources">{t('feed.who')}</h2>
      {names.length > 0 && map.rights.may('edit', kind.tag) && <p class="faint">{t('feed.who.about')}</p>}
      {data.length > 0 && (
        <ul class="said-sources">
          {data.map((one) => (
            <li key={`${one.source} ${one.ref ?? ''}`}>
              <SourceShown map={map} kind={kind} source={one} again={onForgotten} />
            </li>
          ))}
        </ul>
      )}
      {names.length > 0 && (
        <ul class="said-fields">
          {names.map((name) => (
            <li key={name}>
              <FieldShown map={map} kind={kind} name={name} field={fields[name]!} path={path} again={again} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Moment = ({ at }: { at: string }): VNode => (
  <time dateTime={at}>{new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })}</time>
);

interface SourceShownOptions {
  map: MapOfKinds;
  kind: Kind;
  source: SourceOfObject;
  again: () => void;
}

function SourceShown({ map, kind, source: one, again }: SourceShownOptions): VNode {
  const { source, ref, refs, scopes, created, first_seen: first, last_seen: last, missing_since: missing, run } = one;
  // The scope without a name is one of its own, beside others.
  const scope = scopes.some(Boolean) ? scopes.map((name) => name || t('feed.who.no-scope')).join(', ') : '';
  return (
    <>
      <p>
        <a href={`/import/sources/${source}`}>{source}</a>
        {refs.map((each) => (
          <>
            {' '}
            <code key={each}>{each}</code>
          </>
        ))}
        {scope && <span class="faint"> {scope}</span>}
        {created && <span class="faint"> · {t('feed.who.created')}</span>}
        {missing !== null && (
          <span class="said-missing">
            {t('feed.who.missing')} <Moment at={missing} />
          </span>
        )}
      </p>
      <p class="faint">
        {first !== null && (
          <>
            {t('feed.who.first')} <Moment at={first} />
          </>
        )}
        {last !== null && (
          <>
            {' · '}
            {t('feed.who.last')} <Moment at={last} />
          </>
        )}
        {run > 0 && map.rights.has('feed_show') && (
          <>
            {' · '}
            <a href={`/import/runs/${run}`}>{t('feed.run.link', { run })}</a>
          </>
        )}
      </p>
      {ref !== null && map.rights.has('feed_create') && map.rights.may('edit', kind.tag) && (
        <Forget
          kind={kind}
          source={source}
          reference={ref}
          mayCreate={map.rights.may('create', kind.tag)}
          again={again}
        />
      )}
    </>
  );
}

interface ForgetOptions {
  kind: Kind;
  source: string;
  reference: string;
  mayCreate: boolean;
  again: () => void;
}

/** What the source said of the object is forgotten, once somebody is sure of it. */
function Forget({ kind, source, reference, mayCreate, again }: ForgetOptions): VNode {
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const forget = async (apart: boolean): Promise<void> => {
    setAsks(false);
    setProblem(null);
    const query = new URLSearchParams({ type: kind.path, ref: reference, ...(apart && { apart: '1' }) });
    const path = `/api/feed/sources/${encodeURIComponent(source)}/records?${query}`;
    const { status, body } = await tried({ method: 'DELETE', path });
    if (status < 400) again();
    else setProblem(<Problem status={status} body={body} />);
  };
  return (
    <>
      <button class="small-button" type="button" onClick={() => setAsks(true)}>
        {t('feed.forget')}
        <span class="visually-hidden"> {source}</span>
      </button>
      {problem}
      {asks && (
        <Dialog title={t('feed.forget.title', { source })} onClose={() => setAsks(false)}>
          <p>{t('feed.forget.about')}</p>
          {mayCreate && <p>{t('feed.apart.about', { source })}</p>}
          <div class="form-end">
            <button class="quiet" type="button" onClick={() => setAsks(false)}>
              {t('cancel')}
            </button>
            {mayCreate && (
              <button class="quiet" type="button" onClick={() => void forget(true)}>
                {t('feed.apart')}
              </button>
            )}
            <button class="primary" type="button" onClick={() => void forget(false)}>
              {t('feed.forget')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface FieldShownOptions {
  map: MapOfKinds;
  kind: Kind;
  name: string;
  field: FieldOfObject;
  path: string;
  again: () => void;
}

function FieldShown({ map, kind, name, field, path, again }: FieldShownOptions): VNode {
  const { value, hidden = 0, said, from, mark } = field;
  // What stands as a source says it is not told twice.
  const others = said.filter(({ source, says }) => source !== from && JSON.stringify(says) !== JSON.stringify(value));
  const alike = said.filter((one) => one.source !== from && !others.includes(one));
  // Of a set the first one that says it all stands in place of the one whose claim counts.
  const origin = from === undefined ? alike[0]?.source : from;
  const agreeing = from === undefined ? alike.slice(1) : alike;
  return (
    <>
      <p class="said-value">
        <strong>
          <FieldTitle kind={kind} name={name} />
        </strong>{' '}
        <FedValue map={map} kind={kind} name={name} value={value} hidden={hidden} />
      </p>
      <p class="said-from">
        {origin !== undefined && <span class={origin === 'hand' ? 'said-hand' : undefined}>{originOf(origin)}</span>}
        {agreeing.length > 0 && (
          <span class="faint">
            {t('feed.who.agrees', { sources: agreeing.map(({ source }) => source).join(', ') })}
          </span>
        )}
        {others.map(({ source, says, hidden: unseen = 0 }) => (
          <span key={source}>
            {t('feed.who.says', { source })} <FedValue map={map} kind={kind} name={name} value={says} hidden={unseen} />
          </span>
        ))}
      </p>
      {map.rights.may('edit', kind.tag) ? (
        <Marks kind={kind} name={name} mark={mark ?? null} path={path} again={again} />
      ) : (
        mark && <p class="said-mark">{t(`feed.mark.${mark}.is`)}</p>
      )}
    </>
  );
}

const originOf = (from: string | null): string =>
  from === null ? t('feed.who.nobody') : from === 'hand' ? t('feed.who.hand') : t('feed.who.from', { source: from });

interface MarksOptions {
  kind: Kind;
  name: string;
  mark: Mark | null;
  path: string;
  again: () => void;
}

/** Held against sources, free for them, or neither. */
function Marks({ kind, name, mark, path, again }: MarksOptions): VNode {
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = async (next: Mark | null): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const { status, body } = await tried({ method: 'PATCH', path, body: { [name]: next } });
    setBusy(false);
    if (status < 400) again();
    else setProblem(<Problem status={status} body={body} />);
  };
  const about = `said-${name}`;
  return (
    <>
      <div class="said-marks" role="group" aria-labelledby={about}>
        <span id={about} class="visually-hidden">
          <FieldTitle kind={kind} name={name} />
        </span>
        {([null, 'hold', 'free'] as const).map((one) => (
          <button
            key={one ?? 'neither'}
            class="small-button"
            type="button"
            aria-pressed={mark === one}
            aria-disabled={isBusy || undefined}
            title={t(`feed.mark.${one ?? 'neither'}.about`)}
            onClick={() => {
              // Free takes the value that stands now; said again it is another one.
              if (!isBusy && (one !== mark || one === 'free')) void set(one);
            }}
          >
            {t(`feed.mark.${one ?? 'neither'}`)}
          </button>
        ))}
      </div>
      {mark && <p class="said-mark faint">{t(`feed.mark.${mark}.about`)}</p>}
      {problem}
    </>
  );
}
