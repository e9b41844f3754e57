/** The first page: what this is, three requests that run with one click, and the views. */
import type { VNode } from 'preact';
import { slugOf, type Description, type Group } from '../api/description.js';
import { Titled, Words } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Example, type ExampleRequest } from './example.js';

export function StartPage({ description }: { description: Description }): VNode {
  const kinds = description.openapi.tags.filter((tag) => tag['x-resource']).length;
  return (
    <>
      <section class="hero">
        <p class="eyebrow">{t('start.eyebrow')}</p>
        <h1>{t('start.title')}</h1>
        <p class="lead">{t('start.lead')}</p>
        <dl class="figures">
          <Figure number={kinds} label={t('start.kinds')} />
          <Figure number={description.size} label={t('start.operations')} />
          <Figure number={links(description)} label={t('start.links')} />
        </dl>
      </section>
      <section class="about" aria-labelledby="how">
        <h2 id="how">{t('start.how')}</h2>
        <ul class="facts">
          {FACTS.map((fact) => (
            <li>
              <strong>{t(`start.fact.${fact}`)}</strong>
              <span>
                <Words text={t(`start.fact.${fact}.text`)} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="first">
        <h2 id="first">{t('start.first')}</h2>
        {firstRequests().map((request) => (
          <Example key={request.path} request={request} />
        ))}
      </section>
      <section aria-labelledby="views">
        <h2 id="views">{t('start.views')}</h2>
        <div class="views">{description.groups.map((group, i) => i > 0 && <View group={group} index={i} />)}</div>
      </section>
    </>
  );
}

const FACTS = ['shape', 'session', 'scripts', 'links', 'partial', 'mass', 'tags', 'errors'] as const;

const firstRequests = (): ExampleRequest[] => [
  { title: t('start.me'), about: t('start.me.about'), method: 'GET', path: '/api/me' },
  {
    title: t('start.continuity'),
    about: <Words text={t('start.continuity.about')} />,
    method: 'GET',
    path: '/api/applications?filter[security_need_a_gte]=4&sort=rto&include=logicalServers&fields=name,rto',
  },
  {
    title: t('start.dry-run'),
    about: <Words text={t('start.dry-run.about')} />,
    method: 'POST',
    path: '/api/applications?dry_run=1',
    body: { name: '', logical_servers: [999999] },
  },
];

/** Links and references of all kinds, each from the end where it is written. */
const links = (description: Description): number =>
  description.openapi.tags
    .flatMap((tag) => Object.values(description.wholeOf(tag)?.properties ?? {}))
    .filter((property) => property['x-resource']).length;

const Figure = ({ number, label }: { number: number; label: string }): VNode => (
  <div>
    <dt>{label}</dt>
    <dd>{number}</dd>
  </div>
);

const View = ({ group: { titles, tags }, index }: { group: Group; index: number }): VNode => (
  <article class={`view view-${index}`}>
    <h3>
      <span class={`dot view-${index}`} aria-hidden="true" />
      <Titled said={said(titles)} />
    </h3>
    <p>
      {tags.map((tag, i) => (
        <>
          {i > 0 && ' · '}
          <a href={`#/${slugOf(tag)}`}>
            <Titled said={said(tag['x-titles'] ?? { en: tag.name })} />
          </a>
        </>
      ))}
    </p>
  </article>
);
