/** One check: what it looks for, what to do, and its objects as a table in which findings are accepted. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CHECKS, inLanguage, type Check } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { tell } from '../app/notice.js';
import { go } from '../app/router.js';
import { Answered } from '../components/answered.js';
import { SeverityMark } from '../components/finding.js';
import { ConfirmButton, Refused, useWriting } from '../components/writing.js';
import { locale, t } from '../i18n/index.js';
import { ChangeCheck } from './change.js';
import { Found } from './found.js';
import { LookNow } from '../app/look-now.js';

/** What is due first comes first; in each kind as it was made where no day is told. */
const ORDER = 'day,type,object_id';

export function OneCheck({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const read = useAnswer(`${CHECKS}/${encodeURIComponent(id)}`);
  const isNone = read.answer && 'status' in read.answer && read.answer.status === 404;
  return (
    <>
      <p class="eyebrow">
        <a href="/checks">{t('checks.title')}</a>
      </p>
      {isNone ? (
        <>
          <h1>{t('checks.title')}</h1>
          <p class="lead">{t('checks.none')}</p>
        </>
      ) : (
        <Answered<{ data: Check }> {...read}>
          {({ data }) => <Shown map={map} check={data} again={read.again} />}
        </Answered>
      )}
    </>
  );
}

interface CheckOptions {
  map: MapOfKinds;
  check: Check;
  again: () => void;
}

function Shown({ map, check, again }: CheckOptions): VNode {
  const [turn, setTurn] = useState(0);
  const title = inLanguage(check.titles);
  const [about, advice] = [inLanguage(check.abouts), inLanguage(check.advices)];
  useEffect(() => {
    document.title = `${title} · ${t('checks.title')} · Meridian`;
  }, [title]);
  const anew = (): void => {
    setTurn((count) => count + 1);
    again();
  };
  return (
    <>
      <div class="title-line">
        <h1>{title}</h1>
        <SeverityMark severity={check.severity} />
      </div>
      {about && <p class="lead">{about}</p>}
      {advice && (
        <p>
          <strong>{t('checks.advice')}</strong>
          {t('colon')}
          {advice}
        </p>
      )}
      <p class="faint">
        {check.last_run_at && t('checks.last-run', { when: momentInWords(check.last_run_at) })}{' '}
        {!check.enabled && t('checks.off')}
      </p>
      {check.last_error && <p class="check-failed">{t('checks.last-error', { error: check.last_error })}</p>}
      <Change map={map} check={check} again={anew} />
      <Found
        key={turn}
        map={map}
        label={title}
        file={check.key}
        parts={{ 'filter[check]': check.key }}
        order={ORDER}
        check={check}
        again={anew}
      />
    </>
  );
}

const momentInWords = (at: string): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** What can be done with the check itself. */
function Change({ map, check, again }: CheckOptions): VNode {
  const writing = useWriting();
  const path = `${CHECKS}/${check.id}`;
  const [isOpen, setOpen] = useState(false);
  const turn = async (): Promise<void> => {
    if (!(await writing.write({ method: 'PATCH', path, body: { enabled: !check.enabled } }))) return;
    tell(t('checks.switched'));
    again();
  };
  const reset = async (): Promise<void> => {
    if (!(await writing.write({ method: 'PATCH', path, body: { reset: true } }))) return;
    tell(t('checks.change.done'));
    again();
  };
  const remove = async (): Promise<void> => {
    if (!(await writing.write({ method: 'DELETE', path }))) return;
    tell(t('checks.deleted', { name: inLanguage(check.titles) }), '/checks');
    go('/checks');
  };
  return (
    <>
      <div class="check-tools for-screen">
        {check.enabled && <LookNow map={map} keys={[check.key]} onDone={again} />}
        {map.rights.has('check_edit') && (
          <button class="quiet" type="button" onClick={() => setOpen(true)}>
            {t('checks.change.open')}
          </button>
        )}
        {map.rights.has('check_edit') && (
          <button class="quiet" type="button" disabled={writing.isBusy} onClick={() => void turn()}>
            {t(check.enabled ? 'checks.switch-off' : 'checks.switch-on')}
          </button>
        )}
        {map.rights.has('check_edit') && check.shipped && check.changed.length > 0 && (
          <ConfirmButton
            label={t('checks.reset')}
            question={t('checks.reset.ask')}
            isBusy={writing.isBusy}
            onConfirm={() => void reset()}
          />
        )}
        {!check.shipped && map.rights.has('check_delete') && (
          <ConfirmButton
            label={t('checks.delete')}
            question={t('checks.delete.ask')}
            isBusy={writing.isBusy}
            onConfirm={() => void remove()}
          />
        )}
      </div>
      <Refused writing={writing} />
      {isOpen && (
        <ChangeCheck
          check={check}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            again();
          }}
        />
      )}
    </>
  );
}
