/** How often letters come, and what the reader watches. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { askForLetters, chooseLetters, EVERY, letters, watch } from '../api/letters.js';
import type { MapOfKinds } from '../api/map.js';
import { Problem } from '../components/problem.js';
import { LANGUAGES, locale, t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { LanguageOptions } from './language-options.js';

type Refusal = { status: number; body: unknown } | null;

export function LettersPart({ map }: { map: MapOfKinds }): VNode | null {
  const own = useStore(letters);
  const [refused, setRefused] = useState<Refusal>(null);
  const [done, setDone] = useState('');
  useEffect(() => askForLetters(map), [map]);
  if (!own?.available) return null;
  const run = async (change: Promise<{ status: number; body: unknown }>, words: string): Promise<void> => {
    setDone('');
    const answer = await change;
    setRefused(answer.status < 400 ? null : answer);
    if (answer.status < 400) setDone(words);
  };
  const { email, every, language: spoken, sent_at: sent, error, watches } = own;
  return (
    <section aria-labelledby="account-letters">
      <h2 id="account-letters">{t('letters.title')}</h2>
      <p class="faint">{t('letters.about')}</p>
      <p role="status">{done}</p>
      {refused && <Problem {...refused} />}
      <form class="card admin-form account-choices" aria-label={t('letters.title')}>
        <label>
          <span>{t('letters.every')}</span>
          <select
            value={every}
            disabled={!email}
            onChange={({ currentTarget }) =>
              void run(chooseLetters(EVERY[currentTarget.selectedIndex]!), t('letters.saved'))
            }
          >
            {EVERY.map((one) => (
              <option key={one} value={one}>
                {t(`letters.every.${one}`)}
              </option>
            ))}
          </select>
        </label>
        {spoken && (
          <label>
            <span>{t('letters.language')}</span>
            <select
              value={spoken}
              onChange={({ currentTarget }) =>
                void run(chooseLetters(every, LANGUAGES[currentTarget.selectedIndex]!), t('letters.saved'))
              }
            >
              <LanguageOptions />
            </select>
          </label>
        )}
        <p class="faint">{email ? t('letters.to', { email }) : t('letters.no-address')}</p>
      </form>
      {sent && (
        <p>
          {t('letters.sent', {
            when: new Date(sent).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
      {error && <p class="form-problem">{t('letters.error', { error })}</p>}
      <h3>{t('letters.watches')}</h3>
      {watches.length === 0 && <p class="faint">{t('letters.watches.none')}</p>}
      <ul class="plain-list">
        {watches.map(({ id, href, name }) => (
          <li key={id}>
            <a href={href}>{name}</a>{' '}
            <button
              class="small-button"
              type="button"
              aria-label={t('letters.unwatch', { name })}
              onClick={() => void run(watch(href, name, false), t('letters.unwatched', { name }))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
