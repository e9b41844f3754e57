/** The perimeters: named parts of the map, and the roles that are kept to each. */
import type { VNode } from 'preact';
import type { MapOfKinds } from '../../api/map.js';
import { useAnswer } from '../../api/use-answer.js';
import { Answered } from '../../components/answered.js';
import { FramedTable, headed } from '../../components/framed-table.js';
import { RequestBox } from '../../components/request-box.js';
import { t } from '../../i18n/index.js';
import { ConfirmButton, Refused, useWriting } from '../../components/writing.js';
import { may } from '../roles-of-map.js';

interface Listed {
  id: number;
  name: string;
  description?: string | null;
  roles?: ReadonlyArray<{ id: number; title: string | null }>;
}

export function PerimetersPage({ map }: { map: MapOfKinds }): VNode {
  const request = '/api/perimeters?fields=name,description&include=roles&sort=name';
  const { answer, again } = useAnswer(request);
  return (
    <>
      {may(map, 'create', 'perimeters') && map.rights.isAdmin && (
        <div class="admin-bar">
          <a class="primary button" href="/admin/perimeters/new">
            {t('perimeters.new')}
          </a>
        </div>
      )}
      <Homes map={map} />
      <Answered<Listed[]> answer={answer} again={again}>
        {(perimeters) =>
          perimeters.length === 0 ? (
            <div class="empty">
              <p>{t('perimeters.none')}</p>
            </div>
          ) : (
            <FramedTable
              label={t('perimeters.title')}
              heads={[t('perimeters.name'), t('perimeters.description'), t('admin.roles')]}
              table="objects as-cards"
            >
              {perimeters.map(({ id, name, description, roles = [] }) => (
                <tr key={id}>
                  <th scope="row">
                    {may(map, 'show', 'perimeters') ? <a href={`/admin/perimeters/${id}`}>{name}</a> : name}
                  </th>
                  <td data-head={headed(t('perimeters.description'))}>{description ?? ''}</td>
                  <td data-head={headed(t('admin.roles'))}>
                    {roles.map(({ id: role, title }) => title ?? `#${role}`).join(', ') || t('perimeters.no-roles')}
                  </td>
                </tr>
              ))}
            </FramedTable>
          )
        }
      </Answered>
      <RequestBox path={request} docs="perimeters" />
    </>
  );
}

const SWITCH = '/api/perimeters/switch';

/** Where objects belong to perimeters: whether that limits anybody, and the switch of it. */
function Homes({ map }: { map: MapOfKinds }): VNode | null {
  const { answer, again } = useAnswer(SWITCH);
  const writing = useWriting();
  const state = answer && 'status' in answer && answer.status < 400 ? (answer.body as SwitchState) : null;
  if (!state?.homes) return null;
  const turn = async (): Promise<void> => {
    if (await writing.write({ method: 'PUT', path: SWITCH, body: { enabled: !state.enabled } })) again();
  };
  return (
    <>
      <p>{t(state.enabled ? 'perimeters.homes.on' : 'perimeters.homes.off')}</p>
      {map.rights.isAdmin && (
        <p class="for-screen">
          <ConfirmButton
            label={t(state.enabled ? 'perimeters.homes.switch-off' : 'perimeters.homes.switch-on')}
            question={t(state.enabled ? 'perimeters.homes.ask-off' : 'perimeters.homes.ask-on')}
            isBusy={writing.isBusy}
            onConfirm={() => void turn()}
          />
        </p>
      )}
      <Refused writing={writing} />
    </>
  );
}

interface SwitchState {
  homes: boolean;
  enabled: boolean;
}
