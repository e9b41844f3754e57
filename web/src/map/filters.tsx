/** What is shown of the page: directions, families, views, kinds and tags, each with how many there are. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mayReadFindings } from '../api/checks.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said, type Phrase } from '../i18n/titles.js';
import { useStore } from '../store.js';
import type { Explorer } from './explorer.js';
import { Popover } from './popover.js';
import { DIRECTIONS, EMPTY, toggle, type Direction, type Unticked } from './state.js';

/** Tags that are offered, the most frequent ones. */
const MAX_TAGS = 40;

interface FiltersOptions {
  explorer: Explorer;
  onDirection: (direction: Direction) => void;
}

export function Filters({ explorer, onDirection }: FiltersOptions): VNode {
  const { without, tags, direction } = useStore(explorer.state);
  const count =
    without.families.length + without.kinds.length + without.views.length + tags.length + Number(direction !== 'both');
  return (
    <Popover label={count ? t('map.filters.count', { count }) : t('map.filters')}>
      {() => <Choices explorer={explorer} onDirection={onDirection} />}
    </Popover>
  );
}

function Choices({ explorer, onDirection }: FiltersOptions): VNode {
  const state = useStore(explorer.state);
  useStore(explorer.scene);
  const tagsOf = useStore(explorer.tags);
  const isMarking = useStore(explorer.isMarking);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    void explorer.readTags().finally(() => setRead(true));
  }, []);
  const { nodes, edges } = explorer.everything();
  const { without } = state;
  const put = (part: keyof Unticked, name: string): void =>
    void explorer.go({ ...state, without: { ...without, [part]: toggle(without[part], name) } });
  const families = counted(edges.map(({ family }) => family));
  const kinds = counted(nodes.map(({ kind }) => kind));
  const views = counted(nodes.map(({ view }) => view));
  const tags = counted(nodes.flatMap(({ id }) => tagsOf.get(id) ?? []));
  const { catalogue } = explorer;
  const frequent = [...tags].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_TAGS);
  const group = (
    title: string,
    part: keyof Unticked,
    numbers: Map<string, number>,
    names: Iterable<[string, Phrase]>,
  ): VNode => (
    <fieldset>
      <legend>{title}</legend>
      <div class="ticks">
        {[...names]
          .filter(([name]) => numbers.has(name) || without[part].includes(name))
          .map(([name, words]) => (
            <Tick
              key={name}
              words={words}
              count={numbers.get(name) ?? 0}
              isOn={!without[part].includes(name)}
              onChange={() => put(part, name)}
            />
          ))}
      </div>
    </fieldset>
  );
  const plain = (names: ReadonlyMap<string, string>): Array<[string, Phrase]> =>
    [...names].map(([name, text]) => [name, { text }]);
  return (
    <div class="map-filters">
      {mayReadFindings(explorer.map) && (
        <label class="tick">
          <input type="checkbox" checked={isMarking} onChange={() => explorer.mark(!isMarking)} />
          {t('checks.on-map.switch')}
        </label>
      )}
      <fieldset>
        <legend>{t('map.filters.direction')}</legend>
        <div class="ticks">
          {DIRECTIONS.map((one) => (
            <label class="tick" key={one}>
              <input type="radio" name="map-direction" checked={direction(one)} onChange={() => onDirection(one)} />
              {t(`map.direction.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {group(t('map.filters.families'), 'families', families, plain(catalogue.families))}
      {group(
        t('map.filters.views'),
        'views',
        views,
        [...catalogue.views].map(([name, titles]): [string, Phrase] => [name, said(titles)]),
      )}
      {group(
        t('map.filters.kinds'),
        'kinds',
        kinds,
        plain(new Map([...catalogue.kinds].map(([name, { title }]) => [name, title]))),
      )}
      <fieldset>
        <legend>{t('map.filters.tags')}</legend>
        {isRead && !frequent.length && <p class="faint">{t('map.filters.tags.none')}</p>}
        <div class="ticks">
          {frequent.map(([tag, count]) => (
            <Tick
              key={tag}
              words={{ text: tag }}
              count={count}
              isOn={state.tags.includes(tag)}
              onChange={() => void explorer.go({ ...state, tags: toggle(state.tags, tag) })}
            />
          ))}
        </div>
      </fieldset>
      <button
        class="small-button"
        type="button"
        onClick={() => void explorer.go({ ...state, without: EMPTY.without, tags: [], direction: 'both', hidden: [] })}
      >
        {t('map.filters.reset')}
      </button>
    </div>
  );

  function direction(one: Direction): boolean {
    return one === state.direction;
  }
}

interface TickOptions {
  words: Phrase;
  count: number;
  isOn: boolean;
  onChange: () => void;
}

const Tick = ({ words, count, isOn, onChange }: TickOptions): VNode => (
  <label class="tick">
    <input type="checkbox" checked={isOn} onChange={onChange} />
    <Titled said={words} /> <span class="faint">{count}</span>
  </label>
);

function counted(names: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  return numbers;
}
