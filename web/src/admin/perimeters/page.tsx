/** One perimeter, or a new one: what is in it by places and rules, who is kept to it, and what it holds. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { bodyOf } from '../../api/bodies.js';
import { findObjects, type FoundObject } from '../../api/find.js';
import { unnamed, type MapOfKinds } from '../../api/map.js';
import { Wanted, type Names } from '../../api/names.js';
import { ADMIN_ROLE } from '../../api/rights.js';
import { useAnswer } from '../../api/use-answer.js';
import { useNames } from '../../api/use-names.js';
import { Leaving } from '../../app/leaving.js';
import { Notice } from '../../app/notice.js';
import { go } from '../../app/router.js';
import { Answered } from '../../components/answered.js';
import { KindFilters } from '../../components/kind-filters.js';
import { KindOptions } from '../../components/kind-options.js';
import { Picker } from '../../components/picker.js';
import { RequestBox } from '../../components/request-box.js';
import { Field, useDeeds } from '../../components/writing.js';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import { FormEnd } from '../form-end.js';
import { may, titleOf, type Role } from '../roles-of-map.js';
import { DEPTHS, type Root, type Rule } from './perimeter.js';
import { Preview } from './preview.js';

/** Kinds of places and of those who own something: what belongs to them comes with them. */
const ROOTS = ['sites', 'buildings', 'bays', 'entities'];
interface Perimeter {
  id: number;
  name: string;
  description?: string | null;
  roots?: readonly Root[] | null;
  rules?: readonly Rule[] | null;
  roles: readonly number[];
}

export function PerimeterPage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const isNew = id === 'new';
  const path = `/api/perimeters/${encodeURIComponent(id)}`;
  const { answer, again } = useAnswer(isNew ? null : path);
  if (isNew) return <PerimeterForm map={map} tag={null} again={again} />;
  return (
    <Answered<{ data: Perimeter }> answer={answer} again={again}>
      {({ data }, { tag }) => (
        <>
          <PerimeterForm map={map} perimeter={data} tag={tag} again={again} />
          <RequestBox path={path} docs="perimeters" />
        </>
      )}
    </Answered>
  );
}

interface Draft {
  name: string;
  description: string;
  roots: readonly Root[];
  rules: readonly Rule[];
  roles: readonly number[];
}
const NAMES = ['name', 'description', 'roots', 'rules', 'roles'] as const;

const draftOf = (stored: Perimeter | undefined): Draft => ({
  name: stored?.name ?? '',
  description: stored?.description ?? '',
  roots: stored?.roots ?? [],
  rules: stored?.rules ?? [],
  roles: [...(stored?.roles ?? [])].sort((a, b) => a - b),
});

interface FormOptions {
  map: MapOfKinds;
  /** Absent for a new one. */
  perimeter?: Perimeter;
  tag: string | null;
  again: () => void;
}

