/** The form that makes an object, or changes one: what differs is sent alone, and nothing that was typed gets lost. */
import { ApiError, type Notices } from 'meridian-client';
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { methodOf } from '../api/bodies.js';
import { colourOfKind, PARTS, type Kind, type Thing } from '../api/kinds.js';
import { addressOf, nameOf, numbered, type MapOfKinds } from '../api/map.js';
import { send, type Answer } from '../api/send.js';
import { session } from '../api/session.js';
import { go, place } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { isNarrow } from '../components/fold.js';
import { Problem } from '../components/problem.js';
import { sentenceOf, typeset } from '../components/sentences.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said, withinSentence } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { Conflict } from './conflict.js';
import {
  changed,
  draftsOf,
  merge,
  refusalOf,
  valueOf,
  type Draft,
  type Drafts,
  type Merged,
  type Refusal,
} from '../api/drafts.js';
import { Upload } from './documents.js';
import { Field } from './fields/field.js';
import type { FormContext } from './fields/options.js';
import { fieldsOf, hiddenFieldsOf, type FormField } from '../api/form-fields.js';
import { lastStoring, type LastStoring } from './last-storing.js';
import { Leaving } from '../app/leaving.js';
import { MakeDialog, type Wanted } from './make.js';
import { KnownNames } from '../api/known-names.js';
import { Notice, tell } from '../app/notice.js';
import './form.css';

interface FormPageOptions {
  map: MapOfKinds;
  kind: Kind;
  /** The object that is changed; a new one is made where there is none. */
  id?: string;
}

/** The page at `/objects/<kind>/new`, with `?from=<id>` as a copy of another object, and at `/objects/<kind>/<id>/edit`. */
export default function FormPage({ map, kind, id }: FormPageOptions): VNode {
  const [from] = useState(() => (id === undefined ? new URLSearchParams(place.get().search).get('from') : id));
  const [read, setRead] = useState<Answer | { failed: unknown } | null>(null);
  const sessionId = useStore(session)?.id;
  useEffect(() => {
    // What is in the fields stays as it is while somebody signs in again.
    if (from === null || sessionId === undefined || (read && 'status' in read && read.status < 400)) return;
    const path = `/api/${kind.path}/${encodeURIComponent(from)}`;
    send({ method: 'GET', path }).then(setRead, (failed: unknown) => setRead({ failed }));
  }, [from, sessionId]);
  const object = read && 'status' in read && read.status < 400 ? (read.body as { data: Thing }).data : undefined;
  const title = said(kind.titles);
  const name = id !== undefined && object ? nameOf(kind, object) : '';
  const heading =
    id === undefined
      ? t('form.new', { kind: withinSentence(said(kind.one)) })
      : t('form.edit', { name: name || numbered(kind, id) });
  useEffect(() => {
    document.title = `${heading} · ${said(kind.titles).text} · Meridian`;
  }, [heading]);
  return (
    <>
      <p class="eyebrow">
        <span class={`dot ${colourOfKind(kind)}`} aria-hidden="true" />
        {said(kind.view).text !== title.text && (
          <>
            <Titled said={said(kind.view)} />
            <span aria-hidden="true">›</span>
          </>
        )}
        <a href={`/objects/${kind.path}`}>
          <Titled said={title} />
        </a>
      </p>
      <h1>{heading}</h1>
      <Notice />
      {from === null ? (
        <Form map={map} kind={kind} />
      ) : (
        <Answered<{ data: Thing }> answer={read} reading={t('object.reading')}>
          {({ data }, { tag }) => (
            <Form
              map={map}
              kind={kind}
              object={data}
              {...(id !== undefined && { id: data.id, tag: tag ?? undefined })}
            />
          )}
        </Answered>
      )}
    </>
  );
}

interface FormOptions {
  map: MapOfKinds;
  kind: Kind;
  /** What the fields begin with. */
  object?: Thing;
  /** The object that is changed, and the tag under which it was read. */
  id?: number;
  tag?: string | undefined;
}

/** How often a form is put together with what others store meanwhile, before whoever saves is told. */
const MOST_TRIES = 5;

const NOTHING: Refusal = { fields: {}, others: [] };

/** What of a save is on its way, refused, or to be decided. */
interface State {
  isBusy: boolean;
  refusal: Refusal;
  /** An answer that is neither about a field nor about somebody else. */
  problem: VNode | null;
  /** What somebody else stored meanwhile, and what both of us changed. */
  conflict: { merged: Merged<FormField>; theirs: Drafts; tag: string | undefined; by: LastStoring } | null;
}

