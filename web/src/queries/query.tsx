/** One query: its text, what it finds, and whether it is kept. What was typed stays in this tab until it is saved. */
import { ApiError, type Problem as ProblemBody, type QueryRows } from 'meridian-client';
import type { VNode } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Nothing } from '../app/map-frame.js';
import type { Kind } from '../api/kinds.js';
import { mayMakeChecks } from '../api/checks.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import { send } from '../api/send.js';
import { csvDialect } from '../api/download.js';
import { client, session } from '../api/session.js';
import { useAnswer } from '../api/use-answer.js';
import { MakeCheckOpener } from '../app/make-check-opener.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { Downloads } from '../components/downloads.js';
import { Problem } from '../components/problem.js';
import { sentenceOf } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { Builder } from './builder.js';
import type { Vocabulary } from './complete.js';
import { Editor } from './editor.js';
import { Glossary } from './glossary.js';
import { withIds } from './linked.js';
import { mistakesOf, type Mistake } from './mistakes.js';
import { readPlain, textOf, type PlainQuery } from './plain.js';
import { headingOf } from './headings.js';
import { Results, type Found } from './results.js';

/** A query as the API has it. */
export interface StoredQuery {
  id: number;
  name: string;
  description: string | null;
  is_public: boolean;
  user_id: number | null;
  query_text: string | null;
  /** Paths of the kinds that it asks about. */
  query_kinds: readonly string[] | null;
}

/** What somebody types. */
interface Draft {
  name: string;
  description: string;
  isPublic: boolean;
  text: string;
}

/** Formats of files: of rows, and of graphs. */
const ROW_FILES = ['csv', 'xlsx'];
const GRAPH_FILES = ['mermaid', 'graphml'];

/** Milliseconds after the last change in the form until it is run. */
const REST = 400;

const EMPTY: Draft = { name: '', description: '', isPublic: false, text: '' };

const draftOf = ({ name, description, is_public: isPublic, query_text: text }: StoredQuery): Draft => ({
  ...{ name, isPublic },
  description: description ?? '',
  text: text ?? '',
});

/** A query that is not stored yet. */
export function NewQuery({ map }: { map: MapOfKinds }): VNode {
  return <QueryPage map={map} stored={null} tag={null} again={() => undefined} />;
}

/** A stored query, read from the server. */
export function StoredQueryPage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const { answer, again } = useAnswer(`/api/queries/${encodeURIComponent(id)}`);
  if (answer && 'status' in answer && answer.status === 404)
    return <Nothing title={t('queries.gone')} about={t('queries.gone.about')} />;
  return (
    <Answered<{ data: StoredQuery }> answer={answer} again={again}>
      {({ data }, { tag }) => <QueryPage key={data.id} map={map} stored={data} tag={tag} again={again} />}
    </Answered>
  );
}

interface QueryPageOptions {
  map: MapOfKinds;
  stored: StoredQuery | null;
  /** The tag of the stored one, so that nobody's change is overwritten. */
  tag: string | null;
  again: () => void;
}

