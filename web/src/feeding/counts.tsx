/** What a plan would do, or a run did, in numbers and words; and the heads that both have. */
import type { VNode } from 'preact';
import type { Counts, Plan, Progress, Run } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { Wanted } from '../api/names.js';
import { useNames } from '../api/use-names.js';
import { CountCards, type CountCard } from '../components/count-cards.js';
import { SHOWN } from '../components/figures.js';
import { unknownPerson } from '../components/people.js';
import { locale, t, type PlainKey } from '../i18n/index.js';

type CountName = keyof Counts;

const TONES: Partial<Record<CountName, CountCard['tone']>> = {
  create: 'good',
  delete: 'bad',
  errors: 'bad',
  update: 'accent',
};
/** Those that are told even when there are none. */
const ALWAYS = new Set<CountName>(['create', 'update', 'unchanged']);

const wordsOf = (name: CountName): PlainKey => `feed.count.${name}`;

export function Figures({ counts }: { counts: Run['counts'] }): VNode | null {
  if (counts.items === undefined) return null;
  const shown = SHOWN.filter((name) => counts[name] > 0 || ALWAYS.has(name));
  const titleOf = (name: CountName): string =>
    name === 'kept' && counts.kept_new > 0
      ? `${t(wordsOf(name))} (${t('feed.count.kept-new', { count: counts.kept_new })})`
      : t(wordsOf(name));
  return (
    <>
      <CountCards counts={shown.map((name) => ({ title: titleOf(name), count: counts[name], tone: TONES[name] }))} />
      <p class="faint">{t('feed.items', { count: counts.items })}</p>
    </>
  );
}

/** Why nothing can be stored. */
export function BlockedBy({ title, blocked }: { title: string; blocked: Run['blocked'] }): VNode | null {
  if (!blocked.length) return null;
  const sentenceOf = ({ code, missing = 0, of = 0, adopted = 0 }: Run['blocked'][number]): string => {
    if (code === 'missing-guard') return t('feed.blocked.missing-guard', { missing, of });
    return code === 'adopted' ? t('feed.blocked.adopted', { count: adopted }) : t(`feed.blocked.${code}`);
  };
  return (
    <p class="note is-bad" role="alert">
      <strong>{title}</strong> {blocked.map(sentenceOf).join(' ')}
    </p>
  );
}

/** A moment as people write it. */
export function Moment({ at }: { at: string }): VNode {
  const words = new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={at}>{words}</time>;
}

export const State = ({ state }: { state: Plan['state'] | Run['state'] }): VNode => (
  <span class={`feed-state is-${state}`}>{t(`feed.state.${state}`)}</span>
);

/** The kind of people, who make plans and runs. */
const PEOPLE = 'users';

/** What people are called, by their ids: the reader is `you`, who cannot be listed is someone. */
export function usePeople(map: MapOfKinds, ids: ReadonlyArray<number | null>): (id: number | null) => string {
  const wanted = new Wanted();
  for (const id of ids) if (id !== null && id !== map.rights.userId) wanted.want(PEOPLE, id);
  const names = useNames(map, wanted);
  return (id) =>
    id === null
      ? '–'
      : id === map.rights.userId
        ? t('feed.you')
        : (names.get(PEOPLE)?.get(id) ?? unknownPerson(map, id));
}

/** Work that goes on. */
export function Working({ progress }: { progress: Progress | null | undefined }): VNode {
  const words = t(`feed.phase.${progress?.phase ?? 'reading'}`);
  const { done = 0, of = null } = progress ?? {};
  return (
    <div class="feed-busy" role="status">
      <progress aria-label={words} {...(of !== null && of > 0 && { value: done, max: of })} />
      <p>
        {words}
        {of !== null && of > 0 && ` ${t('feed.progress', { done, of })}`}
      </p>
    </div>
  );
}
