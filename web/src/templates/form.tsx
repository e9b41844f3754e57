/** The form of a template: what it lists, its text with an object beside it, and what comes of it as somebody types. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { TEMPLATES, workbookForm, type Template } from '../api/templates.js';
import { Leaving } from '../app/leaving.js';
import { Fetched } from '../components/fetched.js';
import { MarkedText } from '../components/marked-text.js';
import { typeset } from '../components/sentences.js';
import { Field, Refused, useWriting } from '../components/writing.js';
import { t } from '../i18n/index.js';
import { ObjectBeside } from './object-beside.js';
import { isChosen, NOTHING, SourceFields, type Listed } from './source.js';
import { faultOf, lineIn, Preview, useTried } from './tried.js';

/** What a form holds of a template. */
type Draft = Listed &
  Pick<Template, 'kind' | 'name' | 'about' | 'content_type' | 'file_name' | 'shared'> & { body: string };

/** What a text begins with: names, or the first column. */
const FIRST_TEXTS = {
  type: '{% for object in objects %}{{ object.name | line }}\n{% endfor %}',
  query: '{% for row in rows %}{{ row.1 | line }}\n{% endfor %}',
  report:
    '{% for sheet in sheets %}{{ sheet.name }}\n{% for row in sheet.rows %}{{ row.1 | line }}\n{% endfor %}{% endfor %}',
} as const;
const isFirstText = (text: string): boolean => Object.values<string>(FIRST_TEXTS).includes(text);
const firstTextOf = ({ query, report }: Listed): string =>
  FIRST_TEXTS[query !== null ? 'query' : report !== null ? 'report' : 'type'];

const BLANK: Draft = {
  ...NOTHING,
  ...{ kind: 'text', name: '', about: null, body: FIRST_TEXTS.type },
  ...{ content_type: 'text/plain', file_name: 'list.txt', shared: false },
};
const NAMES = Object.keys(BLANK) as Array<keyof Draft>;
const TYPES = ['text/plain', 'text/csv', 'application/json', 'application/yaml', 'application/xml'];

const draftOf = (template: Template | undefined): Draft =>
  template
    ? (Object.fromEntries(NAMES.map((name) => [name, template[name] ?? BLANK[name]])) as unknown as Draft)
    : BLANK;

/** Whether a part of a draft is another one; what it lists is sent as a whole. */
const SOURCE: ReadonlyArray<keyof Draft> = ['type', 'query', 'report'];

/** What is sent: of what it lists only that which is there, of a workbook no text. */
function bodyOf(draft: Draft, names: ReadonlyArray<keyof Draft>, file: File | undefined): object {
  const isText = draft.kind === 'text';
  const isSent = (name: keyof Draft): boolean =>
    SOURCE.includes(name) ? draft[name] !== null : isText || !['body', 'content_type', 'file_name'].includes(name);
  const sent = Object.fromEntries(names.filter(isSent).map((name) => [name, draft[name]]));
  return isText || !file ? sent : workbookForm(sent as Partial<Template>, file);
}

const loadWorkbook = () => import('./workbook.js');

interface TemplateFormOptions {
  map: MapOfKinds;
  /** Absent for a new one. */
  template?: Template;
  onStored: (template: Template) => void;
}

