/** One user, or a new one: who they are, their roles, their password. What is sent is what was changed. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { ADMIN_ROLE } from '../api/rights.js';
import { useAnswer } from '../api/use-answer.js';
import { Notice } from '../app/notice.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { Leaving } from '../app/leaving.js';
import { language, LANGUAGES, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { may, mayGive, ROLES_REQUEST, titleOf, type Role } from './roles-of-map.js';
import { Field, useDeeds } from '../components/writing.js';
import { FormEnd } from './form-end.js';
import { UserFactors } from './user-factors.js';

/** What the form holds; absent in a change: as it is stored. */
interface UserFields {
  login: string;
  name: string;
  email: string;
  language: string;
  granularity: string;
  password: string;
  roles: readonly number[];
}

type Stored = { id: number } & Record<string, unknown>;

const BLANK: UserFields = {
  ...{ login: '', name: '', email: '', language: '', granularity: '1', password: '' },
  roles: [],
};

const fieldsOf = (user: Stored): UserFields => ({
  ...BLANK,
  ...Object.fromEntries(
    ['login', 'name', 'email', 'language', 'granularity'].map((name) => [name, String(user[name] ?? '')]),
  ),
  roles: user['roles'] as number[],
});

export function UserPage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const isNew = id === 'new';
  const { answer, again } = useAnswer(isNew ? null : `/api/users/${encodeURIComponent(id)}`);
  const roles = useAnswer(may(map, 'access', 'roles') ? ROLES_REQUEST : null).answer;
  const all = roles && 'status' in roles && roles.status < 400 ? (roles.body as Role[]) : undefined;
  const isWaiting = may(map, 'access', 'roles') && !roles;
  if (isNew && !may(map, 'create', 'users'))
    return (
      <>
        <h1>{t('admin.users.new')}</h1>
        <p class="lead">{t('admin.not-allowed')}</p>
      </>
    );
  if (isNew || isWaiting)
    return isWaiting ? (
      <Answered answer={null}>{() => <></>}</Answered>
    ) : (
      <UserForm map={map} roles={all} again={again} />
    );
  return (
    <Answered<{ data: Stored }> answer={answer} again={again}>
      {({ data }, { tag }) => <UserForm map={map} roles={all} user={data} tag={tag} again={again} />}
    </Answered>
  );
}

interface UserFormOptions {
  map: MapOfKinds;
  /** Undefined where the reader may not list them. */
  roles: readonly Role[] | undefined;
  /** Absent for a new one. */
  user?: Stored;
  tag?: string | null;
  again: () => void;
}