function PerimeterForm({ map, perimeter, tag, again }: FormOptions): VNode {
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [isAsked, setAsked] = useState(false);
  const { writing, told, announce, hush } = useDeeds(again);
  const roles = useRoles(map);
  const id = useId();
  const stored = draftOf(perimeter);
  const draft = { ...stored, ...typed };
  // Where the roles of a perimeter are those at home there, each role says itself in which it is.
  const taken =
    bodyOf(map.description, map.kinds.get('perimeters')!, perimeter ? 'update' : 'create')?.properties ?? {};
  const names = NAMES.filter((one) => one in taken);
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name]));
  // What a perimeter holds says what others may see: an administrator's to change.
  const isFixed = !map.rights.isAdmin || !may(map, perimeter ? 'edit' : 'create', 'perimeters');
  const put = (change: Partial<Draft>): void => {
    hush();
    setAsked(false);
    setTyped({ ...typed, ...change });
  };
  const name = perimeter?.name ?? t('perimeters.new');
  useEffect(() => {
    document.title = `${name} · ${t('perimeters.title')} · Meridian`;
  });
  const isEmpty = names.includes('roles') && !draft.roots.length && !draft.rules.length;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Whoever has such a role would find an empty map, and nothing there says why.
    if (isEmpty && draft.roles.length) setAsked(true);
    else void store();
  };
  const store = async (): Promise<void> => {
    setAsked(false);
    hush();
    const values = { ...draft, name: draft.name.trim(), description: draft.description.trim() || null };
    const body = Object.fromEntries((perimeter ? changed : names).map((one) => [one, values[one]]));
    const request = perimeter
      ? { method: 'PATCH', path: `/api/perimeters/${perimeter.id}`, body, ...(tag && { ifMatch: tag }) }
      : { method: 'POST', path: '/api/perimeters', body };
    const answer = await writing.write(request);
    if (!answer) return;
    setTyped({});
    if (!perimeter) return go(`/admin/perimeters/${(answer.body as Perimeter).id}`, { replace: true, unasked: true });
    announce(t('admin.saved'));
  };
  return (
    <>
      {changed.length > 0 && !isFixed && <Leaving />}
      <h1>{name}</h1>
      <Notice />
      {told}
      {isFixed && <p class="lead">{t('perimeters.read-only')}</p>}
      <fieldset class="hook-form" disabled={isFixed}>
        <legend class="visually-hidden">{name}</legend>
        <form id={id} class="admin-form" noValidate onSubmit={submit}>
          <Field name="name" label={t('perimeters.name')} hint={t('perimeters.name.about')} errors={writing.errors}>
            {(props) => (
              <input
                {...props}
                type="text"
                autocomplete="off"
                value={draft.name}
                onInput={({ currentTarget }) => put({ name: currentTarget.value })}
              />
            )}
          </Field>
          {names.includes('description') && (
            <Field name="description" label={t('perimeters.description')} errors={writing.errors}>
              {(props) => (
                <textarea
                  {...props}
                  rows={2}
                  value={draft.description}
                  onInput={({ currentTarget }) => put({ description: currentTarget.value })}
                />
              )}
            </Field>
          )}
        </form>
        <Roots map={map} roots={draft.roots} onChange={(roots) => put({ roots })} />
        <Rules map={map} rules={draft.rules} onChange={(rules) => put({ rules })} />
        {names.includes('roles') ? (
          <Roles all={roles} roles={draft.roles} onChange={(chosen) => put({ roles: chosen })} />
        ) : (
          <p class="admin-hint">{t('perimeters.homes')}</p>
        )}
      </fieldset>
      <div class="admin-save">
        <FormEnd
          map={map}
          path="perimeters"
          form={id}
          isKept={false}
          stored={perimeter && { id: perimeter.id, name, tag }}
          writing={writing}
          titles={{
            ...{ name: t('perimeters.name'), description: t('perimeters.description') },
            ...{ roots: t('perimeters.roots'), rules: t('perimeters.rules'), roles: t('admin.roles') },
          }}
          shown={['name', 'description']}
          isFixed={isFixed}
          isChanged={changed.length > 0}
          make={t('perimeters.make')}
          question={t('perimeters.delete.ask', { name })}
          asked={
            isAsked && {
              question: t('perimeters.empty.ask', {
                roles: draft.roles
                  .map((one) => titleOf(roles.find((role) => role.id === one) ?? { id: one, title: null }))
                  .join(', '),
              }),
              onClose: () => setAsked(false),
              onConfirm: () => void store(),
            }
          }
          again={again}
        >
          <span class="faint" role="status">
            {perimeter && changed.length > 0 && t('perimeters.unsaved')}
          </span>
        </FormEnd>
      </div>
      {perimeter && (
        <Preview
          key={JSON.stringify([perimeter.roots, perimeter.rules])}
          map={map}
          id={perimeter.id}
          roots={perimeter.roots ?? []}
          rules={perimeter.rules ?? []}
        />
      )}
    </>
  );
}

interface RootsOptions {
  map: MapOfKinds;
  roots: readonly Root[];
  onChange: (roots: readonly Root[]) => void;
}

const useRootNames = (map: MapOfKinds, roots: readonly Root[]): Names => {
  const wanted = new Wanted();
  for (const { resource, id } of roots) wanted.want(resource, id);
  return useNames(map, wanted, true);
};

