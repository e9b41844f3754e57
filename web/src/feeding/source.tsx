/** The settings of a source: those that people need as fields, the others as JSON. */
import type { ComponentChildren, TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SOURCES, toolsOf, type Source } from '../api/feed.js';
import { findOfKind } from '../api/find.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import { Wanted } from '../api/names.js';
import { tried } from '../api/send.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { Leaving } from '../app/leaving.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { Dialog } from '../components/dialog.js';
import { Json } from '../components/json.js';
import { unknownPerson } from '../components/people.js';
import { Picker } from '../components/picker.js';
import { Problem } from '../components/problem.js';
import type { FieldTitles } from '../components/sentences.js';
import { t, type PlainKey } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

type Settings = Source['settings'];

/** What is done with what goes missing. */
const DOINGS = ['keep', 'mark', 'delete'] as const;
type SourceAction = (typeof DOINGS)[number];

/** Settings that stand in fields; the others are written as JSON. */
interface Fields {
  precedence: string;
  expected_every: string;
  as: string;
  doing: SourceAction;
  runs: string;
  /** Null: whoever made it. */
  feeders: number[] | null;
  rest: string;
}

interface Missing {
  do?: SourceAction;
  runs?: number;
}

function fieldsOf({ precedence, expected_every: every, as, feeders, missing, ...others }: Settings): Fields {
  const { do: doing = 'keep', runs, ...more } = (missing ?? {}) as Missing & Record<string, unknown>;
  const rest = { ...others, ...(Object.keys(more).length && { missing: more }) };
  return {
    precedence: precedence === undefined ? '' : String(precedence as number),
    expected_every: (every as string | undefined) ?? '',
    as: as ?? '',
    ...{ doing, runs: runs === undefined ? '' : String(runs) },
    feeders: feeders ?? null,
    rest: Object.keys(rest).length ? JSON.stringify(rest, null, 2) : '',
  };
}

/** The settings that the fields say; what was set and is not any more is null. Throws a SyntaxError for a rest that is no JSON. */
function settingsOf(fields: Fields, before: Settings): Record<string, unknown> {
  const { precedence, expected_every: every, as, doing, runs, feeders, rest } = fields;
  const { missing, ...others } = (rest.trim() ? JSON.parse(rest) : {}) as Record<string, unknown>;
  const number = (text: string): unknown => (/^\d+$/.test(text.trim()) ? Number(text) : text);
  const isUsual = doing === 'keep' && missing === undefined;
  const now: Record<string, unknown> = {
    ...others,
    ...(precedence.trim() && { precedence: number(precedence) }),
    ...(every.trim() && { expected_every: every.trim() }),
    ...(as && { as }),
    ...(feeders && { feeders }),
    ...(!isUsual && {
      missing: {
        ...(missing as object | undefined),
        do: doing,
        ...(doing === 'delete' && runs.trim() && { runs: number(runs) }),
      },
    }),
  };
  return { ...Object.fromEntries(Object.keys(before).map((name) => [name, null])), ...now };
}

/** What the form calls the settings that it has fields for. */
const titlesOfSettings = (): FieldTitles => ({
  precedence: t('feed.precedence'),
  expected_every: t('feed.every'),
  as: t('feed.source.as'),
  feeders: t('feed.feeders'),
  missing: t('feed.missing'),
  'missing.runs': t('feed.missing.runs'),
});

export function SourcePage({ map, name }: { map: MapOfKinds; name: string }): VNode {
  const { answer, again } = useAnswer(`${SOURCES}/${encodeURIComponent(name)}`);
  const [saved, setSaved] = useState('');
  return (
    <>
      <h1>{name}</h1>
      <Answered<{ data: Source }> answer={answer} again={again}>
        {({ data }, { tag }) => (
          <>
            <p class="lead">{t('feed.source.lead')}</p>
            <p>
              <a href={`/import/runs?source=${name}`}>{t('feed.source.runs')}</a>
            </p>
            {map.rights.has('feed_edit') ? (
              <>
                <Form
                  key={tag}
                  map={map}
                  source={data}
                  tag={tag}
                  onSaved={() => {
                    setSaved(t('feed.source.saved'));
                    again();
                  }}
                  onChange={() => setSaved('')}
                />
                <p class="feed-saved" role="status">
                  {saved}
                </p>
              </>
            ) : (
              <Shown map={map} settings={data.settings} />
            )}
            {map.rights.has('feed_delete') && <Retire name={name} tag={tag} />}
          </>
        )}
      </Answered>
    </>
  );
}