function QueryPage({ map, stored, tag, again }: QueryPageOptions): VNode {
  const { rights } = map;
  const isOwn = stored !== null && (rights.isAdmin || stored.user_id === rights.userId);
  const original = stored ? draftOf(stored) : EMPTY;
  const { draft, setDraft, isChanged, drop } = useDraft(String(stored?.id ?? 'new'), original);
  const vocabulary = useMemo(() => vocabularyOf(map), [map]);
  const { found, mistakes, problem, run, runSoon, isRunning, fail } = useRun(draft.text, vocabulary.kinds);
  const [wasSaved, setSaved] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  // What was typed before, and not kept: a new query may begin without it.
  const [wasBegun] = useState(isChanged);
  const beginAnew = (): void => {
    setDraft(original);
    // The button goes with the draft.
    document.getElementById('main')?.focus();
  };
  const { built, isBuilt, build } = useBuilt(draft.text, vocabulary.kinds, (text) => {
    change({ text });
    runSoon();
  });
  const title = stored?.name ?? t('queries.new');
  useEffect(() => {
    document.title = `${title} · ${t('queries.title')} · Meridian`;
  }, [title]);
  // A stored query is opened for what it finds.
  useEffect(() => {
    if (stored && !isChanged) void run();
  }, []);
  const change = (next: Partial<Draft>): void => {
    setSaved(false);
    setDraft({ ...draft, ...next });
  };
  const mayCreate = rights.has('query_create');
  const mayEdit = isOwn && rights.has('query_edit');
  const store = async (asCopy: boolean): Promise<void> => {
    const { name, description, isPublic, text } = draft;
    const body = { name, description: description || null, is_public: isPublic, query: text };
    const isNew = !stored || asCopy;
    const answer = await send(
      isNew
        ? { method: 'POST', path: '/api/queries', body }
        : { method: 'PUT', path: `/api/queries/${stored.id}`, body, ...(tag !== null && { ifMatch: tag }) },
    ).catch((failed: unknown) => ({ status: 0, body: failed }));
    if (answer.status === 0 || answer.status >= 400) return fail(answer, draft.text);
    const kept = storedIn(answer.body);
    // As the server writes it.
    setDraft(draftOf(kept));
    drop();
    setSaved(true);
    if (isNew) go(`/queries/${kept.id}`, { replace: !stored });
    else again();
  };
  const remove = async (): Promise<void> => {
    const path = `/api/queries/${stored!.id}`;
    const answer = await send({ method: 'DELETE', path }).catch((failed: unknown) => ({ status: 0, body: failed }));
    if (answer.status === 0 || answer.status >= 400) return fail(answer, draft.text);
    drop();
    go('/queries', { replace: true });
  };
  return (
    <>
      <p class="eyebrow">
        <a href="/queries">{t('queries.title')}</a>
      </p>
      <h1>{title}</h1>
      {!stored && wasBegun && isChanged && (
        <p class="note">
          {t('queries.draft')}{' '}
          <button class="small-button" type="button" onClick={beginAnew}>
            {t('queries.draft.empty')}
          </button>
        </p>
      )}
      {stored?.description && <p class="lead">{stored.description}</p>}
      <form
        class="query-form"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {rights.has('query_show') &&
          (isBuilt ? (
            <Builder query={built} kinds={vocabulary.kinds} onChange={build} />
          ) : (
            <p class="note">{t('queries.form.beyond')}</p>
          ))}
        <Editor
          value={draft.text}
          onChange={(text) => change({ text })}
          onRun={() => void run()}
          vocabulary={vocabulary}
          mistakes={mistakes}
          readOnly={!rights.has('query_show')}
        />
        {/* The form has them all already. */}
        {!built && <Glossary text={draft.text} kinds={vocabulary.kinds} />}
        <div class="query-buttons">
          <button class="primary" type="submit" aria-disabled={isRunning || undefined}>
            {t('queries.run')}
          </button>
          {isChanged && stored && (
            <button class="quiet" type="button" onClick={() => setDraft(original)}>
              {t('queries.back')}
            </button>
          )}
        </div>
      </form>
      <p class="faint" role="status">
        {isRunning && t('queries.running')}
      </p>
      {problem}
      {found && <Results map={map} kinds={vocabulary.kinds} found={found} />}
      {found && found.meta.count > 0 && (
        <Downloads
          label={t('queries.files')}
          files={(found.meta.output === 'graph' ? GRAPH_FILES : ROW_FILES).map((format) => ({
            label: format.toUpperCase(),
            path: `/api/queries/run?${new URLSearchParams({ format, ...(format === 'csv' && csvDialect()) }).toString()}`,
            name: `query.${format}`,
            body: { query: found.text, ...('columns' in found && { headings: headingsOf(found, vocabulary.kinds) }) },
          }))}
        />
      )}
      {stored && !isChanged && found && 'columns' in found && mayMakeChecks(map) && (
        <MakeCheckOpener map={map} definition={{ query: draft.text }} words={[stored.name]} />
      )}
      {(mayCreate || mayEdit) && (
        <Keep
          draft={draft}
          onChange={change}
          isNew={!stored}
          {...{ mayCreate, mayEdit, wasSaved }}
          onSave={(asCopy) => void store(asCopy)}
        />
      )}
      {stored && !isOwn && <p class="faint">{t('queries.others-about')}</p>}
      {isOwn && rights.has('query_delete') && (
        <Removal isAsked={isDeleting} onAsk={setDeleting} onRemove={() => void remove()} />
      )}
    </>
  );
}

