/** What selected objects are linked to, in numbers, before all of them are deleted. */
import type { VNode } from 'preact';
import { idsIn, type Kind, type Thing } from '../api/kinds.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** Objects in one request: their links are embedded. */
const MOST = 100;

export function MassLinks({ map, kind, ids }: { map: MapOfKinds; kind: Kind; ids: readonly number[] }): VNode | null {
  const links = kind.links.filter(({ target }) => reachable(map, target));
  const query = `filter[id_in]=${ids.join()}&fields=id&include=${links.map(({ name }) => name).join()}&page[size]=${MOST}`;
  const isAsked = links.length > 0 && ids.length > 0 && ids.length <= MOST;
  const { answer } = useAnswer(isAsked ? `/api/${kind.path}?${query}&page[after]=` : null);
  if (!answer || !('status' in answer) || answer.status >= 400) return null;
  const objects = answer.body as Thing[];
  const counts = links
    .map((link) => ({ link, count: new Set(objects.flatMap((one) => idsIn(one[link.name]))).size }))
    .filter(({ count }) => count > 0);
  if (!counts.length) return null;
  return (
    <p>
      {t('form.mass.linked')}{' '}
      {counts.map(({ link, count }, i) => (
        <>
          {i > 0 && ', '}
          <Titled said={said(link.titles)} /> ({count.toLocaleString()})
        </>
      ))}
      .
    </p>
  );
}
