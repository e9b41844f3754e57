/** One webhook, or a new one: how it is, what can be done with it, of what it tells, and what became of its requests. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapOfKinds } from '../../api/map.js';
import type { Request } from '../../api/send.js';
import { useAnswer } from '../../api/use-answer.js';
import { Notice, tell } from '../../app/notice.js';
import { go } from '../../app/router.js';
import { Answered } from '../../components/answered.js';
import { isNarrow } from '../../components/fold.js';
import { RequestBox } from '../../components/request-box.js';
import { CopyButton } from '../../components/text.js';
import { ConfirmButton, Refused, useDeeds, type WriteActions } from '../../components/writing.js';
import { t } from '../../i18n/index.js';
import { Deliveries } from './deliveries.js';
import { HookForm } from './form.js';
import { HOOKS, lagInWords, moment, resultInWords, stateInWords, worded, type Hook, type Sent } from './hook.js';

/** The secret of a webhook that was made just now: its page is the next one, and shows it once. */
let made: { id: number; secret: string } | null = null;

export function HookPage({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const isNew = id === 'new';
  const { answer, again } = useAnswer(isNew ? null : `${HOOKS}/${encodeURIComponent(id)}`);
  useEffect(() => {
    if (isNew) document.title = `${t('hooks.new')} · Meridian`;
  });
  if (isNew)
    return (
      <>
        <h1>{t('hooks.new')}</h1>
        <p class="lead">{t(map.rights.has('webhook_create') ? 'hooks.new.about' : 'admin.not-allowed')}</p>
        {map.rights.has('webhook_create') && (
          <HookForm
            map={map}
            onStored={(hook) => {
              made = { id: hook.id, secret: hook.secret! };
              go(`/admin/hooks/${hook.id}`, { replace: true, unasked: true });
            }}
          />
        )}
      </>
    );
  return (
    <Answered<{ data: Hook }> answer={answer} again={again}>
      {({ data }) => <Shown map={map} hook={data} again={again} />}
    </Answered>
  );
}

interface ShownOptions {
  map: MapOfKinds;
  hook: Hook;
  again: () => void;
}

function Shown({ map, hook, again }: ShownOptions): VNode {
  const [secret, setSecret] = useState(() => (made?.id === hook.id ? made.secret : null));
  const [turn, setTurn] = useState(0);
  const [isOpen] = useState(() => !isNarrow());
  made = null;
  const mayEdit = map.rights.has('webhook_edit');
  const refresh = (): void => {
    again();
    setTurn((count) => count + 1);
  };
  const deeds = useDeeds(refresh);
  useEffect(() => {
    document.title = `${hook.name} · ${t('hooks.title')} · Meridian`;
  }, [hook.name]);
  return (
    <>
      <h1>{hook.name}</h1>
      <Notice />
      {deeds.told}
      <div class={`card hook-now is-${hook.state}`}>
        <p>
          <span class={`hook-state is-${hook.state}`}>{worded('hooks.state', hook.state)}</span> {stateInWords(hook)}
        </p>
        <p class="faint">
          {lagInWords(hook.lag)}
          {' · '}
          {hook.last_success_at ? t('hooks.success', { when: moment(hook.last_success_at) }) : t('hooks.success.none')}
        </p>
      </div>
      {secret && <Secret secret={secret} onDone={() => setSecret(null)} />}
      {mayEdit && <Actions {...{ map, hook, deeds }} onSecret={setSecret} />}
      <Refused writing={deeds.writing} />
      {mayEdit && <Deliveries key={`deliveries ${turn}`} map={map} hook={hook} deeds={deeds} />}
      {/* What is typed stays where the screen is turned. */}
      <details class="hook-what" open={isOpen}>
        <summary>{t('hooks.what')}</summary>
        <HookForm map={map} hook={hook} onStored={() => deeds.announce(t('admin.saved'))} />
      </details>
      <RequestBox path={`${HOOKS}/${hook.id}`} docs="webhooks" />
    </>
  );
}

interface ActionsOptions {
  map: MapOfKinds;
  hook: Hook;
  deeds: WriteActions;
  onSecret: (secret: string) => void;
}

/** What can be done with it at once. */
function Actions({ map, hook, deeds, onSecret }: ActionsOptions): VNode {
  const { writing, announce, run } = deeds;
  const path = `${HOOKS}/${hook.id}`;
  const isPaused = hook.state === 'paused';
  const post = (what: string, body: object = {}): Request => ({ method: 'POST', path: `${path}/${what}`, body });
  const test = async (): Promise<void> => {
    const answer = await writing.write(post('test'));
    if (!answer) return;
    const sent = answer.body as Sent;
    announce(sent.error ? t('hooks.test.failed', { result: resultInWords(sent) }) : t('hooks.test.done'));
  };
  const rotate = async (): Promise<void> => {
    const answer = await writing.write(post('rotate-secret'));
    if (!answer) return;
    onSecret((answer.body as { secret: string }).secret);
    announce(t('hooks.rotated'));
  };
  const remove = async (): Promise<void> => {
    if (!(await writing.write({ method: 'DELETE', path }))) return;
    tell(t('form.deleted', { name: hook.name }), '/admin/hooks');
    go('/admin/hooks', { unasked: true });
  };
  return (
    <div class="hook-actions" role="group" aria-label={t('hooks.actions')}>
      <button class="quiet" type="button" disabled={writing.isBusy} onClick={() => void test()}>
        {t('hooks.test')}
      </button>
      <button
        class="quiet"
        type="button"
        disabled={writing.isBusy}
        onClick={() => void run(post(isPaused ? 'resume' : 'pause'), t(isPaused ? 'hooks.resumed' : 'hooks.did-pause'))}
      >
        {t(isPaused ? 'hooks.resume' : 'hooks.pause')}
      </button>
      {hook.state === 'failing' && (
        <ConfirmButton
          label={t('hooks.skip')}
          question={t('hooks.skip.ask')}
          isBusy={writing.isBusy}
          onConfirm={() => void run(post('skip'), t('hooks.skipped'))}
        />
      )}
      <ConfirmButton
        label={t('hooks.rotate')}
        question={t('hooks.rotate.ask')}
        isBusy={writing.isBusy}
        onConfirm={() => void rotate()}
      />
      {map.rights.has('webhook_delete') && (
        <ConfirmButton
          label={t('admin.delete')}
          about={t('admin.delete.of', { name: hook.name })}
          question={t('hooks.delete.ask', { name: hook.name })}
          isBusy={writing.isBusy}
          onConfirm={() => void remove()}
        />
      )}
      <Seek isBusy={writing.isBusy} onSeek={(to) => void run(post('seek', { to }), t('hooks.sought'))} />
    </div>
  );
}

/** Goes on from another place: from now, or once more from a moment on. */
function Seek({ isBusy, onSeek }: { isBusy: boolean; onSeek: (to: string) => void }): VNode {
  const [at, setAt] = useState('');
  return (
    <details class="hook-seek">
      <summary>{t('hooks.seek')}</summary>
      <p>{t('hooks.seek.about')}</p>
      <div class="admin-end">
        <label class="admin-field">
          {t('hooks.seek.moment')}
          <input type="datetime-local" value={at} onInput={({ currentTarget }) => setAt(currentTarget.value)} />
        </label>
        <ConfirmButton
          label={t('hooks.seek.again')}
          question={t('hooks.seek.again.ask')}
          isBusy={isBusy || !at}
          onConfirm={() => onSeek(new Date(at).toISOString())}
        />
        <ConfirmButton
          label={t('hooks.seek.now')}
          question={t('hooks.seek.now.ask')}
          isBusy={isBusy}
          onConfirm={() => onSeek('now')}
        />
      </div>
    </details>
  );
}

/** The secret. The server never tells it again. */
function Secret({ secret, onDone }: { secret: string; onDone: () => void }): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current!.focus({ preventScroll: true });
    heading.current!.parentElement!.scrollIntoView({ block: 'center' });
  }, [secret]);
  return (
    <section class="card admin-secret" aria-labelledby="hook-secret">
      <h2 id="hook-secret" tabIndex={-1} ref={heading}>
        {t('hooks.secret')}
      </h2>
      <p>{t('hooks.secret.once')}</p>
      <code class="admin-token">{secret}</code>
      <div class="admin-end">
        <CopyButton text={secret} label={t('hooks.secret.copy')} />
        <button class="small-button" type="button" onClick={onDone}>
          {t('admin.tokens.kept')}
        </button>
      </div>
    </section>
  );
}
