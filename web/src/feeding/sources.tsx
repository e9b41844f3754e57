/** The tools that feed the map: when each was here last, what it knows, and what it misses. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SOURCE_NAME, SOURCES, type Source } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { go } from '../app/router.js';
import { FramedTable } from '../components/framed-table.js';
import { Problem } from '../components/problem.js';
import { Read } from '../components/read.js';
import { locale, t } from '../i18n/index.js';
import { Moment, State } from './counts.js';

export function SourcesPage({ map }: { map: MapOfKinds }): VNode {
  return (
    <>
      <h1>{t('feed.part.sources')}</h1>
      <p class="lead">{t('feed.sources.about')}</p>
      <Read<Source[]> path={SOURCES}>
        {(sources) => (
          <>{sources.length ? <Table map={map} sources={sources} /> : <p class="faint">{t('feed.sources.none')}</p>}</>
        )}
      </Read>
      {map.rights.has('feed_edit') && <MakeSource />}
    </>
  );
}

function Table({ map, sources }: { map: MapOfKinds; sources: readonly Source[] }): VNode {
  return (
    <FramedTable
      label={t('feed.part.sources')}
      heads={[t('feed.source'), t('feed.last-run'), t('feed.knows'), t('feed.misses')]}
    >
      {sources.map(({ name, last_run: run, overdue, records, missing }) => (
        <tr key={name}>
          <th scope="row">
            <a href={`/import/sources/${name}`}>{name}</a>
          </th>
          <td>
            {run ? (
              <>
                {map.rights.has('feed_show') ? (
                  <a href={`/import/runs/${run.id}`}>
                    <Moment at={run.finished_at ?? run.started_at} />
                  </a>
                ) : (
                  <Moment at={run.finished_at ?? run.started_at} />
                )}{' '}
                {(run.state === 'refused' || run.state === 'failed') && <State state={run.state} />}
              </>
            ) : (
              <span class="faint">{t('feed.never')}</span>
            )}{' '}
            {overdue && <span class="feed-state is-blocked">{t('feed.overdue')}</span>}
          </td>
          <td class="form-number">{records.toLocaleString(locale())}</td>
          <td class="form-number">{missing.toLocaleString(locale())}</td>
        </tr>
      ))}
    </FramedTable>
  );
}

function MakeSource(): VNode {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<VNode | null>(null);
  const make = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { status, body } = await tried({ method: 'PUT', path: `${SOURCES}/${encodeURIComponent(name)}`, body: {} });
    if (status < 400) return go(`/import/sources/${name}`);
    setProblem(<Problem status={status} body={body} titles={{ name: t('feed.source.name') }} />);
  };
  return (
    <form class="feed-make" onSubmit={(event) => void make(event)}>
      <label for="feed-new-source">{t('feed.source.name')}</label>
      <div class="feed-buttons">
        <input
          id="feed-new-source"
          type="text"
          autocomplete="off"
          spellcheck={false}
          maxLength={32}
          aria-describedby="feed-new-source-about"
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value.toUpperCase())}
        />
        <button class="quiet" type="submit" disabled={!SOURCE_NAME.test(name)}>
          {t('feed.source.make-one')}
        </button>
      </div>
      <p id="feed-new-source-about" class="feed-hint">
        {t('feed.source.name.about')}
      </p>
      {problem}
    </form>
  );
}
