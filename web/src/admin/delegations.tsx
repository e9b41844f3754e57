/** Who may edit single objects without a right to their kind. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { findObjects, findOfKind, type FoundObject } from '../api/find.js';
import { kindOfType, unnamed, type MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { go, place } from '../app/router.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { FramedTable } from '../components/framed-table.js';
import { Pages } from '../components/pages.js';
import { RequestBox } from '../components/request-box.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { PickOne } from './pick-one.js';
import { may } from './roles-of-map.js';
import { ConfirmButton, Refused, useDeeds, useWriting, type Writing } from '../components/writing.js';

interface Delegation {
  id: number;
  cartographiable_type: string;
  cartographiable_id: number;
  user_id: number | null;
  role_id: number | null;
}

const PAGE = 50;

export function DelegationsPage({ map }: { map: MapOfKinds }): VNode {
  const after = new URLSearchParams(useStore(place).search).get('after') ?? '';
  const path = `/api/cartographers?sort=-id&page[size]=${PAGE}&page[after]=${encodeURIComponent(after)}`;
  const { answer, again } = useAnswer(path);
  const { writing, told, announce, run } = useDeeds(again);
  const list = answer && 'status' in answer && answer.status < 400 ? (answer.body as Delegation[]) : [];
  const names = useNames(map, wantedBy(map, list), true);
  return (
    <>
      {may(map, 'create', 'cartographers') && (
        <NewDelegation map={map} onDone={() => announce(t('admin.delegations.made'))} />
      )}
      <h2>{t('admin.delegations.list')}</h2>
      {told}
      <Refused writing={writing} />
      <Answered<Delegation[]> answer={answer} again={again}>
        {(delegations, { next }) =>
          delegations.length === 0 ? (
            <div class="empty">
              <p>{t('admin.delegations.none')}</p>
            </div>
          ) : (
            <>
              <FramedTable
                label={t('admin.delegations.list')}
                heads={[t('admin.delegations.who'), t('admin.delegations.object')]}
                action={t('admin.end')}
                table="objects as-cards"
              >
                {delegations.map((one) => (
                  <Row
                    key={one.id}
                    map={map}
                    one={one}
                    names={names}
                    writing={writing}
                    onEnd={() =>
                      void run({ method: 'DELETE', path: `/api/cartographers/${one.id}` }, t('admin.delegations.ended'))
                    }
                  />
                ))}
              </FramedTable>
              <Pages
                next={next}
                after={after}
                onGo={(to) => go(`/admin/delegations${to && `?after=${encodeURIComponent(to)}`}`)}
              />
            </>
          )
        }
      </Answered>
      <RequestBox path={path} docs="cartographers" />
    </>
  );
}

/** What the list names: users, roles and objects of any kind. */
function wantedBy(map: MapOfKinds, list: readonly Delegation[]): Wanted {
  const wanted = new Wanted();
  for (const one of list) {
    wanted.want('users', one.user_id);
    wanted.want('roles', one.role_id);
    wanted.want(kindOfType(map, one.cartographiable_type)?.path, one.cartographiable_id);
  }
  return wanted;
}

interface RowOptions {
  map: MapOfKinds;
  one: Delegation;
  names: Names;
  writing: Writing;
  onEnd: () => void;
}

function Row({ map, one, names, writing, onEnd }: RowOptions): VNode {
  const kind = kindOfType(map, one.cartographiable_type);
  const id = one.cartographiable_id;
  const object = (kind && names.get(kind.path)?.get(id)) ?? unnamed(map, kind?.path, id);
  const [path, holder] = one.user_id === null ? (['roles', one.role_id!] as const) : (['users', one.user_id] as const);
  const who = names.get(path)?.get(holder) ?? unnamed(map, path, holder);
  // Taking away needs what giving needs.
  const mayEnd = may(map, 'delete', 'cartographers') && kind !== undefined && map.rights.may('edit', kind.tag);
  return (
    <tr>
      <th scope="row">
        {may(map, 'show', path) ? <a href={`/admin/${path}/${holder}`}>{who}</a> : who}
        {path === 'roles' && <small class="faint"> {t('admin.delegations.role')}</small>}
      </th>
      <td>
        <ObjectLink map={map} kind={kind?.path ?? ''} id={id}>
          {object}
        </ObjectLink>{' '}
        <small class="faint">{kind ? <Titled said={said(kind.one)} /> : one.cartographiable_type}</small>
      </td>
      <td class="row-action">
        {mayEnd && (
          <ConfirmButton
            label={t('admin.end')}
            about={t('admin.delegations.end.of', { who, object })}
            question={t('admin.delegations.ask', { who, object })}
            isBusy={writing.isBusy}
            onConfirm={onEnd}
          />
        )}
      </td>
    </tr>
  );
}

/** Somebody, and an object that the reader may edit themself. */
function NewDelegation({ map, onDone }: { map: MapOfKinds; onDone: () => void }): VNode {
  const holders = (['users', 'roles'] as const).filter((path) => may(map, 'access', path));
  const [holderKind, setHolderKind] = useState<'users' | 'roles'>(holders[0] ?? 'users');
  const [holder, setHolder] = useState<FoundObject | null>(null);
  const [object, setObject] = useState<FoundObject | null>(null);
  const writing = useWriting();
  const kinds = [...map.kinds.values()]
    .filter(({ tag, isSearched }) => tag['x-delegable'] && isSearched && map.rights.may('edit', tag))
    .map(({ path }) => path);
  if (!holders.length || !kinds.length) return <p class="admin-hint">{t('admin.delegations.cannot')}</p>;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = {
      cartographiable_type: object!.kind,
      cartographiable_id: object!.id,
      [holderKind === 'users' ? 'user_id' : 'role_id']: holder!.id,
    };
    if (!(await writing.write({ method: 'POST', path: '/api/cartographers', body }))) return;
    setHolder(null);
    setObject(null);
    onDone();
  };
  return (
    <form class="card admin-delegate" aria-label={t('admin.delegations.new')} onSubmit={(event) => void submit(event)}>
      {holders.length > 1 && (
        <fieldset class="admin-field">
          <legend>{t('admin.delegations.to')}</legend>
          <div class="ticks">
            {holders.map((path) => (
              <label key={path} class="tick">
                <input
                  type="radio"
                  name="holder"
                  checked={holderKind === path}
                  onChange={() => {
                    setHolderKind(path);
                    setHolder(null);
                  }}
                />
                {t(path === 'users' ? 'admin.delegations.a-user' : 'admin.delegations.a-role')}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <PickOne<FoundObject>
        key={holderKind}
        label={t('admin.delegations.who')}
        chosen={holder?.name ?? null}
        find={(text, signal) => findOfKind(map, map.kinds.get(holderKind)!, text, signal)}
        onPick={setHolder}
        onClear={() => setHolder(null)}
      />
      <PickOne<FoundObject>
        label={t('admin.delegations.object')}
        chosen={object?.name ?? null}
        find={(text, signal) => findObjects(map, text, { kinds, signal })}
        onPick={setObject}
        onClear={() => setObject(null)}
      />
      <Refused
        writing={writing}
        titles={{
          ...{ user_id: t('admin.delegations.who'), role_id: t('admin.delegations.who') },
          ...{ cartographiable_type: t('admin.delegations.object'), cartographiable_id: t('admin.delegations.object') },
        }}
      />
      <div class="admin-end">
        <button class="primary" type="submit" disabled={!holder || !object || writing.isBusy}>
          {t('admin.delegations.make')}
        </button>
      </div>
    </form>
  );
}
