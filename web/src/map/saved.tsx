/** Maps that are saved on the server: the list, which opens them, and a form that saves this one. */
import type { SavedMap } from 'meridian-client';
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../api/session.js';
import { useAnswer } from '../api/use-answer.js';
import { Fold } from '../components/fold.js';
import { sentenceOf } from '../components/sentences.js';
import { WatchButton } from '../components/watch.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import type { Explorer } from './explorer.js';
import { Popover } from './popover.js';
import { storedOf } from './saved-maps.js';

const PATH = '/api/saved-maps';
type Row = Pick<SavedMap, 'id' | 'name' | 'is_public' | 'user_id'>;

/** The question for the list. */
const LIST = { fields: 'id,name,is_public,user_id', sort: 'name', 'page[size]': 200, 'page[after]': '' };

/** Links to what is saved, in a page that has room for them; nothing where there is none. */
export function SavedLinks({ explorer }: { explorer: Explorer }): VNode | null {
  const mayRead = explorer.map.rights.has('graph_access');
  const query = new URLSearchParams(
    Object.entries(LIST).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { answer } = useAnswer(mayRead ? `${PATH}?${query.toString()}` : null);
  if (!answer || !('status' in answer) || answer.status >= 400) return null;
  const maps = answer.body as Row[];
  if (!maps.length) return null;
  return (
    <Fold title={t('map.saved')}>
      <section class="map-saved-links" aria-label={t('map.saved')}>
        <h2>{t('map.saved')}</h2>
        <ul class="map-list">
          {maps.map(({ id, name }) => (
            <li key={id}>
              <a href={`#saved=${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
    </Fold>
  );
}

export function SavedMaps({ explorer }: { explorer: Explorer }): VNode | null {
  const { rights } = explorer.map;
  if (!rights.has('graph_access') && !rights.has('graph_create')) return null;
  return <Popover label={t('map.saved')}>{(close) => <Maps explorer={explorer} close={close} />}</Popover>;
}

function Maps({ explorer, close }: { explorer: Explorer; close: () => void }): VNode {
  const { rights } = explorer.map;
  const state = useStore(explorer.state);
  const [maps, setMaps] = useState<Row[] | null>(null);
  const [me, setMe] = useState<number | null>(null);
  const [name, setName] = useState('');
  const [isPublic, setPublic] = useState(false);
  const [asked, setAsked] = useState<Row | null>(null);
  const [said, say] = useState('');
  const [problem, setProblem] = useState('');
  const attempt = async (make: () => Promise<void>): Promise<void> => {
    setProblem('');
    say('');
    try {
      await make();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const read = (): Promise<void> =>
    attempt(async () => {
      const [rows, who] = await Promise.all([client().request<Row[]>('GET', PATH, { query: LIST }), client().me()]);
      setMaps(rows);
      setMe(who.id);
    });
  useEffect(() => {
    if (rights.has('graph_access')) void read();
  }, []);
  const save = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void attempt(async () => {
      const body = { name: name.trim(), state: storedOf(explorer.state.get()), is_public: isPublic };
      await client().request('POST', PATH, { body });
      if (rights.has('graph_access')) await read();
      say(t('map.saved.done', { name: body.name }));
      setName('');
    });
  };
  const remove = ({ id }: Row): void =>
    void attempt(async () => {
      await client().request('DELETE', `${PATH}/${id}`);
      setAsked(null);
      await read();
    });
  const isEmpty = !state.steps.length && !state.fails.length && !state.ends.from;
  return (
    <div class="map-saved">
      <p class="faint">{t('map.saved.about')}</p>
      {maps && !maps.length && <p>{t('map.saved.none')}</p>}
      <ul class="map-list">
        {maps?.map((map) => (
          <li key={map.id}>
            <a href={`#saved=${map.id}`} onClick={() => setTimeout(close)}>
              {map.name}
            </a>
            <WatchButton map={explorer.map} href={`/map#saved=${map.id}`} name={map.name} />
            {me !== null && map.user_id !== me && <small class="faint">{t('map.saved.others')}</small>}
            {rights.has('graph_delete') && map.user_id === me && (
              <button
                class="small-button"
                type="button"
                aria-label={t('map.saved.delete', { name: map.name })}
                onClick={() => setAsked(map)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <p role="alert">
          {t('map.saved.sure', { name: asked.name })}{' '}
          <button class="small-button" type="button" onClick={() => remove(asked)}>
            {t('map.saved.sure.yes')}
          </button>{' '}
          <button class="small-button" type="button" onClick={() => setAsked(null)}>
            {t('cancel')}
          </button>
        </p>
      )}
      {rights.has('graph_create') && (
        <form class="map-save" onSubmit={save}>
          <label for="map-name">{t('map.saved.name')}</label>
          <input
            id="map-name"
            type="text"
            required
            maxLength={255}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <label class="tick">
            <input type="checkbox" checked={isPublic} onChange={() => setPublic(!isPublic)} />
            {t('map.saved.public')}
          </label>
          <button class="primary" type="submit" disabled={isEmpty || !name.trim()}>
            {t('map.saved.save')}
          </button>
          {isEmpty && <p class="faint">{t('map.saved.empty')}</p>}
        </form>
      )}
      <p role="status">{said}</p>
      <p class="form-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
