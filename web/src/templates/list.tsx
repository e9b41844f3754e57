/** All templates that there are for the reader: their own, those of others, and those that came with the release. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { TEMPLATES, type Template } from '../api/templates.js';
import { Read } from '../components/read.js';
import { RequestBox } from '../components/request-box.js';
import { templateInWords } from '../components/template-words.js';
import { t } from '../i18n/index.js';
import { sourceInWords, useQueries } from './words.js';

export default function AllTemplates({ map }: { map: MapOfKinds }): VNode {
  const title = t('templates.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{t('templates.about')}</p>
      {map.rights.has('template_create') && (
        <p class="templates-new">
          <a class="primary button-link" href="/templates/new">
            {t('templates.new')}
          </a>
        </p>
      )}
      <Read<Template[]> path={TEMPLATES}>
        {(all) => {
          const isMine = ({ owner }: Template): boolean => owner?.id === map.rights.userId;
          return (
            <>
              <Part map={map} id="mine" title={t('templates.mine')} templates={all.filter(isMine)}>
                {t('templates.mine.none')}
              </Part>
              <Part
                map={map}
                id="others"
                title={t('templates.others')}
                templates={all.filter((one) => !one.shipped && !isMine(one))}
              />
              <Part
                map={map}
                id="shipped"
                title={t('templates.shipped')}
                templates={all.filter((one) => one.shipped)}
              />
            </>
          );
        }}
      </Read>
      <RequestBox path={TEMPLATES} docs="templates" />
    </>
  );
}

interface PartOptions {
  map: MapOfKinds;
  id: string;
  title: string;
  templates: readonly Template[];
  /** What is said where there are none; else nothing is shown then. */
  children?: string;
}

function Part({ map, id, title, templates, children }: PartOptions): VNode | null {
  const queries = useQueries(
    map,
    templates.some(({ query }) => query !== null),
  );
  if (!templates.length && children === undefined) return null;
  return (
    <section aria-labelledby={`templates-${id}`}>
      <h2 id={`templates-${id}`}>{title}</h2>
      {templates.length === 0 && <p class="faint">{children}</p>}
      <ul class="template-list">
        {templates.map((one) => (
          <Line key={one.id} map={map} template={one} source={sourceInWords(map, one, queries)} />
        ))}
      </ul>
    </section>
  );
}

interface LineOptions {
  map: MapOfKinds;
  template: Template;
  /** What it lists, in words. */
  source: string;
}

function Line({ map, template, source }: LineOptions): VNode {
  const { name, about } = templateInWords(template);
  const { owner, shared, shipped } = template;
  const whose =
    owner && owner.id !== map.rights.userId && owner.name !== null ? t('templates.by', { name: owner.name }) : null;
  return (
    <li class="view">
      <h3>
        <a href={`/templates/${template.id}`}>{name}</a>
      </h3>
      {about !== null && <p>{about}</p>}
      <p class="template-facts">
        {[source, template.file_name, whose, shipped ? null : t(shared ? 'templates.is-shared' : 'templates.is-own')]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  );
}
