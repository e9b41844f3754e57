/** The page of a resource: what it is, examples that run, its operations, its fields and links. */
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Description } from '../api/description.js';
import type { Tag } from '../api/openapi.js';
import { CopyButton, Told } from '../components/text.js';
import { t } from '../i18n/index.js';
import { ListBuilder } from './builder.js';
import { Example } from './example.js';
import { examplesOf } from './examples.js';
import { Fields } from './fields.js';
import { listLanguageOf } from '../components/list-language.js';
import { Operations } from './operations/operations.js';

export function ResourcePage({ tag, description }: { tag: Tag; description: Description }): VNode {
  const { language, whole, spec } = useMemo(
    () => ({
      language: listLanguageOf(tag, description),
      whole: description.wholeOf(tag),
      spec: description.only(tag),
    }),
    [tag, description],
  );
  const examples = examplesOf(tag, description);
  const sections: Array<[id: string, title: string, content: ComponentChildren]> = [];
  if (language) sections.push(['builder', t('builder.heading'), <ListBuilder tag={tag} language={language} />]);
  if (examples.length > 0) {
    const shown = examples.map((request) => <Example key={request.path} request={request} />);
    sections.push(['examples', t('examples'), shown]);
  }
  sections.push(['operations', t('operations'), <Operations spec={spec} />]);
  if (whole?.properties) {
    sections.push(['fields', t('fields'), <Fields tag={tag} description={description} whole={whole} />]);
  }
  return (
    <>
      <Head tag={tag} description={description} />
      <nav class="sections" aria-label={t('sections')}>
        {sections.map(([id, title]) => (
          <button class="chip" type="button" onClick={() => jump(id)}>
            {title}
          </button>
        ))}
      </nav>
      {sections.map(([id, title, content]) => (
        <section key={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {content}
        </section>
      ))}
    </>
  );
}

function Head({ tag, description }: { tag: Tag; description: Description }): VNode {
  const group = description.groupOf(tag);
  const path = tag['x-resource'] && `/api/${tag['x-resource']}`;
  return (
    <section class="resource-head">
      <p class="eyebrow">
        <span class={`dot view-${description.groups.indexOf(group)}`} aria-hidden="true" />
        <span lang="en">{group.name}</span>
      </p>
      <h1>
        <span lang="en">{tag.name}</span>
        {tag['x-deprecated'] && <span class="badge">{t('deprecated')}</span>}
      </h1>
      <p class="lead">
        <Told text={tag.description} />
      </p>
      {path && (
        <div class="path-line">
          <code>{path}</code>
          <CopyButton text={() => location.origin + path} label={t('copy.address')} />
        </div>
      )}
    </section>
  );
}

/** Goes to a section without another entry in the history, which holds pages. */
function jump(id: string): void {
  const target = document.getElementById(`${id}-title`)!;
  target.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  target.focus({ preventScroll: true });
}