/** Places and entities, found by name. */
function Roots({ map, roots, onChange }: RootsOptions): VNode {
  const names = useRootNames(map, roots);
  const nameOf = ({ resource, id }: Root): string => names.get(resource)?.get(id) ?? unnamed(map, resource, id);
  const find = (text: string, signal: AbortSignal): Promise<FoundObject[]> =>
    findObjects(map, text, { kinds: ROOTS.filter((path) => map.kinds.has(path)), signal });
  const put = (at: number, change: Partial<Root>): void =>
    onChange(roots.map((one, i) => (i === at ? { ...one, ...change } : one)));
  return (
    <section aria-labelledby="perimeter-roots">
      <h2 id="perimeter-roots">{t('perimeters.roots')}</h2>
      <p class="admin-hint">{t('perimeters.roots.about')}</p>
      <ul class="hook-rows">
        {roots.map((root, at) => (
          <li key={`${root.resource} ${root.id}`}>
            <span class="perimeter-root">
              {nameOf(root)}{' '}
              <small class="faint">{said(map.kinds.get(root.resource)?.one ?? { en: root.resource }).text}</small>
            </span>
            <select
              aria-label={t('perimeters.depth', { name: nameOf(root) })}
              value={root.depth ?? 'hosted'}
              onChange={({ currentTarget: { value } }) => put(at, { depth: value as NonNullable<Root['depth']> })}
            >
              {DEPTHS.map((depth) => (
                <option key={depth} value={depth}>
                  {t(`perimeters.depth.${depth}`)}
                </option>
              ))}
            </select>
            <button
              class="icon-button"
              type="button"
              aria-label={t('form.remove', { name: nameOf(root) })}
              onClick={() => onChange(roots.filter((_, i) => i !== at))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <Picker<FoundObject>
        label={t('perimeters.roots.add')}
        placeholder={t('perimeters.roots.add')}
        find={find}
        onPick={({ kind, id }) => {
          if (!roots.some((one) => one.resource === kind && one.id === id))
            onChange([...roots, { resource: kind, id, depth: 'hosted' }]);
        }}
      />
    </section>
  );
}

interface RulesOptions {
  map: MapOfKinds;
  rules: readonly Rule[];
  onChange: (rules: readonly Rule[]) => void;
}

/** Objects of kinds, by filters as a table has them. */
function Rules({ map, rules, onChange }: RulesOptions): VNode {
  const put = (at: number, rule: Rule): void => onChange(rules.map((one, i) => (i === at ? rule : one)));
  return (
    <section aria-labelledby="perimeter-rules">
      <h2 id="perimeter-rules">{t('perimeters.rules')}</h2>
      <p class="admin-hint">{t('perimeters.rules.about')}</p>
      {rules.map((rule, at) => {
        const kind = map.kinds.get(rule.resource);
        const title = said(kind?.titles ?? { en: rule.resource }).text;
        return (
          <div key={`${rule.resource} ${at}`} class="card perimeter-rule" role="group" aria-label={title}>
            <div class="perimeter-rule-head">
              <h3>{title}</h3>
              <button
                class="icon-button"
                type="button"
                aria-label={t('perimeters.rule.remove', { kind: title })}
                onClick={() => onChange(rules.filter((_, i) => i !== at))}
              >
                ×
              </button>
            </div>
            <label class="admin-right">
              <input
                type="checkbox"
                checked={rule.all === true}
                onChange={({ currentTarget: { checked } }) =>
                  put(at, { resource: rule.resource, ...(checked ? { all: true } : { filter: {} }) })
                }
              />
              <span>{t('perimeters.rule.all')}</span>
            </label>
            {kind && !rule.all && (
              <>
                {!Object.keys(rule.filter ?? {}).length && <p class="faint">{t('perimeters.rule.none')}</p>}
                <KindFilters
                  map={map}
                  kind={kind}
                  filter={rule.filter ?? {}}
                  onChange={(filter) => put(at, { resource: rule.resource, filter })}
                />
              </>
            )}
          </div>
        );
      })}
      <select
        aria-label={t('perimeters.rules.add')}
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          if (value) onChange([...rules, { resource: value, filter: {} }]);
          currentTarget.value = '';
        }}
      >
        <option value="">{t('perimeters.rules.add')}</option>
        <KindOptions map={map} isOffered={({ path }) => !OPEN.has(path) && holdsObjects(map, path)} />
      </select>
    </section>
  );
}

/** Kinds that are told of as without perimeters. */
const OPEN = new Set(['users', 'roles', 'permissions', 'perimeters', 'cartographers', 'queries', 'audit-logs']);
/** What can be made one by one; files are in a perimeter with the objects that have them. */
const holdsObjects = ({ description }: MapOfKinds, path: string): boolean =>
  description.openapi.paths[`/api/${path}/mass-store`] !== undefined;

/** The roles that can be kept to a perimeter; none until they are known. */
function useRoles(map: MapOfKinds): ReadonlyArray<Pick<Role, 'id' | 'title'>> {
  const { answer } = useAnswer(may(map, 'access', 'roles') ? '/api/roles?fields=title&sort=title' : null);
  return answer && 'status' in answer && answer.status < 400
    ? (answer.body as Role[]).filter(({ id }) => id !== ADMIN_ROLE)
    : [];
}

interface RolesOptions {
  all: ReadonlyArray<Pick<Role, 'id' | 'title'>>;
  roles: readonly number[];
  onChange: (roles: readonly number[]) => void;
}

/** The roles that give their rights in this perimeter alone. */
function Roles({ all, roles, onChange }: RolesOptions): VNode | null {
  if (!all.length) return null;
  return (
    <section aria-labelledby="perimeter-roles">
      <h2 id="perimeter-roles">{t('perimeters.roles')}</h2>
      <p class="admin-hint">{t('perimeters.roles.about')}</p>
      {all.map((role) => (
        <label class="admin-right" key={role.id}>
          <input
            type="checkbox"
            checked={roles.includes(role.id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                (checked ? [...roles, role.id] : roles.filter((one) => one !== role.id)).toSorted((a, b) => a - b),
              )
            }
          />
          <span>{titleOf(role)}</span>
        </label>
      ))}
    </section>
  );
}
