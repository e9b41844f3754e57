/** An object as it was: which moment that is, the way back to now, and what putting the object back to it would do. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { mayDo } from '../api/may.js';
import { Wanted } from '../api/names.js';
import { tried } from '../api/send.js';
import { useNames } from '../api/use-names.js';
import { EntryChanges } from '../app/entry-changes.js';
import { tell } from '../app/notice.js';
import { go } from '../app/router.js';
import { fieldsOfChange, wantNamesOf, type ToldChange } from '../app/told-change.js';
import { Dialog } from '../components/dialog.js';
import { Problem } from '../components/problem.js';
import { typeset } from '../components/sentences.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** What setting an object back does, or would do. */
interface SetBackPlan extends Required<Pick<ToldChange, 'changes' | 'links'>> {
  left_out: ReadonlyArray<{ field: string; ids: readonly number[] }>;
  errors: Readonly<Record<string, readonly string[]>>;
}

interface AsOfOptions {
  map: MapOfKinds;
  kind: Kind;
  id: number;
  name: string;
  /** As the address has it: a moment, or the place of a change in the feed. */
  asOf: string;
}

interface BannerOptions extends AsOfOptions {
  /** The moment, for people. */
  at: string;
  /** It was there then. */
  isThere: boolean;
  isExact: boolean;
}

/** Stands above what the object was. */
export function AsOfBanner({ at, isThere, isExact, ...options }: BannerOptions): VNode {
  const { map, kind, id } = options;
  const moment = Date.parse(at);
  const when = Number.isNaN(moment)
    ? t('asof.moment')
    : new Date(moment).toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' });
  // One that is deleted now comes back for whoever may restore it: the server decides.
  const maySetBack = isThere && (mayDo(map, kind, 'edit', id) || mayDo(map, kind, 'restore'));
  return (
    <section class="card as-of-banner" aria-label={t('asof')}>
      <p>
        <strong>{t('asof.about', { when })}</strong> {isThere && t('asof.names')} {!isExact && t('asof.inexact')}
      </p>
      <div class="object-actions">
        <a class="quiet" href={addressOf(kind.path, id)}>
          {t('asof.now')}
        </a>
        {maySetBack && <SetBack {...options} />}
      </div>
    </section>
  );
}

/** Puts the object back; first it is told what that would change. */
function SetBack({ map, kind, id, name, asOf }: AsOfOptions): VNode {
  const [plan, setPlan] = useState<SetBackPlan | null>(null);
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (query: string): Promise<unknown> => {
    setBusy(true);
    setProblem(null);
    const path = `/api/${kind.path}/${id}/restore${query}`;
    const { status, body } = await tried({ method: 'POST', path, body: { as_of: asOf } });
    setBusy(false);
    if (status < 400) return body;
    setProblem(<Problem status={status} body={body} />);
    return undefined;
  };
  const look = async (): Promise<void> => setPlan(((await ask('?dry_run=1')) as SetBackPlan | undefined) ?? null);
  const store = async (): Promise<void> => {
    if ((await ask('')) === undefined) return;
    const to = addressOf(kind.path, id);
    setPlan(null);
    tell(t('asof.done', { name }), to);
    go(to);
  };
  return (
    <>
      <button class="primary" type="button" disabled={isBusy} onClick={() => void look()}>
        {t('asof.put-back')}
      </button>
      {!plan && problem}
      {plan && (
        <Dialog wide title={t('asof.ask', { name })} onClose={() => setPlan(null)}>
          <Planned map={map} kind={kind} plan={plan} />
          {problem}
          <div class="form-end">
            <button class="quiet" type="button" onClick={() => setPlan(null)}>
              {t('cancel')}
            </button>
            {!Object.keys(plan.errors).length && (
              <button class="primary" type="button" disabled={isBusy} onClick={() => void store()}>
                {t('asof.go')}
              </button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What would change, what stays away, and what is in the way. */
function Planned({ map, kind, plan }: { map: MapOfKinds; kind: Kind; plan: SetBackPlan }): VNode {
  const fields = fieldsOfChange(kind, plan);
  const wanted = new Wanted();
  wantNamesOf(wanted, fields);
  const names = useNames(map, wanted, true);
  const parts = [...kind.columns, ...kind.links];
  const titleOf = (name: string): string => said(parts.find((one) => one.name === name)?.titles ?? { en: name }).text;
  const errors = Object.entries(plan.errors);
  return (
    <>
      {fields.length ? (
        <EntryChanges map={map} changes={fields} names={names} />
      ) : (
        !errors.length && <p>{t('asof.same')}</p>
      )}
      {plan.left_out.length > 0 && (
        <p>
          {t('undo.left-out', {
            count: plan.left_out.reduce((sum, { ids }) => sum + ids.length, 0),
            fields: plan.left_out.map(({ field }) => titleOf(field)).join(', '),
          })}
        </p>
      )}
      {errors.length > 0 && (
        <div class="problem" role="alert">
          <p class="problem-sentence">{t('undo.errors')}</p>
          <dl class="problem-fields">
            {errors.map(([field, sentences]) => (
              <div key={field}>
                <dt>{titleOf(field)}</dt>
                {sentences.map((sentence) => (
                  <dd key={sentence}>{typeset(sentence)}</dd>
                ))}
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}
