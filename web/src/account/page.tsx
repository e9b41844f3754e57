/** The page at /account: one's own password, language and theme, and where one is signed in. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { session } from '../api/session.js';
import { MapFrame } from '../app/map-frame.js';
import { chosenTheme, chooseTheme, THEMES, type ThemeChoice } from '../app/theme.js';
import { TokensPage } from '../components/tokens.js';
import { chooseLanguage, language, LANGUAGES, t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { FactorsPart } from './factors.js';
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
      <PasswordForm />
      <FactorsPart />
      <Sessions map={map} />
      <h2>{t('account.tokens')}</h2>
      <p class="faint">{t('admin.tokens.about')}</p>
      <TokensPage map={map} isOwnAlone />
    </>
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
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {new Intl.DisplayNames([one], { type: 'language' }).of(one)}
            </option>
          ))}
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
