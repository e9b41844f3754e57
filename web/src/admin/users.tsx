/** The users: found by name, changed, deleted and brought back. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { go, place } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { FramedTable } from '../components/framed-table.js';
import { Pages } from '../components/pages.js';
import { RequestBox } from '../components/request-box.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { may, titleOf, type Role } from './roles-of-map.js';
import { Refused, useDeeds } from '../components/writing.js';

interface User {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
  roles?: Role[];
}

const PAGE = 50;

export function UsersPage({ map }: { map: MapOfKinds }): VNode {
  const { search } = useStore(place);
  const query = new URLSearchParams(search);
  const [words, isDeleted, after] = [query.get('search') ?? '', query.has('deleted'), query.get('after') ?? ''];
  const path = requestOf(map, words, isDeleted, after);
  const { answer, again } = useAnswer(path);
  const [typed, setTyped] = useState(words);
  const { writing, told, run } = useDeeds(again);
  const show = (next: { search?: string; deleted?: boolean; after?: string }): void => {
    const all = { search: words, deleted: isDeleted, after: '', ...next };
    const parts = Object.entries(all).flatMap(([name, value]) =>
      value ? [`${name}=${encodeURIComponent(value === true ? '1' : value)}`] : [],
    );
    go(`/admin/users${parts.length ? `?${parts.join('&')}` : ''}`);
  };
  const find = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    show({ search: typed.trim() });
  };
  const bringBack = ({ id, login }: User): Promise<boolean> =>
    run({ method: 'POST', path: `/api/users/${id}/restore` }, t('admin.restored', { name: login }));
  const mayRestore = may(map, 'edit', 'users') && may(map, 'delete', 'users');
  return (
    <>
      <div class="admin-bar">
        <form class="table-search" role="search" onSubmit={find}>
          <input
            type="search"
            aria-label={t('admin.users.find')}
            placeholder={t('admin.users.find')}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <button class="quiet" type="submit">
            {t('table.search.go')}
          </button>
        </form>
        {may(map, 'delete', 'users') && (
          <label class="tick">
            <input
              type="checkbox"
              checked={isDeleted}
              onChange={({ currentTarget: { checked } }) => show({ deleted: checked })}
            />
            {t('admin.deleted')}
          </label>
        )}
        {may(map, 'create', 'users') && (
          <a class="primary button" href="/admin/users/new">
            {t('admin.users.new')}
          </a>
        )}
      </div>
      {told}
      <Refused writing={writing} />
      <Answered<User[]> answer={answer} again={again}>
        {(users, { next }) =>
          users.length === 0 ? (
            <div class="empty">
              <p>{t(isDeleted && !words ? 'admin.deleted.none' : 'picker.none')}</p>
            </div>
          ) : (
            <>
              <UserTable map={map} users={users} isDeleted={isDeleted}>
                {(user) =>
                  mayRestore && (
                    <button
                      class="small-button"
                      type="button"
                      aria-label={t('admin.restore.of', { name: user.login })}
                      disabled={writing.isBusy}
                      onClick={() => void bringBack(user)}
                    >
                      {t('admin.restore')}
                    </button>
                  )
                }
              </UserTable>
              <Pages next={next} after={after} onGo={(to) => show({ after: to })} />
            </>
          )
        }
      </Answered>
      <RequestBox path={path} docs="users" />
    </>
  );
}

function requestOf(map: MapOfKinds, words: string, isDeleted: boolean, after: string): string {
  const parts = [
    ...(words ? [`filter[search]=${encodeURIComponent(words)}`] : []),
    ...(isDeleted ? ['filter[trashed]=only'] : []),
    'fields=login,name,email',
    ...(may(map, 'access', 'roles') ? ['include=roles'] : []),
    'sort=login',
    `page[size]=${PAGE}`,
    `page[after]=${encodeURIComponent(after)}`,
  ];
  return `/api/users?${parts.join('&')}`;
}

interface UserTableOptions {
  map: MapOfKinds;
  users: readonly User[];
  isDeleted: boolean;
  /** What can be done with a deleted one. */
  children: (user: User) => VNode | false;
}

function UserTable({ map, users, isDeleted, children }: UserTableOptions): VNode {
  const hasRoles = may(map, 'access', 'roles');
  const mayOpen = may(map, 'show', 'users');
  const mayOpenRoles = may(map, 'show', 'roles');
  return (
    <FramedTable
      label={t('admin.users')}
      heads={[t('admin.user.name'), t('admin.user.login'), hasRoles && t('admin.roles'), t('admin.user.email')]}
      action={isDeleted && t('admin.restore')}
    >
      {users.map((user) => (
        <tr key={user.id}>
          <th scope="row">
            {isDeleted || !mayOpen ? (
              (user.name ?? user.login)
            ) : (
              <a href={`/admin/users/${user.id}`}>{user.name ?? user.login}</a>
            )}
          </th>
          <td>{user.login}</td>
          {hasRoles && (
            <td>
              {user.roles?.length ? (
                user.roles.map((role, i) => (
                  <>
                    {i > 0 && ', '}
                    {mayOpenRoles ? <a href={`/admin/roles/${role.id}`}>{titleOf(role)}</a> : titleOf(role)}
                  </>
                ))
              ) : (
                <span class="faint">–</span>
              )}
            </td>
          )}
          <td>{user.email ?? <span class="faint">–</span>}</td>
          {isDeleted && <td class="row-action">{children(user)}</td>}
        </tr>
      ))}
    </FramedTable>
  );
}
