/** The address under which a program of calendars reads the reader's dates. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from '../components/answered.js';
import { CopyButton } from '../components/text.js';
import { ConfirmButton, Refused, useDeeds } from '../components/writing.js';
import { locale, t } from '../i18n/index.js';

const PATH = '/api/me/calendar';

interface Key {
  created_at: string;
  last_used_at: string | null;
}

export function CalendarPart(): VNode {
  const { answer, again } = useAnswer(PATH);
  const { writing, told, run } = useDeeds(again);
  // It is told once, and gone with the page.
  const [url, setUrl] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    const made = await writing.write({ method: 'POST', path: PATH });
    if (!made) return;
    setUrl((made.body as { url: string }).url);
    again();
  };
  const end = async (): Promise<void> => {
    if (await run({ method: 'DELETE', path: PATH }, t('calendar.ended'))) setUrl(null);
  };
  return (
    <section aria-labelledby="account-calendar">
      <h2 id="account-calendar">{t('calendar.title')}</h2>
      <p class="faint">{t('calendar.about')}</p>
      {told}
      <Refused writing={writing} />
      {url !== null && (
        <div class="card" role="status">
          <p>{t('calendar.secret')}</p>
          <label>
            {t('calendar.address')}
            <input type="text" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
          <p class="calendar-ways">
            <CopyButton text={url} label={t('copy.address')} />
            {/* Programs of calendars take it by themselves. */}
            <a class="quiet" href={url.replace(/^https?:/, 'webcal:')}>
              {t('calendar.open')}
            </a>
          </p>
        </div>
      )}
      <Answered<{ data: Key | null }> answer={answer} again={again}>
        {({ data }) =>
          data ? (
            <>
              <p>
                {data.last_used_at === null
                  ? t('calendar.unused')
                  : t('calendar.used', {
                      when: new Date(data.last_used_at).toLocaleString(locale(), {
                        dateStyle: 'medium',
                        timeStyle: 'short',
                      }),
                    })}
              </p>
              <div class="admin-end">
                <ConfirmButton
                  label={t('calendar.renew')}
                  question={t('calendar.renew.ask')}
                  isBusy={writing.isBusy}
                  onConfirm={() => void make()}
                />
                <ConfirmButton
                  label={t('calendar.end')}
                  question={t('calendar.end.ask')}
                  isBusy={writing.isBusy}
                  onConfirm={() => void end()}
                />
              </div>
            </>
          ) : (
            <div class="admin-end">
              <button class="primary" type="button" disabled={writing.isBusy} onClick={() => void make()}>
                {t('calendar.make')}
              </button>
            </div>
          )
        }
      </Answered>
    </section>
  );
}
