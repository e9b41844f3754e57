/** The roles, with how many rights each holds. */
import type { VNode } from 'preact';
import type { MapOfKinds } from '../api/map.js';
import { ADMIN_ROLE } from '../api/rights.js';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { FramedTable } from '../components/framed-table.js';
import { RequestBox } from '../components/request-box.js';
import { t } from '../i18n/index.js';
import { may, ROLES_REQUEST, titleOf, type Role } from './roles-of-map.js';

export function RolesPage({ map }: { map: MapOfKinds }): VNode {
  const { answer, again } = useAnswer(ROLES_REQUEST);
  return (
    <>
      {may(map, 'create', 'roles') && (
        <div class="admin-bar">
          <a class="primary button" href="/admin/roles/new">
            {t('admin.roles.new')}
          </a>
        </div>
      )}
      <Answered<Role[]> answer={answer} again={again}>
        {(roles) => (
          <FramedTable label={t('admin.roles')} heads={[t('admin.role'), t('admin.rights')]} frame="admin-narrow">
            {roles.map((role) => (
              <tr key={role.id}>
                <th scope="row">
                  {may(map, 'show', 'roles') ? <a href={`/admin/roles/${role.id}`}>{titleOf(role)}</a> : titleOf(role)}
                </th>
                <td class="form-number">
                  {role.id === ADMIN_ROLE ? t('admin.rights.all') : (role.permissions ?? []).length}
                </td>
              </tr>
            ))}
          </FramedTable>
        )}
      </Answered>
      <RequestBox path={ROLES_REQUEST} docs="roles" />
    </>
  );
}
