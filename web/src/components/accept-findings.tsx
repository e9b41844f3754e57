/** What somebody lives with: findings accepted until a day, and why. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FINDINGS, nameOfFinding, type Finding } from '../api/checks.js';
import { t } from '../i18n/index.js';
import { Dialog } from './dialog.js';
import { Refused, useWriting } from './writing.js';
import '../styles/decide.css';

interface AcceptOptions {
  all: readonly Finding[];
  onClose: () => void;
  /** All of them were stored. */
  onDone: () => void;
}

/** The window in which one or several are accepted: all of them, or none. */
export function AcceptFindings({ all, onClose, onDone }: AcceptOptions): VNode {
  const [first] = all;
  const isOne = all.length === 1;
  const writing = useWriting();
  const [reason, setReason] = useState(isOne ? (first!.accepted_reason ?? '') : '');
  const [until, setUntil] = useState(isOne ? (first!.accepted_until ?? '') : '');
  const store = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (writing.isBusy) return;
    const body = { ids: all.map(({ id }) => id), accepted_until: until, reason };
    if (await writing.write({ method: 'POST', path: `${FINDINGS}/accept`, body })) onDone();
  };
  return (
    <Dialog
      title={
        isOne
          ? t('checks.accept.of', { name: nameOfFinding(first!) })
          : t('checks.accept.several', { count: all.length })
      }
      onClose={onClose}
    >
      <form class="decide" onSubmit={(event) => void store(event)}>
        {isOne && <p>{first!.message}</p>}
        <p class="faint">{t('checks.accept.about')}</p>
        <label>
          {t('checks.accept.until')}
          <input type="date" required value={until} onInput={({ currentTarget: { value } }) => setUntil(value)} />
        </label>
        <label>
          {t('checks.accept.reason')} {t('form.required')}
          <textarea
            rows={3}
            required
            maxLength={2000}
            value={reason}
            onInput={({ currentTarget: { value } }) => setReason(value)}
          />
        </label>
        <Refused
          writing={writing}
          titles={{ accepted_until: t('checks.accept.until'), reason: t('checks.accept.reason') }}
        />
        <div class="form-end">
          <button class="quiet" type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button class="primary" type="submit" disabled={writing.isBusy}>
            {t('form.save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
