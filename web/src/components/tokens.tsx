/** Named tokens, with which scripts sign in: made, shown once, ended. Administrators see those of everybody. */
import type { NamedToken } from 'meridian-client';
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { unnamed, type MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { PEOPLE } from '../api/people.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { Answered } from './answered.js';
import { FramedTable, headed } from './framed-table.js';
import { unknownPerson } from './people.js';
import { PerimeterChoice } from './perimeter-choice.js';
import { RequestBox } from './request-box.js';
import { CopyButton } from './text.js';
import { locale, t } from '../i18n/index.js';
import { ConfirmButton, Field, Refused, useDeeds, useWriting, type Writing } from './writing.js';

const DAY = 24 * 3600 * 1000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

interface TokensOptions {
  map: MapOfKinds;
  /** Those of others are left out, for whoever administers them too. */
  isOwnAlone?: boolean;
}

export function TokensPage({ map, isOwnAlone = false }: TokensOptions): VNode {
  const { answer, again } = useAnswer('/api/tokens');
  const { writing, told, run, hush } = useDeeds(again);
  const [made, setMade] = useState<(NamedToken & { token: string }) | null>(null);
  const all = answer && 'status' in answer && answer.status < 400 ? (answer.body as NamedToken[]) : [];
  const isOwn = ({ user_id: user }: NamedToken): boolean => user === map.rights.userId;
  const wanted = new Wanted();
  for (const { user_id: user, perimeters } of all) {
    wanted.want(PEOPLE, user);
    for (const id of perimeters ?? []) wanted.want('perimeters', id);
  }
  const names = useNames(map, wanted, true);
  const end = async (token: NamedToken): Promise<void> => {
    const isEnded = await run(
      { method: 'DELETE', path: `/api/tokens/${token.id}` },
      t('admin.tokens.ended', { name: token.name }),
    );
    if (isEnded && made?.id === token.id) setMade(null);
  };
  const list = (tokens: readonly NamedToken[], label: string, hasNames: boolean): VNode => (
    <TokenTable
      map={map}
      tokens={tokens}
      label={label}
      names={names}
      hasOwners={hasNames}
      writing={writing}
      onEnd={(one) => void end(one)}
    />
  );
  return (
    <>
      <NewToken
        map={map}
        onMade={(token) => {
          setMade(token);
          hush();
          again();
        }}
      />
      {made && <Secret token={made} onDone={() => setMade(null)} />}
      <h2>{t('admin.tokens.own')}</h2>
      {told}
      <Refused writing={writing} />
      <Answered<NamedToken[]> answer={answer} again={again}>
        {(tokens) => (
          <>
            {tokens.some(isOwn) ? (
              list(tokens.filter(isOwn), t('admin.tokens.own'), false)
            ) : (
              <div class="empty">
                <p>{t('admin.tokens.none')}</p>
              </div>
            )}
            {!isOwnAlone && tokens.some((one) => !isOwn(one)) && (
              <>
                <h2>{t('admin.tokens.others')}</h2>
                {list(
                  tokens.filter((one) => !isOwn(one)),
                  t('admin.tokens.others'),
                  true,
                )}
              </>
            )}
          </>
        )}
      </Answered>
      <RequestBox path="/api/tokens" docs="signing-in" />
    </>
  );
}

interface TokenTableOptions {
  map: MapOfKinds;
  tokens: readonly NamedToken[];
  label: string;
  names: Names;
  /** They are not the reader's own. */
  hasOwners: boolean;
  writing: Writing;
  onEnd: (token: NamedToken) => void;
}

function TokenTable({ map, tokens, label, names, hasOwners, writing, onEnd }: TokenTableOptions): VNode {
  return (
    <FramedTable
      label={label}
      heads={[
        t('admin.tokens.name'),
        hasOwners && t('admin.tokens.of'),
        t('admin.tokens.may'),
        t('admin.tokens.until'),
      ]}
      action={t('admin.end')}
      table="objects as-cards"
    >
      {tokens.map((token) => (
        <tr key={token.id}>
          <th scope="row">{token.name}</th>
          {hasOwners && (
            <td data-head={headed(t('admin.tokens.of'))}>
              {names.get(PEOPLE)?.get(token.user_id) ?? unknownPerson(map, token.user_id)}
            </td>
          )}
          <td data-head={headed(t('admin.tokens.may'))}>
            {t(token.read_only ? 'admin.tokens.reads' : 'admin.tokens.writes')}
            {token.perimeters && (
              <small class="faint">
                {' '}
                {token.perimeters
                  .map((id) => names.get('perimeters')?.get(id) ?? unnamed(map, 'perimeters', id))
                  .join(', ')}
              </small>
            )}
          </td>
          <td data-head={headed(t('admin.tokens.until'))}>
            <Until moment={token.expires_at} />
          </td>
          <td class="row-action">
            <ConfirmButton
              label={t('admin.end')}
              about={t('admin.tokens.end.of', { name: token.name })}
              question={t('admin.tokens.ask', { name: token.name })}
              isBusy={writing.isBusy}
              onConfirm={() => onEnd(token)}
            />
          </td>
        </tr>
      ))}
    </FramedTable>
  );
}

function Until({ moment }: { moment: string | null }): VNode {
  if (!moment) return <>{t('admin.tokens.always')}</>;
  const isOver = Date.parse(moment) <= Date.now();
  return (
    <>
      <time dateTime={moment}>{new Date(moment).toLocaleDateString(locale(), { dateStyle: 'medium' })}</time>
      {isOver && ` (${t('admin.tokens.over')})`}
    </>
  );
}

interface NewTokenOptions {
  map: MapOfKinds;
  onMade: (token: NamedToken & { token: string }) => void;
}

function NewToken({ map, onMade }: NewTokenOptions): VNode {
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const [name, setName] = useState('');
  const [isReadOnly, setReadOnly] = useState(true);
  const [until, setUntil] = useState(() => dayFromNow(365));
  const writing = useWriting();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = {
      name,
      read_only: isReadOnly,
      ...(until && { expires_at: until }),
      ...(kept.size && { perimeters: [...kept] }),
    };
    const answer = await writing.write({ method: 'POST', path: '/api/tokens', body });
    if (!answer) return;
    setName('');
    setKept(new Set());
    onMade(answer.body as NamedToken & { token: string });
  };
  return (
    <form
      class="card admin-form"
      noValidate
      aria-label={t('admin.tokens.new')}
      onSubmit={(event) => void submit(event)}
    >
      <Field name="name" label={t('admin.tokens.name')} hint={t('admin.tokens.name.about')} errors={writing.errors}>
        {(props) => (
          <input
            {...props}
            type="text"
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </Field>
      <Field
        name="expires_at"
        label={t('admin.tokens.until')}
        hint={t('admin.tokens.until.about')}
        errors={writing.errors}
      >
        {(props) => (
          <input
            {...props}
            type="date"
            min={dayFromNow(1)}
            value={until}
            onInput={({ currentTarget }) => setUntil(currentTarget.value)}
          />
        )}
      </Field>
      <label class="admin-right">
        <input
          type="checkbox"
          checked={isReadOnly}
          onChange={({ currentTarget: { checked } }) => setReadOnly(checked)}
        />
        <span>{t('admin.tokens.read-only')}</span>
      </label>
      <PerimeterChoice
        map={map}
        label={t('perimeters.of-token')}
        hint={t('perimeters.of-token.about')}
        chosen={kept}
        onChange={setKept}
      />
      <Refused
        writing={writing}
        titles={{
          ...{ name: t('admin.tokens.name'), expires_at: t('admin.tokens.until') },
          read_only: t('admin.tokens.read-only'),
        }}
        shown={['name', 'expires_at']}
      />
      <div class="admin-end">
        <button class="primary" type="submit" disabled={writing.isBusy}>
          {t('admin.tokens.make')}
        </button>
      </div>
    </form>
  );
}

/** The value of a new token. The server keeps none of it: when this is gone, nobody can say it. */
function Secret({
  token: { name, token },
  onDone,
}: {
  token: NamedToken & { token: string };
  onDone: () => void;
}): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // All of it is to be seen, also on a phone: it is shown once.
  useEffect(() => {
    heading.current!.focus({ preventScroll: true });
    heading.current!.parentElement!.scrollIntoView({ block: 'center' });
  }, [token]);
  return (
    <section class="card admin-secret" aria-labelledby="secret">
      <h2 id="secret" tabIndex={-1} ref={heading}>
        {t('admin.tokens.made', { name })}
      </h2>
      <p>{t('admin.tokens.once')}</p>
      <code class="admin-token">{token}</code>
      <div class="admin-end">
        <CopyButton text={token} label={t('admin.tokens.copy')} />
        <button class="small-button" type="button" onClick={onDone}>
          {t('admin.tokens.kept')}
        </button>
      </div>
      <p class="admin-hint">
        {t('admin.tokens.how')} <code>Authorization: Bearer …</code>
      </p>
    </section>
  );
}