export default function TemplateForm({ map, template, onStored }: TemplateFormOptions): VNode {
  const stored = draftOf(template);
  const [draft, setDraft] = useState(stored);
  const [file, setFile] = useState<File>();
  const writing = useWriting();
  const id = useId();
  const isText = draft.kind === 'text';
  const put = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const changed = NAMES.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name]));
  const { errors } = writing;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const names = changed.some((name) => SOURCE.includes(name)) ? [...new Set([...changed, ...SOURCE])] : changed;
    const answer = await writing.write(
      template
        ? { method: 'PATCH', path: `${TEMPLATES}/${template.id}`, body: bodyOf(draft, names, file) }
        : { method: 'POST', path: TEMPLATES, body: bodyOf(draft, NAMES, file) },
    );
    if (!answer) return;
    setFile(undefined);
    setDraft(draftOf(answer.body as Template));
    onStored(answer.body as Template);
  };
  return (
    <>
      {(changed.length > 0 || file) && <Leaving />}
      <div class="template-facts-form admin-form">
        {!template && (
          <KindChoice
            kind={draft.kind}
            onChange={(kind) => put({ kind, ...(kind === 'workbook' && { include: null }) })}
          />
        )}
        <Field name="name" label={t('templates.name')} errors={errors}>
          {(props) => (
            <input
              {...props}
              form={id}
              type="text"
              autocomplete="off"
              value={draft.name}
              onInput={({ currentTarget }) => put({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field name="about" label={t('templates.about-it')} errors={errors}>
          {(props) => (
            <input
              {...props}
              form={id}
              type="text"
              autocomplete="off"
              value={draft.about ?? ''}
              onInput={({ currentTarget }) => put({ about: currentTarget.value || null })}
            />
          )}
        </Field>
        <SourceFields
          map={map}
          listed={draft}
          isText={isText}
          onChange={(listed) => put({ ...listed, ...(isFirstText(draft.body) && { body: firstTextOf(listed) }) })}
        />
      </div>
      {!isChosen(draft) && (
        <p class="faint">{t(isText ? 'templates.lists.first' : 'templates.lists.first.workbook')}</p>
      )}
      {isChosen(draft) && isText && <TextWithPreview draft={draft} errors={errors} onBody={(body) => put({ body })} />}
      {isChosen(draft) && !isText && (
        <div class="template-workbook">
          <Fetched load={loadWorkbook} with={{ map, listed: listedOf(draft), template, file, onFile: setFile }} />
        </div>
      )}
      <form id={id} class="admin-form" noValidate onSubmit={(event) => void submit(event)}>
        {isText && <FileFields draft={draft} errors={errors} onChange={put} />}
        <label class="admin-right">
          <input
            type="checkbox"
            checked={draft.shared}
            onChange={({ currentTarget }) => put({ shared: currentTarget.checked })}
          />
          <span>{t('templates.share')}</span>
        </label>
        <Refused
          writing={writing}
          titles={{
            ...{ name: t('templates.name'), about: t('templates.about-it'), body: t('templates.text') },
            ...{ content_type: t('templates.content-type'), file_name: t('templates.file-name') },
            ...{ type: t('templates.lists'), query: t('templates.lists'), report: t('templates.lists') },
            file: t('templates.workbook'),
            ...{ filter: t('builder.filters'), sort: t('templates.sort'), include: t('templates.include') },
          }}
          shown={isText ? ['name', 'about', 'body', 'content_type', 'file_name'] : ['name', 'about']}
        />
        <div class="admin-end">
          <button
            class="primary"
            type="submit"
            disabled={writing.isBusy || !isChosen(draft) || !(file || (template ? changed.length : isText))}
          >
            {t(template ? 'admin.save' : 'templates.make')}
          </button>
        </div>
      </form>
    </>
  );
}

const listedOf = ({ type, query, report, filter, sort, include }: Listed): Listed => ({
  ...{ type, query, report, filter, sort, include },
});

/** Whether it makes a text, or fills a workbook: that stays. */
function KindChoice({ kind, onChange }: { kind: Draft['kind']; onChange: (kind: Draft['kind']) => void }): VNode {
  return (
    <fieldset class="admin-field">
      <legend>{t('templates.kind')}</legend>
      <div class="ticks">
        {(['text', 'workbook'] as const).map((one) => (
          <label key={one} class="tick">
            <input type="radio" name="template-kind" checked={kind === one} onChange={() => onChange(one)} />
            {t(`templates.kind.${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FileFieldsOptions {
  draft: Draft;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (change: Partial<Draft>) => void;
}

/** What the file is called, and what programs take it for. */
function FileFields({ draft, errors, onChange }: FileFieldsOptions): VNode {
  const types = TYPES.includes(draft.content_type) ? TYPES : [...TYPES, draft.content_type];
  return (
    <>
      <Field name="file_name" label={t('templates.file-name')} hint={t('templates.file-name.about')} errors={errors}>
        {(props) => (
          <input
            {...props}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={draft.file_name}
            onInput={({ currentTarget }) => onChange({ file_name: currentTarget.value })}
          />
        )}
      </Field>
      <Field name="content_type" label={t('templates.content-type')} errors={errors}>
        {(props) => (
          <select
            {...props}
            value={draft.content_type}
            onChange={({ currentTarget }) => onChange({ content_type: currentTarget.value })}
          >
            {types.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

interface TextOptions {
  draft: Draft;
  errors: Readonly<Record<string, readonly string[]>>;
  onBody: (body: string) => void;
}

/** The text, what is wrong with it at its line, and beside it an object and what is made. */
function TextWithPreview({ draft, errors, onBody }: TextOptions): VNode {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { body } = draft;
  const listed = listedOf(draft);
  const tried = useTried(body.trim() ? { ...listed, body } : null);
  const fault = errors['body']?.[0] ?? faultOf(tried);
  const line = lineIn(fault);
  return (
    <div class="template-desk">
      <div class="template-text">
        <label for={id}>{t('templates.text')}</label>
        <MarkedText
          id={id}
          field={field}
          value={body}
          marks={line === undefined ? [] : [lineOf(body, line)]}
          autocapitalize="off"
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-about ${id}-wrong`}
          onInput={({ currentTarget }) => onBody(currentTarget.value)}
        />
        <p id={`${id}-wrong`} class="form-problem" role="status">
          {fault !== undefined && typeset(fault)}{' '}
          {line !== undefined && (
            <button
              class="small-button"
              type="button"
              onClick={() => {
                const { from, to } = lineOf(body, line);
                field.current!.focus();
                field.current!.setSelectionRange(from, to);
              }}
            >
              {t('templates.line', { line })}
            </button>
          )}
        </p>
        <p id={`${id}-about`} class="admin-hint">
          {t('templates.text.about')} <a href="/help/templates">{t('templates.text.help')}</a>
        </p>
      </div>
      <div class="template-beside">
        <section aria-labelledby={`${id}-preview`}>
          <h2 id={`${id}-preview`}>{t('templates.preview')}</h2>
          {body.trim() ? <Preview tried={tried} /> : <p class="faint">{t('templates.preview.none')}</p>}
        </section>
        <ObjectBeside listed={listed} />
      </div>
    </div>
  );
}

/** Where a line stands in a text, by characters. */
function lineOf(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return { from, to: from + (lines[line - 1]?.length ?? 0) };
}