/** What the columns of a file are called: as those of the table. */
const headingsOf = ({ columns, meta, beside }: Found & QueryRows, kinds: ReadonlyMap<string, Kind>): string[] =>
  columns
    .filter((column) => !beside?.has(column))
    .map(
      (column) =>
        headingOf(column, meta.from, kinds)
          ?.map(({ text }) => text)
          .join(' › ') ?? column,
    );

interface KeepOptions {
  draft: Draft;
  onChange: (next: Partial<Draft>) => void;
  isNew: boolean;
  mayCreate: boolean;
  mayEdit: boolean;
  wasSaved: boolean;
  onSave: (asCopy: boolean) => void;
}

/** Under which name it is kept, and for whom. */
function Keep({ draft, onChange, isNew, mayCreate, mayEdit, wasSaved, onSave }: KeepOptions): VNode {
  const id = useId();
  return (
    <section aria-labelledby="query-keep">
      <h2 id="query-keep">{t('queries.keep')}</h2>
      <form
        class="query-keep"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(!mayEdit);
        }}
      >
        <label for={`${id}-name`}>{t('queries.name')}</label>
        <input
          id={`${id}-name`}
          required
          maxLength={255}
          value={draft.name}
          onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <label for={`${id}-description`}>{t('queries.description')}</label>
        <input
          id={`${id}-description`}
          value={draft.description}
          onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
        <label class="query-public">
          <input
            type="checkbox"
            checked={draft.isPublic}
            onChange={({ currentTarget }) => onChange({ isPublic: currentTarget.checked })}
          />
          {t('queries.share')}
        </label>
        <div class="query-buttons">
          {(mayEdit || (isNew && mayCreate)) && (
            <button class="primary" type="submit">
              {t('queries.save')}
            </button>
          )}
          {!isNew && mayCreate && (
            <button class="quiet" type={mayEdit ? 'button' : 'submit'} onClick={() => mayEdit && onSave(true)}>
              {t('queries.copy')}
            </button>
          )}
          <span role="status">{wasSaved && t('queries.saved')}</span>
        </div>
      </form>
    </section>
  );
}

interface RemovalOptions {
  isAsked: boolean;
  onAsk: (isAsked: boolean) => void;
  onRemove: () => void;
}

/** Deletes after a second press; a stored query does not come back. */
function Removal({ isAsked, onAsk, onRemove }: RemovalOptions): VNode {
  const sure = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsked) sure.current!.focus();
  }, [isAsked]);
  const cancel = (): void => {
    onAsk(false);
    setTimeout(() => first.current?.focus());
  };
  if (!isAsked)
    return (
      <button class="quiet query-delete" type="button" ref={first} onClick={() => onAsk(true)}>
        {t('queries.delete')}
      </button>
    );
  return (
    <div class="query-delete" role="group" aria-label={t('queries.delete')}>
      <p>{t('queries.delete.sure')}</p>
      <div class="query-buttons">
        <button class="primary" type="button" ref={sure} onClick={onRemove}>
          {t('queries.delete')}
        </button>
        <button class="quiet" type="button" onClick={cancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}

/** The query in the answer to a write. */
const storedIn = (body: unknown): StoredQuery => (body as { data?: StoredQuery }).data ?? (body as StoredQuery);

/** What is typed, kept in this tab: whoever goes elsewhere and comes back finds it, and nobody who signs in after them. */
function useDraft(
  key: string,
  original: Draft,
): { draft: Draft; setDraft: (draft: Draft) => void; isChanged: boolean; drop: () => void } {
  const place = `meridian-query-${session.get()?.login ?? ''}-${key}`;
  const [draft, set] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(place);
    return kept ? { ...original, ...(JSON.parse(kept) as Partial<Draft>) } : original;
  });
  const drop = (): void => sessionStorage.removeItem(place);
  const isSame = (one: Draft): boolean => JSON.stringify(one) === JSON.stringify(original);
  const setDraft = (next: Draft): void => {
    if (isSame(next)) drop();
    else sessionStorage.setItem(place, JSON.stringify(next));
    set(next);
  };
  return { draft, setDraft, isChanged: !isSame(draft), drop };
}

/**
 * The query as the form shows it: what was put together last, else what is read from the text. A form that is not whole yet says
 * more than the text that it writes.
 */
