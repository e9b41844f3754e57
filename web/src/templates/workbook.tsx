/** A company's own workbook as a template: the file is dropped, and what was found in it and what its first rows become is shown. */
import { ApiError } from 'meridian-client';
import { Fragment, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../api/session.js';
import { TEMPLATES, workbookForm, workbookOf, type Template } from '../api/templates.js';
import { Unanswered } from '../components/answered.js';
import { DropZone } from '../components/drop-zone.js';
import { TableFrame } from '../components/framed-table.js';
import { Problem } from '../components/problem.js';
import { Words } from '../components/text.js';
import { language, t } from '../i18n/index.js';
import { useStore } from '../store.js';
import type { MapOfKinds } from '../api/map.js';
import { Placeholders } from './placeholders.js';
import type { Listed } from './source.js';

/** What a workbook that is tried comes to. */
interface WorkbookPreview {
  count: number;
  placeholders: ReadonlyArray<{ sheet: string; cell: string; text: string }>;
  sheets: ReadonlyArray<{ name: string; rows: ReadonlyArray<readonly string[]> }>;
}

type Tried = WorkbookPreview | { failed: unknown };

/** Placeholders that are named one by one. */
const MOST = 30;

interface WorkbookPartOptions extends ChosenOptions {
  map: MapOfKinds;
  listed: Listed;
  template: Template | undefined;
}

/** Of the form: the file, and what it comes to. */
export default function WorkbookPart({ map, listed, template, ...chosen }: WorkbookPartOptions): VNode {
  const stored = useStoredWorkbook(template);
  return (
    <>
      <WorkbookFile {...chosen} listed={listed} isStored={template !== undefined} />
      <Preview listed={listed} file={chosen.file ?? stored} />
      <Placeholders map={map} listed={listed} />
    </>
  );
}

interface StoredOptions {
  listed: Listed;
  template: Template;
}

/** What a stored one comes to; its file is read for that, by whoever may. */
export const StoredWorkbook = ({ listed, template }: StoredOptions): VNode | null => (
  <Preview listed={listed} file={useStoredWorkbook(template)} />
);

interface ChosenOptions {
  /** What was chosen; undefined while nothing was. */
  file: File | undefined;
  onFile: (file: File) => void;
}

interface FileOptions extends ChosenOptions {
  listed: Listed;
  isStored: boolean;
}

/** What people may write, by what is listed. */
const examplesOf = ({ type, report }: Listed): string[] => {
  if (type !== null) return ['{{ object.name }}', '{{ today }}', '{{ count }}'];
  const rows = ['{{ row.1 }}', '{{ row["Last name"] }}', '{{ today }}'];
  return report === null ? rows : ['{{ sheet: Servers }}', ...rows];
};

const WorkbookFile = ({ file, listed, isStored, onFile }: FileOptions): VNode => (
  <DropZone
    label={t(isStored ? 'templates.workbook.other' : 'templates.workbook.drop')}
    accept=".xlsx"
    onFiles={([first]) => first && onFile(first)}
  >
    {file && <p>{file.name}</p>}
    <p class="faint">{t('templates.workbook.about')}</p>
    <p class="faint">
      <Words text={t('templates.workbook.alone', { placeholder: '{{ today }}' })} />
    </p>
    <p>
      {examplesOf(listed).map((one) => (
        <Fragment key={one}>
          <code>{one}</code>{' '}
        </Fragment>
      ))}
    </p>
  </DropZone>
);

/** The workbook of a stored template; undefined until it is there, and while there is none. */
function useStoredWorkbook(template: Template | undefined): Blob | undefined {
  const [stored, setStored] = useState<Blob>();
  const id = template?.kind === 'workbook' ? template.id : undefined;
  const changed = template?.updated_at;
  useEffect(() => {
    let isWanted = true;
    // Where it fails the template is filled all the same, without being shown before.
    if (id !== undefined)
      void workbookOf({ id }).then(
        (file) => isWanted && setStored(file),
        () => undefined,
      );
    return () => void (isWanted = false);
  }, [id, changed]);
  return stored;
}

/** Asks what a workbook comes to with the first objects; of the same file the former answer stays until the next is there. */
function Preview({ listed, file }: { listed: Listed; file: Blob | undefined }): VNode | null {
  const [answered, setAnswered] = useState<{ file: Blob; tried: Tried } | null>(null);
  const spoken = useStore(language);
  const asked = JSON.stringify(listed);
  useEffect(() => {
    if (!file) return setAnswered(null);
    const setTried = (tried: Tried): void => setAnswered({ file, tried });
    const ending = new AbortController();
    const body = workbookForm({ ...(JSON.parse(asked) as Listed), kind: 'workbook' }, file);
    const call = { body, reads: true, signal: ending.signal };
    void client()
      .send('POST', `${TEMPLATES}/try`, call)
      .then((answer) => answer.json() as Promise<WorkbookPreview>)
      .then(setTried, (failed: unknown) => {
        if (!ending.signal.aborted) setTried({ failed });
      });
    return () => ending.abort();
  }, [asked, file, spoken]);
  if (!file) return null;
  // What was said of another file is none of this one.
  const tried = answered?.file === file ? answered.tried : null;
  if (!tried)
    return (
      <p class="loading" role="status">
        {t('answer.reading')}
      </p>
    );
  if ('failed' in tried)
    return tried.failed instanceof ApiError ? (
      <Problem
        status={tried.failed.status}
        body={tried.failed.problem}
        titles={{ file: t('templates.workbook'), body: t('templates.workbook') }}
        advice=""
      />
    ) : (
      <Unanswered error={tried.failed} />
    );
  return <Found tried={tried} />;
}

function Found({ tried: { placeholders, sheets } }: { tried: WorkbookPreview }): VNode {
  return (
    <>
      <p role="status">{t('templates.workbook.found', { count: placeholders.length })}</p>
      <ul class="template-placeholders">
        {placeholders.slice(0, MOST).map(({ sheet, cell, text }) => (
          <li key={`${sheet} ${cell}`}>
            <code>{text}</code> <span class="faint">{`${sheet} · ${cell}`}</span>
          </li>
        ))}
      </ul>
      {sheets.map(({ name, rows }) => (
        <TableFrame key={name} label={name}>
          <table class="objects template-sheet">
            <caption>{name}</caption>
            <tbody>
              {rows.map((cells, i) => (
                <tr key={i}>
                  {cells.map((text, k) => (
                    <td key={k}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ))}
      <p class="faint">{t('templates.preview.about')}</p>
    </>
  );
}