/** The settings for whoever may not change them: in words, and what has none as JSON. */
function Shown({ map, settings }: { map: MapOfKinds; settings: Settings }): VNode {
  const { precedence, expected_every: every, as, doing, runs, feeders, rest } = fieldsOf(settings);
  const wanted = new Wanted();
  for (const id of feeders ?? []) wanted.want(PEOPLE, id);
  const names = useNames(map, wanted, true);
  const tool = toolsOf(map).find(({ value }) => value === as);
  const people = feeders?.map((id) => names.get(PEOPLE)?.get(id) ?? unknownPerson(map, id));
  const lines: Array<readonly [PlainKey, string]> = [
    ['feed.precedence', precedence],
    ['feed.missing', t(`feed.missing.${doing}`)],
    ['feed.missing.runs', doing === 'delete' ? runs : ''],
    ['feed.every', every],
    ['feed.feeders', people?.join(', ') ?? ''],
    ['feed.source.as', tool ? said(tool).text : as],
  ];
  return (
    <>
      <dl class="feed-values" aria-label={t('feed.source.settings')}>
        {lines
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {rest && <Json value={JSON.parse(rest)} label={t('feed.source.rest')} />}
    </>
  );
}

interface FieldOptions {
  id: string;
  label: string;
  about?: string;
  children: ComponentChildren;
}

const Field = ({ id, label, about, children }: FieldOptions): VNode => (
  <div class="feed-field">
    <label for={id}>{label}</label>
    {children}
    {about !== undefined && (
      <p id={`${id}-about`} class="feed-hint">
        {about}
      </p>
    )}
  </div>
);

interface FormOptions {
  map: MapOfKinds;
  source: Source;
  tag: string | null;
  onSaved: () => void;
  onChange: () => void;
}

function Form({ map, source: { name, settings }, tag, onSaved, onChange }: FormOptions): VNode {
  const [before] = useState(() => fieldsOf(settings));
  const [fields, setFields] = useState(before);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const set = (change: Partial<Fields>): void => {
    setFields({ ...fields, ...change });
    onChange();
  };
  const isChanged = JSON.stringify(fields) !== JSON.stringify(before);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    let body: Record<string, unknown>;
    try {
      body = settingsOf(fields, settings);
    } catch (error) {
      return setProblem(
        <p class="form-problem" role="alert">
          {t('feed.source.no-json', { reason: (error as SyntaxError).message })}
        </p>,
      );
    }
    setBusy(true);
    setProblem(null);
    const path = `${SOURCES}/${encodeURIComponent(name)}`;
    const answer = await tried({ method: 'PUT', path, body, ...(tag !== null && { ifMatch: tag }) });
    setBusy(false);
    const { status } = answer;
    if (status >= 400) setProblem(<Problem status={status} body={answer.body} titles={titlesOfSettings()} />);
    else onSaved();
  };
  return (
    <form class="feed-form" onSubmit={(event) => void save(event)}>
      {isChanged && !isBusy && <Leaving />}
      <Field id="feed-precedence" label={t('feed.precedence')} about={t('feed.precedence.about')}>
        <input
          id="feed-precedence"
          type="text"
          inputMode="numeric"
          aria-describedby="feed-precedence-about"
          placeholder="50"
          value={fields.precedence}
          onInput={({ currentTarget: { value } }) => set({ precedence: value })}
        />
      </Field>
      <Field id="feed-missing" label={t('feed.missing')} about={t('feed.missing.about')}>
        <select
          id="feed-missing"
          aria-describedby="feed-missing-about"
          value={fields.doing}
          onChange={({ currentTarget: { value } }) => set({ doing: value as SourceAction })}
        >
          {DOINGS.map((one) => (
            <option key={one} value={one}>
              {t(`feed.missing.${one}`)}
            </option>
          ))}
        </select>
      </Field>
      {fields.doing === 'delete' && (
        <Field id="feed-missing-runs" label={t('feed.missing.runs')}>
          <input
            id="feed-missing-runs"
            type="text"
            inputMode="numeric"
            placeholder="2"
            value={fields.runs}
            onInput={({ currentTarget: { value } }) => set({ runs: value })}
          />
        </Field>
      )}
      <Field id="feed-every" label={t('feed.every')} about={t('feed.every.about')}>
        <input
          id="feed-every"
          type="text"
          spellcheck={false}
          aria-describedby="feed-every-about"
          placeholder="26h"
          value={fields.expected_every}
          onInput={({ currentTarget: { value } }) => set({ expected_every: value })}
        />
      </Field>
      <Feeders map={map} feeders={fields.feeders} onChange={(feeders) => set({ feeders })} />
      <Field id="feed-tool" label={t('feed.source.as')}>
        <select id="feed-tool" value={fields.as} onChange={({ currentTarget: { value } }) => set({ as: value })}>
          <option value="">{t('feed.source.as.any')}</option>
          {toolsOf(map).map((one) => (
            <option key={one.value} value={one.value}>
              {said(one).text}
            </option>
          ))}
        </select>
      </Field>
      <Field id="feed-rest" label={t('feed.source.rest')} about={t('feed.source.rest.about')}>
        <textarea
          id="feed-rest"
          rows={8}
          spellcheck={false}
          aria-describedby="feed-rest-about"
          value={fields.rest}
          onInput={({ currentTarget: { value } }) => set({ rest: value })}
        />
      </Field>
      {problem}
      <div class="feed-buttons">
        <button class="primary" type="submit" disabled={isBusy || !isChanged}>
          {t('feed.source.save')}
        </button>
      </div>
    </form>
  );
}

