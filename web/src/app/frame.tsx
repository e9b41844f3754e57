/** What every page stands in: the bar at the top, the navigation at the left, which is a drawer on narrow screens, and the page. */
import type { ComponentChildren, RefObject, TargetedKeyboardEvent, TargetedMouseEvent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ConfirmIdentity } from '../components/confirm-identity.js';
import { SessionState, SignInDialog } from '../components/sign-in.js';
import { chooseLanguage, language, LANGUAGES, t } from '../i18n/index.js';
import mark from './mark.svg';
import { switchTheme } from './theme.js';

/** Under which a browser keeps that the navigation is folded away, where there is room for it. */
const FOLDED = 'meridian-nav-folded';

export interface FrameOptions {
  /** Where the name at the top leads. */
  home: string;
  version?: string;
  main?: RefObject<HTMLElement | null>;
  /** The search in the bar. */
  search?: ComponentChildren;
  /** Links at the end of the bar. */
  end?: ComponentChildren;
  /** Absent on a page that leads nowhere yet; there nobody is signed in. */
  nav?: NavOptions;
  children: ComponentChildren;
}

export interface NavOptions {
  /** What the navigation is called, for its button and for who does not see it. */
  label: string;
  content: ComponentChildren;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  /** Names the page that is shown: the drawer closes when it is another one. */
  page: string;
}

export function Frame({ home, version = '', main, search, end, nav, children }: FrameOptions): VNode {
  const [open, setOpen] = useState(false);
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED) !== null);
  const isDrawer = useDrawer();
  const toggle = (): void => {
    if (isDrawer) setOpen(!open);
    else {
      if (isFolded) localStorage.removeItem(FOLDED);
      else localStorage.setItem(FOLDED, 'yes');
      setFolded(!isFolded);
    }
  };
  const place = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [nav?.page]);
  useLayoutEffect(() => {
    // A field would call the keyboard of a phone, which covers half of what was opened.
    if (open) place.current!.querySelector<HTMLElement>(matchMedia('(hover: none)').matches ? 'a' : 'input')?.focus();
  }, [open]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current!.focus();
    }
    nav?.onKeyDown?.(event);
  };
  const onClick = (event: TargetedMouseEvent<HTMLElement>): void => {
    // A link may be asked about first, and lead nowhere: the drawer is closed all the same, and the focus goes back to its button.
    if (!open || !(event.target as Element).closest('a')) return;
    setOpen(false);
    button.current!.focus();
  };
  return (
    <>
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <header class="bar">
        {nav && (
          <button
            class="icon-button menu-button"
            type="button"
            id="menu-button"
            ref={button}
            aria-controls="nav"
            aria-expanded={isDrawer ? open : !isFolded}
            onClick={toggle}
          >
            <span class="visually-hidden">{nav.label}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" />
            </svg>
          </button>
        )}
        <a class="brand" href={home}>
          <img src={mark} alt="" width="30" height="30" />
          <span>Meridian</span> <small id="version">{version}</small>
        </a>
        {search}
        <div class="bar-end">
          {end}
          <LanguageButton />
          <button class="icon-button" type="button" id="theme-button" onClick={switchTheme}>
            <span class="visually-hidden">{t('frame.theme')}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="8" />
              <path class="filled" d="M12 4a8 8 0 0 1 0 16z" />
            </svg>
          </button>
          {nav && <SessionState />}
        </div>
      </header>
      <div class={!nav ? 'frame alone' : isFolded ? 'frame folded' : 'frame'}>
        {nav && (
          <nav
            id="nav"
            class={open ? 'nav open' : 'nav'}
            aria-label={nav.label}
            ref={place}
            onKeyDown={onKeyDown}
            onClick={onClick}
          >
            {nav.content}
          </nav>
        )}
        <main id="main" class="main" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
      <div class="veil" hidden={!open} onClick={() => setOpen(false)} />
      <SignInDialog />
      <ConfirmIdentity />
    </>
  );
}

/** Screens on which the navigation lies above the page. */
const DRAWER = matchMedia('(max-width: 900px)');

/** Whether it does now. */
function useDrawer(): boolean {
  const [isDrawer, setDrawer] = useState(DRAWER.matches);
  useEffect(() => {
    const look = (): void => setDrawer(DRAWER.matches);
    DRAWER.addEventListener('change', look);
    return () => DRAWER.removeEventListener('change', look);
  }, []);
  return isDrawer;
}

/** Leads to the other language, in which it is named. */
function LanguageButton(): VNode {
  const other = LANGUAGES[(LANGUAGES.indexOf(language.get()) + 1) % LANGUAGES.length]!;
  const name = new Intl.DisplayNames([other], { type: 'language' }).of(other)!;
  return (
    <button
      class="icon-button language-button"
      type="button"
      id="language-button"
      lang={other}
      onClick={() => void chooseLanguage(other)}
    >
      <span class="visually-hidden">{name}</span>
      <span aria-hidden="true">{other.toUpperCase()}</span>
    </button>
  );
}
