/** One role, or a new one: its rights as a grid, and who has it. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { ADMIN_ROLE } from '../api/rights.js';
import { useAnswer } from '../api/use-answer.js';
import { Notice } from '../app/notice.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { HomeChoice, PerimeterChoice } from '../components/perimeter-choice.js';
import { Leaving } from '../app/leaving.js';
import { isKey, t } from '../i18n/index.js';
import { RightsGrid } from './grid.js';
import { clicked, gridOf, heldWith, withReading, type Permission, type Ticks } from './rights-grid.js';
import { hasColumn, may, titleOf } from './roles-of-map.js';
import { Field, useDeeds } from '../components/writing.js';
import { FormEnd } from './form-end.js';

interface Stored {
  id: number;
  title: string | null;
  permissions: readonly number[];
  perimeters: readonly number[];
  /** Where objects and roles have a home. */
  perimeter_id?: number;
}

const PERMISSIONS = '/api/permissions?fields=title';
/** Rights to what tells of people, whom perimeters do not hide. */
const OF_PEOPLE: ReadonlySet<string | null> = new Set(['user_access', 'audit_log_access']);

export function RolePage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const isNew = id === 'new';
  const { answer, again } = useAnswer(isNew ? null : `/api/roles/${encodeURIComponent(id)}`);
  // Whoever may not list all rights sees those of the role.
  const mayListAll = may(map, 'access', 'permissions');
  const all = useAnswer(
    mayListAll ? PERMISSIONS : isNew ? null : `/api/roles/${encodeURIComponent(id)}?include=permissions`,
  );
  if (isNew && !(may(map, 'create', 'roles') && mayListAll))
    return (
      <>
        <h1>{t('admin.roles.new')}</h1>
        <p class="lead">{t('admin.not-allowed')}</p>
      </>
    );
  const form = (role?: Stored, tag?: string | null): VNode => (
    <Answered<Permission[] | { data: { permissions: Permission[] } }> answer={all.answer} again={all.again}>
      {(body) => (
        <RoleForm
          map={map}
          permissions={'data' in body ? body.data.permissions : body}
          mayChange={mayListAll && (role ? may(map, 'edit', 'roles') : true)}
          {...(role && { role })}
          tag={tag ?? null}
          again={again}
        />
      )}
    </Answered>
  );
  if (isNew) return form();
  return (
    <Answered<{ data: Stored }> answer={answer} again={again}>
      {({ data }, { tag }) => form(data, tag)}
    </Answered>
  );
}

interface RoleFormOptions {
  map: MapOfKinds;
  permissions: readonly Permission[];
  mayChange: boolean;
  /** Absent for a new one. */
  role?: Stored;
  tag: string | null;
  again: () => void;
}