const IDLE: State = { isBusy: false, refusal: NOTHING, problem: null, conflict: null };

function Form({ map, kind, object, id, tag: readTag }: FormOptions): VNode {
  const isNew = id === undefined;
  const fields = useMemo(() => fieldsOf(map, kind, isNew ? 'create' : 'update'), [map, kind]);
  const blank = useMemo(() => draftsOf(fields), [fields]);
  const [before, setBefore] = useState<Drafts>(() => draftsOf(fields, isNew ? {} : object));
  const [drafts, setDrafts] = useState<Drafts>(() => (isNew && object ? copyOf(kind, fields, object) : before));
  const [tag, setTag] = useState(readTag);
  const [state, setState] = useState(IDLE);
  const [making, setMaking] = useState<Wanted | null>(null);
  const [names] = useState(() => new KnownNames());
  const parts = useMemo(() => partsOf(fields), [fields]);
  // What a phone would have to scroll through: there only what is needed, or has something in it, is open from the beginning.
  const [open, setOpened] = useState<ReadonlySet<FormField['part']>>(
    () =>
      new Set(parts.filter((one, i) => i === 0 || !isNarrow() || isNeeded(one, blank, drafts)).map(({ part }) => part)),
  );
  const form = useRef<HTMLFormElement>(null);
  /** What somebody else changed since this was read, and is kept with what is saved. */
  const theirsToo = useRef<readonly FormField[]>([]);
  const differing = changed(fields, before, drafts);
  const context: FormContext = {
    ...{ id: 'form', map, names },
    make: (path, text, take) => setMaking({ path, text, take }),
  };
  useEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, []);
  const change = (name: string, draft: Draft): void => {
    setDrafts((all) => ({ ...all, [name]: draft }));
    setState((now) => ({ ...now, refusal: without(now.refusal, name) }));
  };
  const setOpen = (part: FormField['part'], isOpen: boolean): void =>
    setOpened((now) => new Set(isOpen ? [...now, part] : [...now].filter((one) => one !== part)));
  const jump = (part: FormField['part']): void => {
    setOpen(part, true);
    const place = document.getElementById(`fold-${part}`)!;
    place.focus({ preventScroll: true });
    // Once what is below it has its room.
    requestAnimationFrame(() => place.scrollIntoView());
  };
  const refuse = (refusal: Refusal): void => {
    setState({ ...IDLE, refusal });
    for (const { part, own } of parts) if (own.some(({ name }) => refusal.fields[name])) setOpen(part, true);
    // Once they stand there.
    requestAnimationFrame(() => focusFirst(form.current!));
  };

  /** Sends what differs from `base`. */
  const save = async (
    wanted: Drafts,
    base: Drafts,
    ifMatch: string | undefined,
    another: boolean,
    tries = 0,
  ): Promise<void> => {
    const sent = sentOf(fields, base, wanted);
    if ('refusal' in sent) return refuse(sent.refusal);
    if (!isNew && Object.keys(sent.body).length === 0) return leave(id);
    setState({ ...IDLE, isBusy: true });
    try {
      const answer = await send(
        isNew
          ? { method: 'POST', path: `/api/${kind.path}`, body: sent.body }
          : {
              method: methodOf(map.description, kind).toUpperCase(),
              path: `/api/${kind.path}/${id}`,
              body: sent.body,
              ...(ifMatch !== undefined && { ifMatch }),
            },
      );
      if (answer.status < 300) return stored(answer.body as Thing, another, answer.notices);
      if (answer.status === 412 && !isNew && tries < MOST_TRIES) return await meet(wanted, base, another, tries + 1);
      const { errors, message } = (answer.body ?? {}) as { errors?: Record<string, string[]>; message?: string };
      if (answer.status === 422 && errors && !Array.isArray(errors)) {
        const refusal = refusalOf(fields, errors);
        const isTold = Object.keys(refusal.fields).length > 0 || refusal.others.length > 0;
        return refuse(isTold ? refusal : { ...refusal, others: [message ?? ''] });
      }
      if (answer.status === 401) return setState({ ...IDLE, refusal: { fields: {}, others: [t('form.ended')] } });
      setState({ ...IDLE, problem: <Problem status={answer.status} body={answer.body} /> });
    } catch (error) {
      // There was no answer: what was typed is still there, and can be sent again.
      setState({
        ...IDLE,
        refusal: { fields: {}, others: [error instanceof ApiError ? sentenceOf(error) : t('form.away')] },
      });
    }
  };

  /** Somebody else stored the object meanwhile: what only one of us changed is put together, the rest is asked. */
  const meet = async (mine: Drafts, base: Drafts, another: boolean, tries: number): Promise<void> => {
    const { status, body, tag: newTag } = await send({ method: 'GET', path: `/api/${kind.path}/${id}` });
    if (status >= 400) return setState({ ...IDLE, problem: <Problem status={status} body={body} /> });
    const theirs = draftsOf(fields, (body as { data: Thing }).data);
    const merged = merge(fields, base, mine, theirs);
    if (merged.both.length === 0) {
      theirsToo.current = merged.theirs;
      setDrafts(merged.drafts);
      setBefore(theirs);
      setTag(newTag ?? undefined);
      return save(merged.drafts, theirs, newTag ?? undefined, another, tries);
    }
    const by = await lastStoring(map, kind, (body as { data: Thing }).data);
    setState({ ...IDLE, conflict: { merged, theirs, tag: newTag ?? undefined, by } });
  };

  const decide = (chosen: Drafts): void => {
    const { theirs, tag: newTag } = state.conflict!;
    setDrafts(chosen);
    setBefore(theirs);
    setTag(newTag);
    void save(chosen, theirs, newTag, false);
  };

  const stored = (made: Thing, another: boolean, notices?: Notices): void => {
    const name = nameOf(kind, made);
    const merged = theirsToo.current.map(({ titles }) => said(titles).text).join(', ');
    const sentence = [
      t('form.saved', { name }),
      ...(merged ? [t('form.saved.merged', { fields: merged })] : []),
      ...noticesInWords(fields, notices),
    ].join(' ');
    if (!another) {
      tell(sentence, addressOf(kind.path, made.id));
      return leave(made.id);
    }
    tell(sentence);
    setBefore(blank);
    setDrafts(blank);
    setState(IDLE);
    scrollTo(0, 0);
    form.current!.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };

  const leave = (objectId: number): void => {
    // All of it is stored: there is nothing to ask.
    go(addressOf(kind.path, objectId), { replace: true, unasked: true });
    scrollTo(0, 0);
  };

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const another = (event as unknown as SubmitEvent).submitter?.getAttribute('value') === 'another';
    theirsToo.current = [];
    void save(drafts, before, tag, another);
  };
  if (fields.length === 0 && kind.path === map.documents?.path)
    return <Upload onUploaded={async ([first]) => go(addressOf(kind.path, first!), { replace: true })} />;
  if (fields.length === 0) return <p class="lead">{t('form.no-form')}</p>;
  const { refusal, isBusy, problem, conflict } = state;
  const wrong = Object.keys(refusal.fields).length;
  return (
    <>
      {isNew && object && <NotCopied fields={hiddenFieldsOf(map, kind, object)} />}
      <form class="object-form" ref={form} noValidate onSubmit={submit}>
        <div class="form-problems" tabIndex={-1}>
          {problem}
          {(wrong > 0 || refusal.others.length > 0) && (
            <div class="problem" role="alert">
              {wrong > 0 && <p class="problem-sentence">{t('form.wrong', { count: wrong })}</p>}
              {refusal.others.map((sentence) => (
                <p class="problem-sentence">{sentence}</p>
              ))}
            </div>
          )}
        </div>
        {parts.length > 1 && (
          <nav class="jumps" aria-label={t('form.parts')}>
            <ul>
              {parts.map(({ part }) => (
                <li key={part}>
                  <button type="button" onClick={() => jump(part)}>
                    {titleOf(part)}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {parts.map(({ part, own }) => (
          <section key={part} class={`part form-part part-${part}`} aria-labelledby={`part-${part}`}>
            <details open={open.has(part)} onToggle={({ currentTarget }) => setOpen(part, currentTarget.open)}>
              <summary id={`fold-${part}`}>
                <h2 id={`part-${part}`}>{titleOf(part)}</h2>
                {!open.has(part) && (
                  <span class="faint">
                    {t('form.filled', { count: changed(own, blank, drafts).length, of: own.length })}
                  </span>
                )}
              </summary>
              <div class="fields">
                {own.map((field) => (
                  <Field
                    key={field.name}
                    context={context}
                    field={field}
                    draft={drafts[field.name]!}
                    errors={refusal.fields[field.name] ?? []}
                    onChange={(draft) => change(field.name, draft)}
                  />
                ))}
              </div>
            </details>
          </section>
        ))}
        <div class="form-bar">
          <p class="faint" role="status">
            {!isNew && differing.length > 0 && t('form.changed', { count: differing.length })}
          </p>
          <a class="quiet" href={isNew ? `/objects/${kind.path}` : addressOf(kind.path, id)}>
            {t('cancel')}
          </a>
          {isNew && (
            <button class="quiet" type="submit" value="another" disabled={isBusy}>
              {t('form.save.another')}
            </button>
          )}
          <button class="primary" type="submit" disabled={isBusy}>
            {t('form.save')}
          </button>
        </div>
      </form>
      {differing.length > 0 && <Leaving />}
      {making && (
        <MakeDialog
          map={map}
          names={names}
          wanted={making}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null);
            making.take(made);
          }}
        />
      )}
      {conflict && (
        <Conflict
          {...{ map, names, before, mine: drafts, theirs: conflict.theirs, merged: conflict.merged, by: conflict.by }}
          onClose={() => setState(IDLE)}
          onDecide={decide}
        />
      )}
    </>
  );
}

/** Fields that stand together. */
interface FormPart {
  part: FormField['part'];
  own: readonly FormField[];
}

/** The parts of a form that have fields, in their order. */
const partsOf = (fields: readonly FormField[]): FormPart[] =>
  [...PARTS, 'links' as const]
    .map((part) => ({ part, own: fields.filter((field) => field.part === part) }))
    .filter(({ own }) => own.length > 0);

const titleOf = (part: FormField['part']): string => t(part === 'links' ? 'object.links' : `part.${part}`);

/** Whether a part has something in it, or something that must be there. */
const isNeeded = ({ own }: FormPart, blank: Drafts, drafts: Drafts): boolean =>
  own.some(({ isRequired }) => isRequired) || changed(own, blank, drafts).length > 0;

/** What a copy lacks, since its maker may not see what the other object has there. */
const NotCopied = ({ fields }: { fields: readonly FormField[] }): VNode | null =>
  fields.length === 0 ? null : (
    <p class="lead">{t('form.copy.hidden', { fields: fields.map(({ titles }) => said(titles).text).join(', ') })}</p>
  );

/** The drafts of a copy: all that the other object has, under a name of its own. */
function copyOf(kind: Kind, fields: readonly FormField[], object: Thing): Drafts {
  const drafts = draftsOf(fields, object);
  const name = kind.label === undefined ? undefined : drafts[kind.label];
  return {
    ...drafts,
    // What other programs know the object by is its own.
    ...(drafts['ext_refs'] !== undefined && { ext_refs: '' }),
    ...(typeof name === 'string' && { [kind.label!]: t('form.copy-of', { name }) }),
  };
}

/** The body of what differs; or, where a field holds what cannot be sent, why. */
export function sentOf(
  fields: readonly FormField[],
  before: Drafts,
  drafts: Drafts,
): { body: Record<string, unknown> } | { refusal: Refusal } {
  const body: Record<string, unknown> = {};
  const wrong: Record<string, string[]> = {};
  for (const field of changed(fields, before, drafts)) {
    try {
      body[field.name] = valueOf(field, drafts[field.name]!);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      wrong[field.name] = [t('form.no-json')];
    }
  }
  return Object.keys(wrong).length ? { refusal: { fields: wrong, others: [] } } : { body };
}

function without(refusal: Refusal, name: string): Refusal {
  const { [name]: _known, ...others } = refusal.fields;
  return { ...refusal, fields: others };
}

/** The first field that something is wrong with has the focus; else what stands on top. */
export function focusFirst(form: HTMLElement): void {
  const first = form.querySelector('.field:has(.field-error)');
  const target =
    first?.querySelector<HTMLElement>('input, select, textarea, button, [contenteditable]') ??
    form.querySelector<HTMLElement>('.form-problems');
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}

/** What was stored and looks wrong, and what was not stored since it means nothing. */
function noticesInWords(fields: readonly FormField[], notices: Notices | undefined): string[] {
  const { ignored = [], warnings = {} } = notices ?? {};
  const titleOf = (name: string): string => {
    const field = fields.find((one) => one.name === name);
    return field ? said(field.titles).text : name;
  };
  return [
    ...Object.entries(warnings).map(([name, told]) => `${titleOf(name)}${t('colon')}${typeset(told)}`),
    ...(ignored.length ? [t('form.ignored', { fields: ignored.map(titleOf).join(', ') })] : []),
  ];
}
