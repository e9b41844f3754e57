/** The second factors of another user: an administrator takes away what that person has lost. */
import type { VNode } from 'preact';
import { FactorTable, type Factors } from '../account/factors.js';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { ConfirmButton, Refused, useDeeds } from '../components/writing.js';
import { t } from '../i18n/index.js';

export function UserFactors({ id, name }: { id: number; name: string }): VNode {
  const path = `/api/users/${id}/factors`;
  const { answer, again } = useAnswer(path);
  const { writing, told, run } = useDeeds(again);
  return (
    <section aria-labelledby="user-factors">
      <h2 id="user-factors">{t('factor.title')}</h2>
      {told}
      <Refused writing={writing} />
      <Answered<Factors> answer={answer} again={again}>
        {({ factors, required }) =>
          factors.length === 0 ? (
            <p class="faint">{t(required ? 'factor.of.missing' : 'factor.of.none')}</p>
          ) : (
            <>
              <FactorTable
                factors={factors}
                isBusy={writing.isBusy}
                label={t('factor.take')}
                about={(factor) => t('factor.take.of', { name: factor })}
                question={t('factor.take.ask', { name })}
                onTake={(one) =>
                  void run({ method: 'DELETE', path: `${path}/${one.id}` }, t('factor.removed', { name: one.name }))
                }
              />
              <div class="admin-end">
                <ConfirmButton
                  label={t('factor.take.all')}
                  question={t('factor.take.ask', { name })}
                  isBusy={writing.isBusy}
                  onConfirm={() => void run({ method: 'DELETE', path }, t('factor.take.done', { name }))}
                />
              </div>
            </>
          )
        }
      </Answered>
    </section>
  );
}
