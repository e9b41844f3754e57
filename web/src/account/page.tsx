/** The page at /account: one's own password, language and theme, and where one is signed in. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { session } from '../api/session.js';
import { useAnswer } from '../api/use-answer.js';
import { MapFrame } from '../app/map-frame.js';
import { chosenTheme, chooseTheme, THEMES, type ThemeChoice } from '../app/theme.js';
import { TokensPage } from '../components/tokens.js';
import { chooseLanguage, language, LANGUAGES, t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { FactorsPart } from '../components/factors.js';
import { CalendarPart } from './calendar.js';
import { LanguageOptions } from './language-options.js';
import { LettersPart } from './letters.js';
import { PasswordForm } from './password.js';
import { Sessions } from './sessions.js';
import './account.css';

export default function Account(): VNode {
  return <MapFrame>{(map) => <Shown map={map} />}</MapFrame>;
}

function Shown({ map }: { map: MapOfKinds }): VNode {
  const title = t('account.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  const { name, login } = useStore(session) ?? {};
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{name === login ? name : `${name} (${login})`}</p>
      <Choices />
      <Password />
      <FactorsPart />
      <Sessions map={map} />
      {'/api/me/calendar' in map.description.openapi.paths && <CalendarPart />}
      <LettersPart map={map} />
      <h2>{t('account.tokens')}</h2>
      <p class="faint">{t('admin.tokens.about')}</p>
      <TokensPage map={map} isOwnAlone />
    </>
  );
}

/** The form for whoever has signed in with a password of this map; others change theirs where they sign in. */
function Password(): VNode | null {
  const { answer } = useAnswer('/api/me');
  const way = answer && 'body' in answer ? (answer.body as { way?: string }).way : undefined;
  if (way === undefined) return null;
  if (way !== 'oidc' && way !== 'ldap') return <PasswordForm />;
  return (
    <section class="card admin-form account-password" aria-labelledby="account-password">
      <h2 id="account-password">{t('account.password')}</h2>
      <p>{t(way === 'ldap' ? 'account.password.ldap' : 'account.password.oidc')}</p>
    </section>
  );
}

/** What holds on this browser. */
function Choices(): VNode {
  const theme = useStore(chosenTheme);
  return (
    <form class="card admin-form account-choices" aria-label={t('account.choices')}>
      <label>
        <span>{t('account.language')}</span>
        <select
          value={language.get()}
          onChange={({ currentTarget }) => void chooseLanguage(LANGUAGES[currentTarget.selectedIndex]!)}
        >
          <LanguageOptions />
        </select>
      </label>
      <label>
        <span>{t('account.theme')}</span>
        <select value={theme} onChange={({ currentTarget }) => chooseTheme(currentTarget.value as ThemeChoice)}>
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {t(`account.theme.${one}`)}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