function RoleForm({ map, permissions, mayChange, role, tag, again }: RoleFormOptions): VNode {
  const { rights, description } = map;
  const isAdminRole = role?.id === ADMIN_ROLE;
  const titles = useMemo(() => new Map(permissions.map(({ id, title }) => [id, title])), [permissions]);
  const grid = useMemo(() => gridOf(description.groups, permissions), [description, permissions]);
  const stored = useMemo(() => new Set(role?.permissions), [role]);
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const [typed, setTyped] = useState<string | null>(null);
  const [kept, setKept] = useState<ReadonlySet<number> | null>(null);
  const [home, setHome] = useState<number | null>(null);
  const { writing, told, announce, hush } = useDeeds(again);
  const has = (id: number): boolean => rights.isAdmin || rights.has(titles.get(id) ?? '');
  // A role that holds more than the reader is not theirs to change.
  const isAbove = role !== undefined && !isAdminRole && ![...stored].every(has);
  const isFixed = !mayChange || isAbove || (isAdminRole && !rights.isAdmin);
  const isHeld = (id: number): boolean => isAdminRole || (ticks.get(id) ?? stored.has(id));
  const mayGive = (id: number): boolean => !isFixed && !isAdminRole && has(id);
  const title = typed ?? role?.title ?? '';
  const hasOther = typed !== null && typed !== (role?.title ?? '');
  const before = new Set(role?.perimeters);
  const isMoved = kept !== null && (kept.size !== before.size || [...kept].some((id) => !before.has(id)));
  const hasHome = home !== null && home !== role?.perimeter_id;
  const isChanged = isMoved || hasHome || hasOther || [...ticks].some(([id, isOn]) => stored.has(id) !== isOn);
  const name = role ? titleOf(role) : t('admin.roles.new');
  useEffect(() => {
    document.title = `${name} · ${t('admin.roles')} · Meridian`;
  });
  const tick = (cell: readonly number[]): void => {
    hush();
    setTicks(withReading(grid.rows, cell, stored, clicked(cell, stored, ticks, mayGive), mayGive));
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    hush();
    const body = {
      ...((!role || hasOther) && { title: title.trim() || null }),
      ...((!role || ticks.size > 0) && { permissions: heldWith(stored, ticks) }),
      ...(isMoved && { perimeters: [...kept] }),
      ...(hasHome && { perimeter_id: home }),
    };
    const request = role
      ? { method: 'PATCH', path: `/api/roles/${role.id}`, body, ...(tag && { ifMatch: tag }) }
      : { method: 'POST', path: '/api/roles', body };
    const answer = await writing.write(request);
    if (!answer) return;
    setTicks(new Map());
    setTyped(null);
    setKept(null);
    setHome(null);
    if (!role) return go(`/admin/roles/${(answer.body as Stored).id}`, { replace: true, unasked: true });
    announce(t('admin.saved'));
  };
  return (
    <>
      {isChanged && <Leaving />}
      <h1>{name}</h1>
      <Notice />
      {told}
      {isAdminRole && <p class="lead">{t('admin.role.admin')}</p>}
      {isFixed && !isAdminRole && <p class="lead">{t(isAbove ? 'admin.role.above' : 'admin.read-only')}</p>}
      {role && may(map, 'access', 'users') && <Holders id={role.id} mayOpen={may(map, 'show', 'users')} />}
      <form noValidate onSubmit={(event) => void submit(event)}>
        {!isFixed && !isAdminRole && (
          <div class="admin-form">
            <Field name="title" label={t('admin.role.title')} errors={writing.errors}>
              {(props) => (
                <input
                  {...props}
                  type="text"
                  autocomplete="off"
                  value={title}
                  onInput={({ currentTarget }) => setTyped(currentTarget.value)}
                />
              )}
            </Field>
          </div>
        )}
        {!isAdminRole && hasColumn(map, 'roles', 'perimeter_id') && (
          <HomeChoice
            map={map}
            chosen={home ?? role?.perimeter_id ?? 1}
            isFixed={isFixed || !rights.isAdmin}
            onChange={(chosen) => {
              hush();
              setHome(chosen);
            }}
          />
        )}
        {!isAdminRole && (
          <PerimeterChoice
            map={map}
            label={t('perimeters.of-role')}
            hint={t(
              hasColumn(map, 'roles', 'perimeter_id') ? 'perimeters.of-role.besides' : 'perimeters.of-role.about',
            )}
            chosen={kept ?? before}
            // Whose rights reach how far is an administrator's to say.
            isFixed={isFixed || !rights.isAdmin}
            onChange={(chosen) => {
              hush();
              setKept(chosen);
            }}
          />
        )}
        {(kept ?? before).size > 0 && [...titles].some(([id, right]) => OF_PEOPLE.has(right) && isHeld(id)) && (
          <p class="note">{t('perimeters.of-role.people')}</p>
        )}
        <h2>{t('admin.grid')}</h2>
        <RightsGrid rows={grid.rows} isHeld={isHeld} mayGive={mayGive} onClick={tick} />
        <OtherRights permissions={grid.others} isHeld={isHeld} mayGive={mayGive} onClick={(id) => tick([id])} />
        <div class="admin-save">
          <FormEnd
            map={map}
            path="roles"
            stored={role && { id: role.id, name, tag }}
            writing={writing}
            titles={{ title: t('admin.role.title'), permissions: t('admin.grid') }}
            shown={['title']}
            isFixed={isFixed || isAdminRole}
            isChanged={isChanged}
            make={t('admin.roles.make')}
            question={t('admin.role.delete.ask', { name })}
            again={again}
          >
            <span class="faint" role="status">
              {ticks.size > 0 && t('admin.role.changed', { count: ticks.size })}
            </span>
          </FormEnd>
        </div>
      </form>
    </>
  );
}

interface OtherRightsOptions {
  permissions: readonly Permission[];
  isHeld: (id: number) => boolean;
  mayGive: (id: number) => boolean;
  onClick: (id: number) => void;
}

/** Rights that belong to no kind: those that this server asks for with a sentence, the rest by their titles. */
function OtherRights({ permissions, isHeld, mayGive, onClick }: OtherRightsOptions): VNode | null {
  if (!permissions.length) return null;
  const keyOf = ({ title }: Permission): string => `admin.right.${title}`;
  const own = permissions.filter((one) => isKey(keyOf(one)));
  const older = permissions.filter((one) => !isKey(keyOf(one)));
  const tick = (one: Permission): VNode => {
    const key = keyOf(one);
    return (
      <label class="admin-right" key={one.id}>
        <input type="checkbox" checked={isHeld(one.id)} disabled={!mayGive(one.id)} onChange={() => onClick(one.id)} />
        <span>
          {isKey(key) && `${t(key)} `}
          <code>{one.title}</code>
        </span>
      </label>
    );
  };
  return (
    <section aria-labelledby="other-rights">
      <h2 id="other-rights">{t('admin.others')}</h2>
      {own.map(tick)}
      {older.length > 0 && (
        <details class="admin-older">
          <summary>{t('admin.older', { count: older.length })}</summary>
          <p class="faint">{t('admin.older.about')}</p>
          {older.map(tick)}
        </details>
      )}
    </section>
  );
}

/** Names of users that are shown at once. */
const MAX_NAMES = 100;

/** Who has the role. */
function Holders({ id, mayOpen }: { id: number; mayOpen: boolean }): VNode {
  const path = `/api/users?filter[roles.id]=${id}&fields=login,name&sort=login&page[size]=${MAX_NAMES}&page[number]=1`;
  const { answer, again } = useAnswer(path);
  return (
    <section aria-labelledby="holders">
      <h2 id="holders">{t('admin.role.holders')}</h2>
      <Answered<Array<{ id: number; login: string; name: string | null }>> answer={answer} again={again}>
        {(users, { total }) =>
          users.length === 0 ? (
            <p class="faint">{t('admin.role.nobody')}</p>
          ) : (
            <ul class="admin-names">
              {users.map((user) => (
                <li key={user.id}>
                  {mayOpen ? (
                    <a href={`/admin/users/${user.id}`}>{user.name ?? user.login}</a>
                  ) : (
                    (user.name ?? user.login)
                  )}
                </li>
              ))}
              {Number(total) > users.length && <li>{t('table.more', { count: Number(total) - users.length })}</li>}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}
