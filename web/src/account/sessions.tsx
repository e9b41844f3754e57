/** Where the reader is signed in: in browsers, and by programs. Each can be ended, and all others at once. */
import type { VNode } from 'preact';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { session } from '../api/session.js';
import { useAnswer } from '../api/use-answer.js';
import { ConfirmButton, Refused, useDeeds } from '../components/writing.js';
import { Answered } from '../components/answered.js';
import { FramedTable, headed } from '../components/framed-table.js';
import { locale, t } from '../i18n/index.js';
import { useStore } from '../store.js';

/** A log-in, as the server lists it. */
interface LogIn {
  id: number;
  user_id: number;
  browser: boolean;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  last_address: string | null;
}

export function Sessions({ map }: { map: MapOfKinds }): VNode {
  const { answer, again } = useAnswer('/api/tokens?sessions=1');
  const { writing, told, run, announce } = useDeeds(again);
  const own = useStore(session)?.id;
  const endAll = async (others: readonly LogIn[]): Promise<void> => {
    const answers = await Promise.all(others.map(({ id }) => tried({ method: 'DELETE', path: `/api/tokens/${id}` })));
    // What had ended by itself meanwhile is gone all the same.
    const left = answers.filter(({ status }) => status >= 400 && status !== 404).length;
    announce(left ? t('account.sessions.left', { count: left }) : t('account.sessions.all-ended'));
  };
  return (
    <>
      <h2>{t('account.sessions')}</h2>
      {told}
      <Refused writing={writing} />
      <Answered<LogIn[]> answer={answer} again={again}>
        {(all) => {
          const sessions = all.filter(({ user_id: user }) => user === map.rights.userId).reverse();
          const others = sessions.filter(({ id }) => id !== own);
          return (
            <>
              <FramedTable
                label={t('account.sessions')}
                heads={[
                  t('account.sessions.where'),
                  t('account.sessions.used'),
                  t('account.sessions.since'),
                  t('account.sessions.until'),
                ]}
                action={t('admin.end')}
                table="objects as-cards"
              >
                {sessions.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">
                      {t(one.browser ? 'account.sessions.browser' : 'account.sessions.program')}
                      {one.id === own && ` (${t('account.sessions.this')})`}
                    </th>
                    <td data-head={headed(t('account.sessions.used'))}>
                      <Moment at={one.last_used_at} /> {one.last_address}
                    </td>
                    <td data-head={headed(t('account.sessions.since'))}>
                      <Moment at={one.created_at} />
                    </td>
                    <td data-head={headed(t('account.sessions.until'))}>
                      <Moment at={one.expires_at} />
                    </td>
                    <td class="row-action">
                      {one.id !== own && (
                        <ConfirmButton
                          label={t('admin.end')}
                          about={t('account.sessions.end.of', { address: one.last_address ?? `#${one.id}` })}
                          question={t('account.sessions.ask')}
                          isBusy={writing.isBusy}
                          onConfirm={() =>
                            void run({ method: 'DELETE', path: `/api/tokens/${one.id}` }, t('account.sessions.ended'))
                          }
                        />
                      )}
                    </td>
                  </tr>
                ))}
              </FramedTable>
              {others.length > 0 && (
                <div class="admin-end">
                  <ConfirmButton
                    label={t('account.sessions.end-others')}
                    question={t('account.sessions.ask-all', { count: others.length })}
                    isBusy={writing.isBusy}
                    onConfirm={() => void endAll(others)}
                  />
                </div>
              )}
            </>
          );
        }}
      </Answered>
    </>
  );
}

const Moment = ({ at }: { at: string | null }): VNode =>
  at === null ? (
    <></>
  ) : (
    <time dateTime={at}>{new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })}</time>
  );
