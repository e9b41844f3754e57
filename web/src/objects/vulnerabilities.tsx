/** Known vulnerabilities of an object: what was found, that nothing was, or that it cannot be told, and why. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { mayDo } from '../api/may.js';
import { useAnswer } from '../api/use-answer.js';
import { mayDecide, pathOfObject, type VulnerabilitiesOf, type Vulnerability } from '../api/vulnerabilities.js';
import { tell } from '../app/notice.js';
import { DecideVulnerabilities } from '../components/decide-vulnerability.js';
import { ObjectLink } from '../components/object-link.js';
import { reasonInWords, VulnerabilityShown } from '../components/vulnerability.js';
import { t } from '../i18n/index.js';

const PAGE = 50;

interface VulnerabilitiesOptions {
  map: MapOfKinds;
  kind: Kind;
  id: number;
}

/** Nothing for kinds that name no products. */
export function Vulnerabilities({ map, kind, id }: VulnerabilitiesOptions): VNode | null {
  const path = map.rights.reaches('show', kind.tag, id) ? pathOfObject(map, kind, id) : undefined;
  const { answer, again } = useAnswer(path === undefined ? null : `${path}?page[size]=${PAGE}`);
  const [deciding, setDeciding] = useState<Vulnerability | null>(null);
  if (!answer || !('status' in answer) || answer.status >= 400) return null;
  const { data, meta } = answer.body as VulnerabilitiesOf;
  const isOwn = ({ object }: Vulnerability): boolean => object.type === kind.path && object.id === id;
  const shown = (all: readonly Vulnerability[], isOfPage: boolean): VNode | null =>
    all.length ? (
      <ul class="vulnerabilities">
        {all.map((one) => (
          <li key={one.id}>
            <VulnerabilityShown
              map={map}
              one={one}
              isOfPage={isOfPage}
              actions={
                mayDecide(map, one) && (
                  <button
                    class="small-button"
                    type="button"
                    aria-label={`${t('vulnerabilities.decide')} ${one.cve} · ${one.object.name}`}
                    onClick={() => setDeciding(one)}
                  >
                    {t('vulnerabilities.decide')}
                  </button>
                )
              }
            />
          </li>
        ))}
      </ul>
    ) : null;
  const own = data.filter(isOwn);
  const { carried } = meta;
  const isCarrying = carried !== null && carried.hit + carried.not_hit + carried.cannot_be_told > 0;
  return (
    <section class="part" aria-labelledby="part-vulnerabilities">
      <h2 id="part-vulnerabilities">{t('vulnerabilities.title')}</h2>
      <p>
        {inWords(own, meta.answer)}{' '}
        {meta.answer.reason !== null && mayDo(map, kind, 'edit', id) && (
          <a class="for-screen" href={`${addressOf(kind.path, id)}/edit`}>
            {t('vulnerabilities.of.name-it')}
          </a>
        )}
        {own.length > 0 && map.rights.mayList(kind.tag) && (
          <a class="for-screen" href={`/vulnerabilities?object=${kind.path}:${id}&state=any`}>
            {t('vulnerabilities.of.all')}
          </a>
        )}
      </p>
      {shown(own, true)}
      {isCarrying && (
        <>
          <h3>{t('vulnerabilities.carried')}</h3>
          <p class="faint">
            {t('vulnerabilities.carried.about', {
              hit: carried.hit,
              not_hit: carried.not_hit,
              untold: carried.cannot_be_told,
            })}
          </p>
          {shown(
            data.filter((one) => !isOwn(one)),
            false,
          )}
          {carried.unclear.length > 0 && (
            <details class="fold">
              <summary>{t('vulnerabilities.carried.unclear', { count: carried.cannot_be_told })}</summary>
              <ul>
                {carried.unclear.map(({ object, reason }) => (
                  <li key={`${object.type} ${object.id}`}>
                    <ObjectLink map={map} kind={object.type} id={object.id}>
                      {object.name || `#${object.id}`}
                    </ObjectLink>
                    {t('colon')}
                    {reasonInWords(reason)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {meta.total > data.length && (
        <p class="faint">{t('vulnerabilities.of.more', { count: meta.total - data.length })}</p>
      )}
      {deciding && (
        <DecideVulnerabilities
          all={[deciding]}
          onClose={() => setDeciding(null)}
          onDone={(count) => {
            setDeciding(null);
            tell(t('vulnerabilities.decided', { count }));
            again();
          }}
        />
      )}
    </section>
  );
}

/** The answer of the three that holds. */
function inWords(own: readonly Vulnerability[], { state, reason }: VulnerabilitiesOf['meta']['answer']): string {
  const open = own.filter((one) => one.state === 'open').length;
  if (open) return t('vulnerabilities.of.hit', { count: open });
  if (own.length) return t('vulnerabilities.of.decided');
  if (state === 'cannot_be_told') return t('vulnerabilities.of.cannot_be_told', { reason: reasonInWords(reason) });
  return t('vulnerabilities.of.not_hit');
}
