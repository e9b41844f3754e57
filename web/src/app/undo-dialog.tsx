/** What taking back a request would do, by name: what goes, what comes back, what is set back, and what was changed since. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { knownMap, numbered, type MapOfKinds } from '../api/map.js';
import type { Answer } from '../api/send.js';
import { planUndo, undo, type LeftOut, type Outcome, type Undone, type UndoTarget } from '../api/undo.js';
import { Dialog } from '../components/dialog.js';
import { Problem } from '../components/problem.js';
import { typeset } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

export interface UndoDialogOptions {
  target: UndoTarget;
  onClose: () => void;
  /** It was done; the sentence says what. */
  onDone: (sentence: string) => void;
}

/** Objects that are told one by one. */
const MOST = 20;

export function UndoDialog({ target, onClose, onDone }: UndoDialogOptions): VNode {
  const map = knownMap()!;
  const [planned, setPlanned] = useState<Pick<Answer, 'status' | 'body'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void planUndo(target).then((answer) => void (isWanted && setPlanned(answer)));
    return () => void (isWanted = false);
  }, []);
  const plan = planned && planned.status < 400 ? (planned.body as { data: Undone }).data : null;
  const errors = Object.entries(plan?.errors ?? {});
  const count = plan?.objects.length ?? 0;
  const go = async (): Promise<void> => {
    setBusy(true);
    const answer = await undo(target, plan!.conflicts.length > 0);
    setBusy(false);
    // Somebody changed one of them just now: what would happen then is told anew.
    if (answer.status === 409) return setPlanned(await planUndo(target));
    if (answer.status >= 400) return setPlanned(answer);
    const done = (answer.body as { data: Undone }).data;
    const kept = done.conflicts.length;
    const sentence = t('undo.done', { count: done.objects.length });
    onDone(kept ? `${sentence} ${t('undo.done.but', { count: kept, names: namesOf(map, done.conflicts) })}` : sentence);
  };
  return (
    <Dialog title={t('undo.title')} onClose={onClose}>
      {!planned && (
        <p class="loading" role="status">
          {t('answer.reading')}
        </p>
      )}
      {planned && !plan && <Problem status={planned.status} body={planned.body} advice={t('undo.refused')} />}
      {plan && (
        <div class="undo-plan">
          {count === 0 && <p>{t(plan.conflicts.length ? 'undo.all-changed' : 'undo.nothing')}</p>}
          {(['deleted', 'restored', 'updated'] as const).map((action) => (
            <Outcomes
              key={action}
              map={map}
              title={t(`undo.${action}`)}
              outcomes={plan.objects.filter((one) => one.action === action)}
              hasFields={action === 'updated'}
            />
          ))}
          <Outcomes map={map} title={t('undo.conflicts')} outcomes={plan.conflicts} hasFields />
          <LeftOutLinks map={map} leftOut={plan.left_out} />
          {errors.length > 0 && (
            <div class="problem" role="alert">
              <p class="problem-sentence">{t('undo.errors')}</p>
              <ul>
                {errors.slice(0, MOST).map(([key, sentences]) => (
                  <li key={key}>{sentences.map(typeset).join(' ')}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t(count ? 'cancel' : 'close')}
        </button>
        {count > 0 && !errors.length && (
          <button class="primary" type="button" disabled={isBusy} onClick={() => void go()}>
            {t(plan!.conflicts.length ? 'undo.rest' : 'undo.go', { count })}
          </button>
        )}
      </div>
    </Dialog>
  );
}

const nameOf = (map: MapOfKinds, { resource, id, name }: Pick<Outcome, 'resource' | 'id' | 'name'>): string =>
  name ?? numbered(map.kinds.get(resource), id);

function namesOf(map: MapOfKinds, outcomes: readonly Outcome[]): string {
  const few = outcomes.slice(0, 5).map((one) => nameOf(map, one));
  return outcomes.length > few.length
    ? `${few.join(', ')} ${t('table.more', { count: outcomes.length - few.length })}`
    : few.join(', ');
}

/** What fields are called; `id` stands for the whole object. */
function fieldsInWords(map: MapOfKinds, resource: string, fields: readonly string[]): string {
  const kind = map.kinds.get(resource);
  const parts = [...(kind?.columns ?? []), ...(kind?.links ?? [])];
  const titleOf = (name: string): string => {
    const part = name === 'id' ? undefined : parts.find((one) => one.name === name);
    return part ? said(part.titles).text : name === 'id' ? t('undo.whole') : name;
  };
  return [...new Set(fields.map(titleOf))].join(', ');
}

interface OutcomesOptions {
  map: MapOfKinds;
  title: string;
  outcomes: readonly Outcome[];
  hasFields: boolean;
}

function Outcomes({ map, title, outcomes, hasFields }: OutcomesOptions): VNode | null {
  if (!outcomes.length) return null;
  return (
    <section>
      <h3>
        {title} <span class="faint">{outcomes.length}</span>
      </h3>
      <ul>
        {outcomes.slice(0, MOST).map((one) => (
          <li key={`${one.resource} ${one.id}`}>
            {nameOf(map, one)}{' '}
            <small class="faint">
              {said(map.kinds.get(one.resource)?.one ?? { en: one.resource }).text}
              {hasFields && one.fields.length > 0 && `${t('colon')}${fieldsInWords(map, one.resource, one.fields)}`}
            </small>
          </li>
        ))}
        {outcomes.length > MOST && <li class="faint">{t('table.more', { count: outcomes.length - MOST })}</li>}
      </ul>
    </section>
  );
}

/** Links that stay away, since what they lead to is deleted by now. */
function LeftOutLinks({ map, leftOut }: { map: MapOfKinds; leftOut: readonly LeftOut[] }): VNode | null {
  if (!leftOut.length) return null;
  const fields = new Set(leftOut.map(({ resource, field }) => fieldsInWords(map, resource, [field])));
  return <p>{t('undo.left-out', { count: leftOut.length, fields: [...fields].join(', ') })}</p>;
}