const PEOPLE = 'users';

interface FeedersOptions {
  map: MapOfKinds;
  feeders: number[] | null;
  onChange: (feeders: number[] | null) => void;
}

/** Who may feed it: found by name where the reader may list people. */
function Feeders({ map, feeders, onChange }: FeedersOptions): VNode {
  const people = reachable(map, PEOPLE);
  const wanted = new Wanted();
  for (const id of feeders ?? []) wanted.want(PEOPLE, id);
  const names = useNames(map, wanted, true);
  const nameOf = (id: number): string => names.get(PEOPLE)?.get(id) ?? unknownPerson(map, id);
  return (
    <Field id="feed-feeders" label={t('feed.feeders')} about={t('feed.feeders.about')}>
      {feeders && (
        <ul class="feed-chosen">
          {feeders.map((id) => (
            <li key={id}>
              {nameOf(id)}
              <button
                type="button"
                aria-label={t('form.remove', { name: nameOf(id) })}
                onClick={() => {
                  const left = feeders.filter((one) => one !== id);
                  onChange(left.length ? left : null);
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {people && (
        <Picker
          id="feed-feeders"
          label={t('feed.feeders')}
          describedBy="feed-feeders-about"
          find={(text, signal) => findOfKind(map, people, text, signal)}
          onPick={({ id }) => onChange([...new Set([...(feeders ?? []), id])])}
        />
      )}
    </Field>
  );
}

/** Ends a source: what it said goes, the objects stay. */
function Retire({ name, tag }: { name: string; tag: string | null }): VNode {
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const retire = async (): Promise<void> => {
    setAsks(false);
    const path = `${SOURCES}/${encodeURIComponent(name)}`;
    const { status, body } = await tried({ method: 'DELETE', path, ...(tag !== null && { ifMatch: tag }) });
    if (status < 400) return go('/import/sources', { replace: true, unasked: true });
    setProblem(<Problem status={status} body={body} />);
  };
  return (
    <section class="part" aria-labelledby="feed-retire">
      <h2 id="feed-retire">{t('feed.retire')}</h2>
      <p class="feed-about">{t('feed.retire.about')}</p>
      <button class="quiet" type="button" onClick={() => setAsks(true)}>
        {t('feed.retire.do', { name })}
      </button>
      {problem}
      {asks && (
        <Dialog title={t('feed.retire.do', { name })} onClose={() => setAsks(false)}>
          <p>{t('feed.retire.about')}</p>
          <p class="note is-bad">
            {t('feed.retire.runs')} <a href={`/import/runs?source=${name}`}>{t('feed.retire.undo')}</a>
          </p>
          <div class="form-end">
            <button class="quiet" type="button" onClick={() => setAsks(false)}>
              {t('cancel')}
            </button>
            <button class="primary" type="button" onClick={() => void retire()}>
              {t('feed.retire')}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
