/** The page at /map, on which people explore the map as a graph. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { client } from '../api/session.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { go, place } from '../app/router.js';
import { Unanswered } from '../components/answered.js';
import { language, t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { readAddress, readQuery } from './address.js';
import { Explore } from './explore.js';
import { Explorer } from './explorer.js';
import { readObjects } from './reader.js';
import { addressOfMap, lastState, savedIn, stateOfSaved } from './saved-maps.js';
import { add, EMPTY, open, type State } from './state.js';
import './map.css';

export default function MapPage(): VNode {
  return <MapFrame>{(map) => <Shown map={map} />}</MapFrame>;
}

function Shown({ map }: { map: MapOfKinds }): VNode {
  const [begun, setBegun] = useState<{ explorer: Explorer } | { failed: unknown } | null>(null);
  const [turn, setTurn] = useState(0);
  const spoken = useStore(language);
  const mayExplore = map.rights.has('explore_access');
  useEffect(() => {
    document.title = `${t('map.title')} · Meridian`;
  }, [spoken]);
  useEffect(() => {
    if (!mayExplore) return;
    let isWanted = true;
    const begin = async (): Promise<void> => {
      // In another language the page goes on where it was.
      const former = begun && 'explorer' in begun ? begun.explorer.state.get() : null;
      const state = former ?? (await asked());
      const explorer = await Explorer.begin(map, state);
      if (!isWanted) return;
      setBegun({ explorer });
      await explorer.restart(state);
    };
    begin().catch((failed: unknown) => isWanted && setBegun({ failed }));
    return () => void (isWanted = false);
  }, [map, spoken, turn]);
  if (!mayExplore) return <Nothing title={t('map.title')} about={t('map.not-allowed')} />;
  if (begun && 'explorer' in begun) return <Explore explorer={begun.explorer} />;
  return (
    <>
      <h1>{t('map.title')}</h1>
      {begun ? (
        <Unanswered error={begun.failed} again={() => setTurn(turn + 1)} />
      ) : (
        <p class="loading" role="status">
          {t('map.reading')}
        </p>
      )}
    </>
  );
}

/**
 * What the address asks for: the part behind #, a saved map, or objects in the way that other pages name them; of an address that
 * asks for nothing what was looked at last.
 */
async function asked(): Promise<State> {
  const saved = savedIn(location.hash);
  if (saved !== undefined) return stateOfSaved(await client().request('GET', `/api/saved-maps/${saved}`));
  const { node, fails } = readQuery(place.get().search);
  if (!node && !fails) return location.hash.length > 1 ? readAddress(location.hash) : lastState();
  const { parts } = await readObjects((fails || node).split(',').slice(0, 200));
  const ids = parts.flatMap(({ nodes }) => nodes.map(({ id }) => id));
  const added = add(EMPTY, ids);
  const state: State = fails
    ? { ...added, way: 'impact', fails: ids }
    : ids.length === 1
      ? open(added, ids[0]!)
      : added;
  go(addressOfMap(state), { replace: true });
  return state;
}
