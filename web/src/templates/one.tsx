/** One template: filled, changed by whose it is, copied by everybody else. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { TEMPLATES, workbookForm, workbookOf, type Template } from '../api/templates.js';
import { useAnswer } from '../api/use-answer.js';
import { Nothing } from '../app/map-frame.js';
import { tell } from '../app/notice.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { Fetched } from '../components/fetched.js';
import { RequestBox } from '../components/request-box.js';
import { ConfirmButton, Refused, useDeeds } from '../components/writing.js';
import { templateInWords } from '../components/template-words.js';
import { t } from '../i18n/index.js';
import { arrive, BackToAll } from './arrive.js';
import { Fill } from './fill.js';
import { sourceInWords, useQueries } from './words.js';

/** Whoever may not read the texts of templates knows what the list says of them. */
export default function OneTemplate({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const isRead = map.rights.has('template_show');
  const { answer, again } = useAnswer(isRead ? `${TEMPLATES}/${encodeURIComponent(id)}` : TEMPLATES);
  if (answer && 'status' in answer && answer.status === 404)
    return <Nothing title={t('templates.gone')} about={t('templates.gone.about')} />;
  return (
    <Answered<{ data: Template } | Template[]> answer={answer} again={again}>
      {(body) => {
        const template = Array.isArray(body) ? body.find((one) => String(one.id) === id) : body.data;
        return template ? (
          <Shown map={map} template={template} again={again} />
        ) : (
          <Nothing title={t('templates.gone')} about={t('templates.gone.about')} />
        );
      }}
    </Answered>
  );
}

const loadForm = () => import('./form.js');

interface ShownOptions {
  map: MapOfKinds;
  template: Template;
  again: () => void;
}

function Shown({ map, template, again }: ShownOptions): VNode {
  const { rights } = map;
  const { name, about } = templateInWords(template);
  const deeds = useDeeds(again);
  const queries = useQueries(map, template.query !== null);
  const [isEditing, setEditing] = useState(false);
  const isOwn = !template.shipped && (rights.isAdmin || template.owner?.id === rights.userId);
  const mayEdit = isOwn && rights.has('template_edit') && template.body !== undefined;
  useEffect(() => {
    document.title = `${name} · ${t('templates.title')} · Meridian`;
  }, [name]);
  return (
    <>
      <BackToAll />
      <h1>{name}</h1>
      {about !== null && <p class="lead">{about}</p>}
      <p class="template-facts">
        {sourceInWords(map, template, queries)} · {template.file_name}
        {!template.shipped && ` · ${t(template.shared ? 'templates.is-shared' : 'templates.is-own')}`}
      </p>
      {deeds.told}
      <Actions map={map} template={template} isOwn={isOwn} deeds={deeds} />
      <Refused writing={deeds.writing} titles={{ name: t('templates.name') }} />
      <Fill map={map} template={template} />
      {mayEdit && (
        <details class="template-edit" onToggle={({ currentTarget }) => currentTarget.open && setEditing(true)}>
          <summary>{t('templates.edit')}</summary>
          {isEditing && (
            <Fetched load={loadForm} with={{ map, template, onStored: () => deeds.announce(t('admin.saved')) }} />
          )}
        </details>
      )}
      {!mayEdit && typeof template.body === 'string' && (
        <details class="template-edit">
          <summary>{t('templates.text')}</summary>
          <pre class="template-file" tabIndex={0} aria-label={t('templates.text')}>
            {template.body}
          </pre>
        </details>
      )}
      <RequestBox path={`${TEMPLATES}/${template.id}`} docs="templates" />
    </>
  );
}

interface ActionsOptions {
  map: MapOfKinds;
  template: Template;
  isOwn: boolean;
  deeds: ReturnType<typeof useDeeds>;
}

/** What can be done with it at once. */
function Actions({ map: { rights }, template, isOwn, deeds }: ActionsOptions): VNode | null {
  const { writing, run } = deeds;
  const path = `${TEMPLATES}/${template.id}`;
  const copy = async (): Promise<void> => {
    const { type, query, report, filter, sort, include, body, content_type: contentType, file_name: file } = template;
    const source = type !== null ? { type } : query !== null ? { query } : { report };
    const name = t('templates.copy.name', { name: templateInWords(template).name });
    const answer = await writing.write({
      ...{ method: 'POST', path: TEMPLATES },
      body:
        template.kind === 'workbook'
          ? workbookForm(
              { kind: 'workbook', name, ...source, filter, sort, include, file_name: file },
              await workbookOf(template),
            )
          : { name, ...source, filter, sort, include, body, content_type: contentType, file_name: file },
    });
    if (answer) arrive(answer.body as Template, 'templates.copied');
  };
  const remove = async (): Promise<void> => {
    if (!(await writing.write({ method: 'DELETE', path }))) return;
    tell(t('form.deleted', { name: template.name }), '/templates');
    go('/templates', { unasked: true });
  };
  const mayCopy = rights.has('template_create') && template.body !== undefined;
  const mayShare = isOwn && rights.has('template_edit');
  const mayDelete = isOwn && rights.has('template_delete');
  if (!mayCopy && !mayShare && !mayDelete) return null;
  return (
    <div class="admin-end template-actions" role="group" aria-label={t('templates.actions')}>
      {mayCopy && (
        <button class="quiet" type="button" disabled={writing.isBusy} onClick={() => void copy()}>
          {t('templates.copy')}
        </button>
      )}
      {mayShare && (
        <button
          class="quiet"
          type="button"
          disabled={writing.isBusy}
          onClick={() =>
            void run(
              { method: 'PATCH', path, body: { shared: !template.shared } },
              t(template.shared ? 'templates.unshared' : 'templates.did-share'),
            )
          }
        >
          {t(template.shared ? 'templates.unshare' : 'templates.share-it')}
        </button>
      )}
      {mayDelete && (
        <ConfirmButton
          label={t('admin.delete')}
          about={t('admin.delete.of', { name: template.name })}
          question={t('templates.delete.ask', { name: template.name })}
          isBusy={writing.isBusy}
          onConfirm={() => void remove()}
        />
      )}
    </div>
  );
}
