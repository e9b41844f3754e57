/** The same file planned again: with choices that let through what was held back, or on the map as it is now. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { submit, submitted, type Plan } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { go } from '../app/router.js';
import { Unanswered } from '../components/answered.js';
import { t } from '../i18n/index.js';
import { withQuery } from '../app/query.js';

type Options = Record<string, unknown>;

/** A choice of which it makes sense to speak, and what it adds to the options. */
interface Way {
  words: string;
  options: Options;
}

/** What could be chosen otherwise, by what is in the way or was kept. */
function waysOf({ counts, blocked, options }: Plan): Way[] {
  const is = (name: string, value: string): boolean => options[name] === value;
  const allow: Options = (options['allow'] as Options | undefined) ?? {};
  const ways: Way[] = [];
  if (counts.errors > 0) {
    if (!is('errors', 'skip')) ways.push({ words: t('feed.way.skip'), options: { errors: 'skip' } });
    if (!is('names', 'fit')) ways.push({ words: t('feed.way.fit'), options: { names: 'fit' } });
    if (!is('pointers', 'create')) ways.push({ words: t('feed.way.create'), options: { pointers: 'create' } });
  }
  if (counts.kept > 0 && !is('existing', 'take'))
    ways.push({ words: t('feed.way.take'), options: { existing: 'take' } });
  for (const { code, missing = counts.missing, of = 0, adopted = 0 } of blocked) {
    if (code === 'missing-guard')
      ways.push({ words: t('feed.way.missing', { count: missing, of }), options: { allow: { ...allow, missing } } });
    if (code === 'adopted')
      ways.push({ words: t('feed.way.adopted', { count: adopted }), options: { allow: { ...allow, adopted } } });
    if (code === 'empty')
      ways.push({ words: t('feed.way.empty', { count: missing }), options: { allow: { ...allow, missing } } });
    if (code === 'older') ways.push({ words: t('feed.way.older'), options: { allow: { ...allow, older: true } } });
  }
  return ways;
}

/** Nothing where nothing could be otherwise. */
export function Again({ map, plan }: { map: MapOfKinds; plan: Plan }): VNode | null {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const ways = waysOf(plan);
  const submission = submitted.get(plan.id);
  const isStale = plan.state === 'stale';
  if (!map.rights.has('feed_show') || (!ways.length && !isStale)) return null;
  const makeAnew = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailed(null);
    const added = ways.filter((_, i) => chosen.has(i)).map(({ options }) => options);
    const allow = Object.assign({}, ...added.map((one) => one['allow'] ?? {})) as Options;
    const options = { ...submission!.options, ...Object.assign({}, ...added) } as Options;
    if (Object.keys(allow).length) options['allow'] = { ...(submission!.options['allow'] as Options), ...allow };
    try {
      go(`/import/plans/${await submit({ ...submission!, options })}`);
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  const { source, scope, mode } = plan;
  return (
    <section class="card feed-again" aria-labelledby="feed-again">
      <h2 id="feed-again">{t(isStale ? 'feed.again.stale' : 'feed.again')}</h2>
      {submission ? (
        <form onSubmit={(event) => void makeAnew(event)}>
          {ways.map(({ words }, i) => (
            <label key={words} class="feed-way">
              <input
                type="checkbox"
                checked={chosen.has(i)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(chosen);
                  if (checked) next.add(i);
                  else next.delete(i);
                  setChosen(next);
                }}
              />
              {words}
            </label>
          ))}
          <button class="quiet" type="submit" disabled={isBusy || (!isStale && chosen.size === 0)}>
            {t('feed.again.do')}
          </button>
          {failed !== null && <Unanswered error={failed} />}
        </form>
      ) : (
        <>
          <p>{t('feed.again.elsewhere')}</p>
          {ways.length > 0 && (
            <ul>
              {ways.map(({ words }) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          <a href={withQuery('/import/feed', { source, scope, mode })}>{t('feed.again.file')}</a>
        </>
      )}
    </section>
  );
}
