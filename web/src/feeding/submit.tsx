/** Hands a file over: of a tool, or a document of what a tool knows. What comes of it is a plan; nothing is stored. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from 'meridian-client';
import { check, mayFeed, SOURCE_NAME, SOURCES, submit, toolsOf, type Source } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import type { Choice } from '../api/openapi.js';
import { send } from '../api/send.js';
import { useAnswer } from '../api/use-answer.js';
import { go, place } from '../app/router.js';
import { Answered, Unanswered } from '../components/answered.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { isKey, t } from '../i18n/index.js';
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

/** The address of the form with what is chosen in it. */
function addressOfForm(chosen: Record<string, string>): string {
  const given = Object.entries(chosen).filter(([, text]) => text.trim());
  return `/import/feed?${new URLSearchParams(given).toString()}`;
}

function Form({ map, sources }: { map: MapOfKinds; sources: readonly Source[] }): VNode {
  const { search } = useStore(place);
  const asked = new URLSearchParams(search);
  const tools = toolsOf(map);
  const [known] = useState(() => sources.find(({ name }) => name === asked.get('source')));
  const [as, setAs] = useState(asked.get('as') ?? known?.settings.as ?? '');
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
  useEffect(() => setProblem(null), [as, source]);
  // It stands below the form, and the button that had the focus is off while the file is read.
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem) return;
    told.current?.focus({ preventScroll: true });
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const take = (next: File | null): void => {
    setFile(next);
    setProblem(null);
  };
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
    const lacking = (tool?.options ?? []).find(({ name, required }) => required && !isSet(name) && !opt[name]?.trim());
    if (lacking)
      return setProblem(
        <div class="problem" role="alert">
          <p class="problem-sentence">{t('feed.opt.lacking', { option: titleOf(lacking) })}</p>
        </div>,
      );
    setBusy(true);
    setProblem(null);
    try {
      const name = source === MAKE ? made.trim() : source;
      const submission = { file, as: tool ? as : '', source: name, scope: scope.trim(), mode, opt, options: {} };
      if (tool && source === MAKE) {
        // Of a file that is refused no source is left behind.
        await check(submission);
        const { status, body } = await send({
          method: 'PUT',
          path: `${SOURCES}/${encodeURIComponent(name)}`,
          body: { as },
        });
        if (status >= 400) return setProblem(<Problem status={status} body={body} />);
        setSource(name);
      }
      const plan = await submit(submission);
      // What was chosen is there again for who comes back; files cannot be chosen by a page.
      go(addressOfForm({ as, source: name, scope, mode }), { replace: true, unasked: true });
      go(`/import/plans/${plan}`);
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
  /** The source has the option among its settings. */
  const isSet = (name: string): boolean => {
    const { opt: kept } = sources.find((one) => one.name === source)?.settings ?? {};
    return typeof kept === 'object' && kept !== null && name in kept;
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
            // The same file, mended, can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
              take(null);
            }}
            onChange={({ currentTarget: { files } }) => take(files?.[0] ?? null)}
          />
        </div>
      )}
      {tool && (
        <>
          {(tool.options ?? []).map((option) => (
            <OptionField
              key={option.name}
              option={option}
              isOptional={!option.required || isSet(option.name)}
              value={opt[option.name] ?? ''}
              onInput={(value) => setOpt((others) => ({ ...others, [option.name]: value }))}
            />
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

type ToolOption = NonNullable<Choice['options']>[number];

/** What people call an option; the words of its connector say more. */
function titleOf(option: ToolOption): string {
  const key = `feed.opt.${option.name}`;
  return isKey(key) ? t(key) : option.name;
}

/** How CSV may be written: the first one is usual. */
const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'];

interface OptionFieldOptions {
  option: ToolOption;
  isOptional: boolean;
  value: string;
  onInput: (value: string) => void;
}

/** The field of an option: a mapping is several lines, and often a file; an encoding is one of a few. */
function OptionField({ option, isOptional, value, onInput }: OptionFieldOptions): VNode {
  const { name, ...titles } = option;
  const id = `feed-opt-${name}`;
  const field = { id, value, ...(name !== 'encoding' && { 'aria-describedby': `${id}-about` }) };
  return (
    <div class="feed-field">
      <label for={id}>
        {titleOf(option)} {isOptional && <small class="faint">{t('feed.opt.optional')}</small>}
      </label>
      {name === 'encoding' ? (
        <select {...field} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          {ENCODINGS.map((one, i) => (
            <option key={one} value={i ? one : ''}>
              {one}
            </option>
          ))}
        </select>
      ) : name === 'map' ? (
        <textarea
          {...field}
          rows={6}
          spellcheck={false}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : (
        <input
          {...field}
          type="text"
          spellcheck={false}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {name !== 'encoding' && (
        <p id={`${id}-about`} class="feed-hint">
          <Titled said={said(titles)} />
        </p>
      )}
      {name === 'map' && <MappingHelp onInput={onInput} />}
    </div>
  );
}

/** A mapping of a small list of servers. */
const EXAMPLE = `# Asset;Name;RAM (MB);Address
# A-0042;files.hill.example;16384;10.20.0.8
rows:
  - type: logical-servers
    ref: \${Asset}
    set:
      name: \${Name}
      memory: \${RAM (MB)}
      address_ip: \${Address}
`;

/** What a mapping is, one ready to be changed, and a file in place of typing. */
const MappingHelp = ({ onInput }: { onInput: (value: string) => void }): VNode => (
  <>
    <p class="feed-hint">{t('feed.map.about')}</p>
    <div class="feed-buttons">
      <button class="quiet" type="button" onClick={() => onInput(EXAMPLE)}>
        {t('feed.map.example')}
      </button>
      <a class="feed-see" href={`data:text/yaml;charset=utf-8,${encodeURIComponent(EXAMPLE)}`} download="mapping.yaml">
        {t('feed.map.download')}
      </a>
    </div>
    <label for="feed-map-file">{t('feed.map.file')}</label>
    <input
      id="feed-map-file"
      type="file"
      accept=".yaml,.yml,.json"
      onClick={({ currentTarget }) => (currentTarget.value = '')}
      onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(onInput)}
    />
  </>
);
