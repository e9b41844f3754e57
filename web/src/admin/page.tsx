/** The pages below /admin: who may sign in and do what, and who did what. Of its parts those are offered that the reader may use. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { Notice } from '../app/notice.js';
import { go, place } from '../app/router.js';
import { Parts } from '../components/parts.js';
import { TokensPage } from '../components/tokens.js';
import { t, type PlainKey } from '../i18n/index.js';
import { useStore } from '../store.js';
import { DelegationsPage } from './delegations.js';
import { HooksPage } from './hooks/list.js';
import { HookPage } from './hooks/page.js';
import { JournalPage } from './journal.js';
import { PerimetersPage } from './perimeters/list.js';
import { PerimeterPage } from './perimeters/page.js';
import { RolePage } from './role.js';
import { RolesPage } from './roles.js';
import { UserPage } from './user.js';
import { UsersPage } from './users.js';
import './admin.css';

interface PartOptions {
  map: MapOfKinds;
  /** What the address names: an id, or `new`. */
  id: string;
}

interface Part {
  slug: string;
  title: PlainKey;
  about: PlainKey;
  /** The kind whose list is needed, or the right; everybody has tokens. */
  kind?: string;
  right?: string;
  List: (options: { map: MapOfKinds }) => VNode;
  One?: (options: PartOptions) => VNode;
}

const PARTS: readonly Part[] = [
  {
    ...{ slug: 'users', title: 'admin.users', about: 'admin.users.about', kind: 'users' },
    List: UsersPage,
    One: UserPage,
  },
  {
    ...{ slug: 'roles', title: 'admin.roles', about: 'admin.roles.about', kind: 'roles' },
    List: RolesPage,
    One: RolePage,
  },
  {
    ...{ slug: 'perimeters', title: 'perimeters.title', about: 'perimeters.about', kind: 'perimeters' },
    List: PerimetersPage,
    One: PerimeterPage,
  },
  {
    ...{ slug: 'delegations', title: 'admin.delegations', about: 'admin.delegations.about', kind: 'cartographers' },
    List: DelegationsPage,
  },
  {
    ...{ slug: 'hooks', title: 'hooks.title', about: 'hooks.about', right: 'webhook_access' },
    List: HooksPage,
    One: HookPage,
  },
  { slug: 'tokens', title: 'admin.tokens', about: 'admin.tokens.about', List: TokensPage },
  {
    ...{ slug: 'journal', title: 'admin.journal', about: 'admin.journal.about', kind: 'audit-logs' },
    List: JournalPage,
  },
];

const mayUse = ({ kinds, rights }: MapOfKinds, { kind, right }: Part): boolean =>
  (kind === undefined || (kinds.has(kind) && rights.mayList(kinds.get(kind)!.tag))) &&
  (right === undefined || rights.has(right));

export default function Admin(): VNode {
  const { path } = useStore(place);
  const [, , slug = '', id = ''] = path.split('/');
  return <MapFrame>{(map) => <Shown key={`${slug}/${id}`} map={map} slug={slug} id={id} />}</MapFrame>;
}

function Shown({ map, slug, id }: { map: MapOfKinds; slug: string; id: string }): VNode {
  const parts = PARTS.filter((part) => mayUse(map, part));
  const part = PARTS.find((one) => one.slug === slug);
  useEffect(() => {
    if (!slug) go(`/admin/${parts[0]!.slug}`, { replace: true });
  }, [slug]);
  useEffect(() => {
    if (part) document.title = `${t(part.title)} · Meridian`;
  });
  if (!slug) return <h1>{t('admin.title')}</h1>;
  const isThere = part && (!id || part.One);
  return (
    <>
      <Parts
        label={t('admin.title')}
        parts={parts.map((one) => ({
          href: `/admin/${one.slug}`,
          title: t(one.title),
          ...(one === part && { current: id ? 'true' : 'page' }),
        }))}
      />
      {!isThere && <Nothing title={t('admin.nothing')} about={t('admin.nothing.about')} />}
      {isThere && !parts.includes(part) && <Nothing title={t(part.title)} about={t('admin.not-allowed')} />}
      {isThere &&
        parts.includes(part) &&
        (id && part.One ? <part.One map={map} id={id} /> : <Listed map={map} part={part} />)}
    </>
  );
}

const Listed = ({ map, part: { title, about, List } }: { map: MapOfKinds; part: Part }): VNode => (
  <>
    <h1>{t(title)}</h1>
    <Notice />
    <p class="lead">{t(about)}</p>
    <List map={map} />
  </>
);
