/** Hands a file over: of a tool, or a document of what a tool knows. What comes of it is a plan; nothing is stored. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from 'meridian-client';
import { mayFeed, SOURCE_NAME, SOURCES, submit, toolsOf, type Source } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { send } from '../api/send.js';
import { useAnswer } from '../api/use-answer.js';
import { go, place } from '../app/router.js';
import { Answered, Unanswered } from '../components/answered.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';

export function SubmitPage({ map }: { map: MapOfKinds }): VNode {
  const { answer, again } = useAnswer(SOURCES);
  return (
    <>
      <h1>{t('feed.part.feed')}</h1>
      <p class="lead">{t('feed.about')}</p>
      <Answered<Source[]> answer={answer} again={again}>
        {(sources) => <Form map={map} sources={sources.filter((one) => mayFeed(map, one))} />}
      </Answered>
    </>
  );
}

/** Stands for a document in the choice of tools. */
const DOCUMENT = 'document';
/** Stands for a source that is to be made. */
const MAKE = '';

function Form({ map, sources }: { map: MapOfKinds; sources: readonly Source[] }): VNode {
  const { search } = useStore(place);
  const asked = new URLSearchParams(search);
  const tools = toolsOf(map);
  const [known] = useState(() => sources.find(({ name }) => name === asked.get('source')));
  const [as, setAs] = useState(known?.settings.as ?? '');
  const [source, setSource] = useState(known?.name ?? MAKE);
  const [made, setMade] = useState('');
  const [scope, setScope] = useState(asked.get('scope') ?? '');
  const [mode, setMode] = useState(asked.get('mode') ?? '');
  const [opt, setOpt] = useState<Record<string, string>>({});
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const mayMake = map.rights.has('feed_edit');
  const tool = tools.find(({ value }) => value === as);
  useEffect(() => setProblem(null), [as, source, file]);
  // It stands below the form, and the button that had the focus is off while the file is read.
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem) return;
    told.current?.focus({ preventScroll: true });
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const choose = (next: string): void => {
    setAs(next);
    setOpt({});
    const usual = next.toUpperCase();
    const own = sources.find(({ settings, name }) => settings.as === next || name === usual);
    setSource(own?.name ?? (mayMake ? MAKE : (sources[0]?.name ?? MAKE)));
    setMade(own ? '' : usual);
  };
  const makePlan = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!file || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const name = source === MAKE ? made.trim() : source;
      if (tool && source === MAKE) {
        const { status, body } = await send({
          method: 'PUT',
          path: `${SOURCES}/${encodeURIComponent(name)}`,
          body: { as },
        });
        if (status >= 400) return setProblem(<Problem status={status} body={body} />);
        setSource(name);
      }
      const id = await submit({ file, as: tool ? as : '', source: name, scope: scope.trim(), mode, opt, options: {} });
      go(`/import/plans/${id}`);
    } catch (error) {
      setProblem(
        error instanceof ApiError ? (
          <Problem
            status={error.status}
            body={error.problem}
            {...(error.status === 400 && { advice: t('feed.advice.400') })}
          />
        ) : (
          <Unanswered error={error} />
        ),
      );
    } finally {
      setBusy(false);
    }
  };
  const lacksSource = tool !== undefined && source === MAKE && !SOURCE_NAME.test(made.trim());
  return (
    <form class="feed-form" onSubmit={(event) => void makePlan(event)}>
      <div class="feed-field">
        <label for="feed-as">{t('feed.as')}</label>
        <select id="feed-as" value={as} onChange={({ currentTarget: { value } }) => choose(value)}>
          <option value="">{t('builder.choose')}</option>
          {tools.map((one) => (
            <option key={one.value} value={one.value}>
              {said(one).text}
            </option>
          ))}
          <option value={DOCUMENT}>{t('feed.as.document')}</option>
        </select>
      </div>
      {tool && (
        <>
          <div class="feed-field">
            <label for="feed-source">{t('feed.source')}</label>
            <select
              id="feed-source"
              value={source}
              aria-describedby="feed-source-about"
              onChange={({ currentTarget: { value } }) => setSource(value)}
            >
              {sources.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
              {mayMake && <option value={MAKE}>{t('feed.source.make')}</option>}
            </select>
            {source === MAKE && mayMake && (
              <input
                type="text"
                aria-label={t('feed.source.name')}
                aria-describedby="feed-source-about"
                aria-invalid={made !== '' && lacksSource ? true : undefined}
                autocomplete="off"
                spellcheck={false}
                maxLength={32}
                value={made}
                onInput={({ currentTarget: { value } }) => setMade(value.toUpperCase())}
              />
            )}
            <p id="feed-source-about" class="feed-hint">
              {t(!sources.length && !mayMake ? 'feed.source.none' : 'feed.source.about')}
            </p>
          </div>
          {(tool.options ?? []).map(({ name, ...titles }) => (
            <div key={name} class="feed-field">
              <label for={`feed-opt-${name}`}>
                <Titled said={said(titles)} /> <code class="faint">{name}</code>
              </label>
              <Option
                name={name}
                value={opt[name] ?? ''}
                onInput={(value) => setOpt((others) => ({ ...others, [name]: value }))}
              />
            </div>
          ))}
          <details class="fold">
            <summary>{t('feed.covers')}</summary>
            <div class="feed-field">
              <label for="feed-mode">{t('feed.mode')}</label>
              <select id="feed-mode" value={mode} onChange={({ currentTarget: { value } }) => setMode(value)}>
                <option value="">{t('feed.mode.usual')}</option>
                <option value="delta">{t('feed.mode.delta.long')}</option>
                <option value="full">{t('feed.mode.full.long')}</option>
              </select>
            </div>
            <div class="feed-field">
              <label for="feed-scope">{t('feed.scope')}</label>
              <input
                id="feed-scope"
                type="text"
                spellcheck={false}
                aria-describedby="feed-scope-about"
                value={scope}
                onInput={({ currentTarget: { value } }) => setScope(value)}
              />
              <p id="feed-scope-about" class="feed-hint">
                {t('feed.scope.about')}
              </p>
            </div>
          </details>
        </>
      )}
      {as === DOCUMENT && <p class="feed-hint">{t('feed.as.document.about')}</p>}
      {as && (
        <div class="feed-field">
          <label for="feed-file">{t('import.file')}</label>
          <input
            id="feed-file"
            type="file"
            disabled={isBusy}
            onChange={({ currentTarget: { files } }) => setFile(files?.[0] ?? null)}
          />
        </div>
      )}
      {as && (
        <div>
          <button class="primary" type="submit" disabled={isBusy || !file || lacksSource}>
            {t('feed.make-plan')}
          </button>
          <p class="feed-hint">{t('feed.make-plan.about')}</p>
        </div>
      )}
      {isBusy && (
        <div class="feed-busy" role="status">
          <progress aria-label={t('feed.phase.reading')} />
          <p>{t('feed.phase.reading')}</p>
        </div>
      )}
      <div ref={told} tabIndex={-1}>
        {problem}
      </div>
    </form>
  );
}

/** The field of an option: a mapping is several lines, and often a file. */
function Option({ name, value, onInput }: { name: string; value: string; onInput: (value: string) => void }): VNode {
  const field = { id: `feed-opt-${name}`, spellcheck: false, value };
  if (name !== 'map') {
    return <input {...field} type="text" onInput={({ currentTarget }) => onInput(currentTarget.value)} />;
  }
  return (
    <>
      <textarea {...field} rows={4} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      <input
        type="file"
        accept=".yaml,.yml,.json"
        aria-label={t('feed.map.file')}
        onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(onInput)}
      />
    </>
  );
}