function UserForm({ map, roles, user, tag, again }: UserFormOptions): VNode {
  const stored = user ? fieldsOf(user) : BLANK;
  const [changes, setChanges] = useState<Partial<UserFields>>({});
  const { writing, told, announce, hush } = useDeeds(again);
  const fields = { ...stored, ...changes };
  const isChanged = Object.entries(changes).some(
    ([name, value]) => String(value) !== String(stored[name as keyof UserFields]),
  );
  const isOwn = user?.id === map.rights.userId;
  // Somebody who holds more than the reader is not theirs to change.
  const isAbove = (roles ?? []).some((role) => stored.roles.includes(role.id) && !mayGive(map, role));
  const isFixed = user ? !may(map, 'edit', 'users') || isAbove : false;
  const set = (change: Partial<UserFields>): void => setChanges({ ...changes, ...change });
  const name = stored.name || stored.login;
  const title = user ? name : t('admin.users.new');
  useEffect(() => {
    document.title = `${title} · ${t('admin.users')} · Meridian`;
  });
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    hush();
    const body = bodyOf(stored, changes);
    const request = user
      ? { method: 'PATCH', path: `/api/users/${user.id}`, body, ...(tag && { ifMatch: tag }) }
      : { method: 'POST', path: '/api/users', body };
    const answer = await writing.write(request);
    if (!answer) return;
    setChanges({});
    if (!user) return go(`/admin/users/${(answer.body as Stored).id}`, { replace: true, unasked: true });
    announce(t('admin.saved'));
  };
  const titles = {
    ...{ login: t('admin.user.login'), name: t('admin.user.name'), email: t('admin.user.email') },
    ...{ language: t('admin.user.language'), roles: t('admin.roles') },
    password: t(user ? 'admin.user.password.new' : 'admin.user.password'),
  };
  const text = (field: 'login' | 'name' | 'email', isRequired = false): VNode => (
    <Field name={field} label={t(`admin.user.${field}`)} errors={writing.errors}>
      {(props) => (
        <input
          {...props}
          type="text"
          inputMode={field === 'email' ? 'email' : 'text'}
          aria-required={isRequired}
          autocomplete="off"
          spellcheck={false}
          disabled={isFixed}
          value={fields[field]}
          onInput={({ currentTarget }) => set({ [field]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {isChanged && <Leaving />}
      <h1>{title}</h1>
      <Notice />
      {told}
      {isFixed && <p class="lead">{t(isAbove ? 'admin.user.above' : 'admin.read-only')}</p>}
      <form class="admin-form" noValidate onSubmit={(event) => void submit(event)}>
        {text('login', true)}
        {text('name')}
        {text('email')}
        <LanguageField value={fields.language} isFixed={isFixed} errors={writing.errors} onChange={set} />
        <GranularityField
          map={map}
          value={fields.granularity}
          isFixed={isFixed}
          errors={writing.errors}
          onChange={set}
        />
        {roles && (
          <RoleTicks
            map={map}
            roles={roles}
            chosen={fields.roles}
            stored={stored.roles}
            isFixed={isFixed}
            onChange={set}
          />
        )}
        {!isFixed && (
          <Field
            name="password"
            label={t(user ? 'admin.user.password.new' : 'admin.user.password')}
            hint={t(user ? 'admin.user.password.change' : 'admin.user.password.about')}
            errors={writing.errors}
          >
            {(props) => (
              <input
                {...props}
                type="password"
                autocomplete="new-password"
                value={fields.password}
                onInput={({ currentTarget }) => set({ password: currentTarget.value })}
              />
            )}
          </Field>
        )}
        <FormEnd
          map={map}
          path="users"
          stored={user && { id: user.id, name, tag: tag ?? null }}
          writing={writing}
          titles={titles}
          shown={Object.keys(BLANK).filter((field) => field !== 'roles')}
          isFixed={isFixed}
          isChanged={isChanged}
          make={t('admin.users.make')}
          question={t('admin.user.delete.ask', { name })}
          mayDelete={!isOwn}
          again={again}
        />
      </form>
      {user && !isOwn && map.rights.isAdmin && <UserFactors id={user.id} name={name} />}
    </>
  );
}

/** What is sent: what differs from what is stored; of a new user what was filled in. */
function bodyOf(stored: UserFields, changes: Partial<UserFields>): Record<string, unknown> {
  const differing = Object.entries(changes).filter(
    ([name, value]) => String(value) !== String(stored[name as keyof UserFields]),
  );
  return Object.fromEntries(
    differing.map(([name, value]) => [name, value === '' ? null : name === 'granularity' ? Number(value) : value]),
  );
}

interface PartProps {
  value: string;
  isFixed: boolean;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (change: Partial<UserFields>) => void;
}

/** The languages of the pages, and whatever else is stored. */
function LanguageField({ value, isFixed, errors, onChange }: PartProps): VNode {
  const codes: readonly string[] = [...new Set([...LANGUAGES, ...(value ? [value] : [])])];
  const names = new Intl.DisplayNames([language.get()], { type: 'language' });
  return (
    <Field name="language" label={t('admin.user.language')} errors={errors}>
      {(props) => (
        <select
          {...props}
          disabled={isFixed}
          value={value}
          onChange={({ currentTarget }) => onChange({ language: currentTarget.value })}
        >
          <option value="">{t('admin.user.language.browser')}</option>
          {codes.map((code) => (
            <option key={code} value={code}>
              {names.of(code) ?? code}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** How much the pictures and reports show this user; its words are those of the API's document. */
function GranularityField({ map, value, isFixed, errors, onChange }: PartProps & { map: MapOfKinds }): VNode | null {
  const column = map.kinds.get('users')?.columns.find(({ name }) => name === 'granularity');
  if (!column?.codes) return null;
  return (
    <Field name="granularity" label={said(column.titles).text} errors={errors}>
      {(props) => (
        <select
          {...props}
          disabled={isFixed}
          value={value}
          onChange={({ currentTarget }) => onChange({ granularity: currentTarget.value })}
        >
          {column.codes!.map((code) => (
            <option key={code.code} value={String(code.code)}>
              {said(code).text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface RoleTicksOptions {
  map: MapOfKinds;
  roles: readonly Role[];
  chosen: readonly number[];
  stored: readonly number[];
  isFixed: boolean;
  onChange: (change: Partial<UserFields>) => void;
}

/** The roles that the reader may give, and those that the user has. */
function RoleTicks({ map, roles, chosen, stored, isFixed, onChange }: RoleTicksOptions): VNode {
  const offered = roles.filter((role) => stored.includes(role.id) || mayGive(map, role));
  return (
    <fieldset class="admin-field">
      <legend>{t('admin.roles')}</legend>
      <div class="ticks">
        {offered.map((role) => (
          <label class="tick" key={role.id}>
            <input
              type="checkbox"
              checked={chosen.includes(role.id)}
              disabled={isFixed}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  roles: (checked ? [...chosen, role.id] : chosen.filter((one) => one !== role.id)).toSorted(
                    (a, b) => a - b,
                  ),
                })
              }
            />
            {titleOf(role)}
          </label>
        ))}
      </div>
      <p class="admin-hint">
        {chosen.includes(ADMIN_ROLE) ? t('admin.user.roles.admin') : t('admin.user.roles.about')}
        {offered.length < roles.length && !isFixed && ` ${t('admin.user.roles.fewer')}`}
      </p>
    </fieldset>
  );
}
