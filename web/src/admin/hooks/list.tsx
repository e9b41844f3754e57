/** The webhooks that the reader may see: how each is, and how far behind. */
import type { VNode } from 'preact';
import { Wanted } from '../../api/names.js';
import { PEOPLE } from '../../api/people.js';
import type { MapOfKinds } from '../../api/map.js';
import { useAnswer } from '../../api/use-answer.js';
import { useNames } from '../../api/use-names.js';
import { Answered } from '../../components/answered.js';
import { FramedTable, headed } from '../../components/framed-table.js';
import { unknownPerson } from '../../components/people.js';
import { RequestBox } from '../../components/request-box.js';
import { t } from '../../i18n/index.js';
import { HOOKS, lagInWords, moment, worded, type Hook } from './hook.js';

export function HooksPage({ map }: { map: MapOfKinds }): VNode {
  const { answer, again } = useAnswer(HOOKS);
  const all = answer && 'status' in answer && answer.status < 400 ? (answer.body as Hook[]) : [];
  const wanted = new Wanted();
  for (const { owner_id: owner } of all) wanted.want(PEOPLE, owner);
  const names = useNames(map, wanted, true);
  const { rights } = map;
  // Only administrators see those of others.
  const hasOthers = all.some(({ owner_id: owner }) => owner !== rights.userId);
  const ownerOf = ({ owner_id: owner }: Hook): string =>
    owner === rights.userId
      ? t('feed.you')
      : owner === null
        ? t('hooks.owner.none')
        : (names.get(PEOPLE)?.get(owner) ?? unknownPerson(map, owner));
  return (
    <>
      {rights.has('webhook_create') && (
        <div class="admin-bar">
          <a class="primary button" href="/admin/hooks/new">
            {t('hooks.new')}
          </a>
        </div>
      )}
      <Answered<Hook[]> answer={answer} again={again}>
        {(hooks) =>
          hooks.length === 0 ? (
            <div class="empty">
              <p>{t('hooks.none')}</p>
            </div>
          ) : (
            <FramedTable
              label={t('hooks.title')}
              heads={[
                t('hooks.name'),
                t('hooks.state'),
                t('hooks.progress'),
                t('hooks.last-success'),
                hasOthers && t('hooks.owner'),
              ]}
              table="objects as-cards"
            >
              {hooks.map((hook) => (
                <tr key={hook.id}>
                  <th scope="row">
                    {rights.has('webhook_show') ? <a href={`/admin/hooks/${hook.id}`}>{hook.name}</a> : hook.name}
                    <small class="faint hook-host"> {new URL(hook.url).host}</small>
                  </th>
                  <td data-head={headed(t('hooks.state'))}>
                    <span class={`hook-state is-${hook.state}`}>{worded('hooks.state', hook.state)}</span>
                  </td>
                  <td data-head={headed(t('hooks.progress'))}>{lagInWords(hook.lag)}</td>
                  <td data-head={headed(t('hooks.last-success'))}>
                    {hook.last_success_at ? moment(hook.last_success_at) : t('hooks.never')}
                  </td>
                  {hasOthers && <td data-head={headed(t('hooks.owner'))}>{ownerOf(hook)}</td>}
                </tr>
              ))}
            </FramedTable>
          )
        }
      </Answered>
      <RequestBox path={HOOKS} docs="webhooks" />
    </>
  );
}