function useBuilt(
  text: string,
  kinds: ReadonlyMap<string, Kind>,
  onWrite: (text: string) => void,
): { built: PlainQuery | null; isBuilt: boolean; build: (query: PlainQuery) => void } {
  const [last, setLast] = useState<{ query: PlainQuery; text: string } | null>(null);
  const isLast = last?.text === text;
  const read = useMemo(() => (isLast ? null : readPlain(text, kinds)), [text, kinds, isLast]);
  const built = isLast ? last.query : read;
  const build = (query: PlainQuery): void => {
    const written = textOf(query, kinds);
    setLast({ query, text: written });
    onWrite(written);
  };
  return { built, isBuilt: built !== null || text.trim() === '', build };
}

interface Run {
  found: (Found & { text: string }) | null;
  mistakes: readonly Mistake[];
  /** What went wrong, where that is no mistake in the text. */
  problem: VNode | null;
  isRunning: boolean;
  run: () => Promise<void>;
  /** Runs what the text is by then, once nothing more has been changed for a moment. */
  runSoon: () => void;
  /** Shows an answer that is no success; status 0 for none at all. */
  fail: (answer: { status: number; body: unknown }, text: string) => void;
}

/** Runs the text. Mistakes go once it changes; what was found stays until the next. */
function useRun(text: string, kinds: ReadonlyMap<string, Kind>): Run {
  const [found, setFound] = useState<(Found & { text: string }) | null>(null);
  const [wrong, setWrong] = useState<{ status: number; body: unknown; text: string } | null>(null);
  const [isRunning, setRunning] = useState(false);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const run = async (): Promise<void> => {
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    setRunning(true);
    setWrong(null);
    try {
      setFound({ ...(await foundBy(text, kinds, own.signal)), text });
    } catch (error) {
      if (own.signal.aborted) return;
      setFound(null);
      if (error instanceof ApiError) setWrong({ status: error.status, body: error.problem, text });
      else setWrong({ status: 0, body: error, text });
    } finally {
      if (!own.signal.aborted) setRunning(false);
    }
  };
  const latest = useRef(run);
  latest.current = run;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const runSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latest.current(), REST);
  };
  const isInText = wrong?.status === 422 && wrong.text === text;
  const errors = isInText ? ((wrong.body as ProblemBody).errors ?? {}) : {};
  const mistakes = isInText && !Array.isArray(errors) ? mistakesOf(errors, text) : [];
  const problem =
    wrong && wrong.status === 0 ? (
      <div class="problem" role="alert">
        <p class="problem-sentence">{sentenceOf(wrong.body)}</p>
      </div>
    ) : wrong && wrong.status !== 422 ? (
      <Problem status={wrong.status} body={wrong.body} again={() => void run()} />
    ) : null;
  return {
    ...{ found, mistakes, problem, isRunning, run, runSoon },
    fail: ({ status, body }, about) => setWrong({ status, body, text: about }),
  };
}

/** Runs a text, with ids beside names. Places of mistakes are those of the text itself. */
async function foundBy(text: string, kinds: ReadonlyMap<string, Kind>, signal: AbortSignal): Promise<Found> {
  const { text: asked, linked, beside } = withIds(text, kinds);
  try {
    return { ...(await client().queries.run(asked, { signal })), linked, beside };
  } catch (error) {
    if (asked === text || !(error instanceof ApiError) || error.status !== 422) throw error;
    return client().queries.run(text, { signal });
  }
}

/** What the editor completes: kinds that the reader may list, and the words that the description has. */
function vocabularyOf(map: MapOfKinds): Vocabulary {
  const { components } = map.description.openapi;
  const schema = components['schemas']?.['QueryToRun'] as
    { properties?: { query?: { 'x-words'?: string[]; 'x-connectors'?: Record<string, string[]> } } } | undefined;
  const { 'x-words': words = [], 'x-connectors': connectors = {} } = schema?.properties?.query ?? {};
  const kinds = [...map.kinds].filter(([path]) => reachable(map, path) && path !== 'queries');
  return { kinds: new Map(kinds.map(([path, kind]) => [path, connected(map, kind, connectors[path] ?? [])])), words };
}

/** A kind with the cables and flows that connect its objects, which are links to queries alone. */
function connected(map: MapOfKinds, kind: Kind, connectors: readonly string[]): Kind {
  const found = connectors.flatMap((path) => {
    const target = reachable(map, path);
    return target ? [{ name: path.replaceAll('-', '_'), titles: target.titles, target: path }] : [];
  });
  return found.length ? { ...kind, links: [...kind.links, ...found] } : kind;
}
