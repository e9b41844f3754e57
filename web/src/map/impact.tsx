/** What goes down, works worse and is to be told when something fails: with needs, and the chain that leads there in words. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FoundObject } from '../api/find.js';
import type { Column } from '../api/kinds.js';
import { isPartHidden } from '../api/map.js';
import { Picker } from '../components/picker.js';
import { Titled } from '../components/text.js';
import { Value } from '../components/value.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { byKind } from './catalogue.js';
import { Line } from './details.js';
import { useEndNames } from './names-of-ends.js';
import type { Actions } from './actions.js';
import type { Doubt, Explorer, Impact, Parted } from './explorer.js';
import { DOUBT_SIGN, STATE_SIGNS, STATES, type StateWord } from './palette.js';

/** Objects of a state that are listed at a time. */
const LOT = 100;
/** Names that the summary has of each state. */
const NAMED = 6;

export interface PanelOptions {
  explorer: Explorer;
  actions: Actions;
  find: (text: string, signal: AbortSignal) => Promise<FoundObject[]>;
}

export function ImpactPanel({ explorer, actions, find }: PanelOptions): VNode {
  const state = useStore(explorer.state);
  const impact = useStore(explorer.impact);
  const nameOf = useEndNames(explorer, state.fails);
  return (
    <>
      <section class="map-section words-first" aria-labelledby="map-impact">
        <h2 id="map-impact">{t('map.fails')}</h2>
        <Picker
          label={t('map.fails.add')}
          placeholder={t('map.fails.add')}
          find={find}
          onPick={({ key }) => actions.fails(key)}
        />
        {!state.fails.length && <p class="faint">{t('map.fails.empty')}</p>}
        <ul class="map-chips">
          {state.fails.map((id) => {
            const name = nameOf(id);
            return (
              <li key={id}>
                {name}
                <button
                  type="button"
                  aria-label={t('map.fails.remove', { name })}
                  onClick={() => void explorer.go({ ...state, fails: state.fails.filter((one) => one !== id) })}
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
        {impact && <Sum explorer={explorer} impact={impact} />}
      </section>
      {impact && (
        <section class="map-section" aria-label={t('map.fails.hit')}>
          {STATES.filter((word) => impact.summary[word]).map((word) => (
            <Hit key={word} explorer={explorer} impact={impact} word={word} actions={actions} />
          ))}
          {!!impact.doubtful?.length && <Doubts explorer={explorer} doubts={impact.doubtful} actions={actions} />}
          {impact.meta.left_out > 0 && <p class="faint">{t('map.impact.left-out', { count: impact.meta.left_out })}</p>}
        </section>
      )}
    </>
  );
}

/** Who is hit in each state: names first, what stands nearest to the business before all; then how many of which kind. */
function Sum({ explorer, impact }: { explorer: Explorer; impact: Impact }): VNode {
  const { order, kinds } = explorer.catalogue;
  const place = (kind: string): number => order.get(kind) ?? order.size;
  const counted = isPartHidden(explorer.map) ? 'map.sum.count.seen' : 'map.sum.count';
  return (
    <div class="map-sum" role="status">
      {STATES.map((word) => {
        const summary = impact.summary[word];
        if (!summary?.total) return null;
        const roots = new Set(impact.meta.of);
        const hit = impact.nodes.filter(({ state }) => state === word);
        const others = hit
          .filter(({ id }) => !roots.has(id))
          .sort((one, other) => place(one.group) - place(other.group));
        const shown = explorer.namesOf((others.length ? others : hit).map(({ id }) => id));
        const counts = Object.entries(summary.by_kind)
          .sort(([one], [other]) => place(one) - place(other))
          .map(([kind, count]) => `${kinds.get(kind)?.title ?? kind} (${count.toLocaleString()})`);
        return (
          <p key={word} class="map-names map-sum-state">
            {t(`map.state.${word}`)}
            {t('colon')}
            {t(counted, { count: summary.total })}
            {word === 'down' && <span class="map-sum-with"> ({t('map.state.down.with')})</span>}.{' '}
            <Named names={shown} />. <small class="faint">{counts.join(', ')}.</small>
          </p>
        );
      })}
      {!!impact.doubtful?.length && (
        <p class="map-names">
          {t('map.state.doubtful')}
          {t('colon')}
          <Named names={explorer.namesOf([...new Set(impact.doubtful.map(({ of }) => of))])} />.
        </p>
      )}
      <Apart explorer={explorer} impact={impact} />
    </div>
  );
}

/** What would be hit and is no longer in use, and the parts into which the network falls: among no state. */
export function Apart({ explorer, impact }: { explorer: Explorer; impact: Impact }): VNode {
  const { inactive } = impact.summary;
  return (
    <>
      {!!inactive?.total && (
        <p class="map-names">
          {t('map.inactive')}
          {t('colon')}
          <Named names={explorer.namesOf(inactive.sample)} total={inactive.total} />.
        </p>
      )}
      {impact.parted
        ?.filter(({ main }) => !main)
        .map((part, i) => (
          <Part key={i} explorer={explorer} part={part} />
        ))}
    </>
  );
}

/** Behind a number where something may be hidden from the reader: nobody takes it for all that there are. */
export const Seen = ({ explorer }: { explorer: Explorer }): VNode | null =>
  isPartHidden(explorer.map) ? <small class="faint"> {t('map.seen')}</small> : null;

/** Names, and how many more there are. */
function Named({ names, total = names.length }: { names: readonly string[]; total?: number }): VNode {
  const more = total - Math.min(names.length, NAMED);
  return (
    <>
      <strong>{names.slice(0, NAMED).join(', ')}</strong>
      {more > 0 && ` ${t('map.names.more', { count: more })}`}
    </>
  );
}

/** A part of the network that the rest cannot reach any more. */
function Part({ explorer, part }: { explorer: Explorer; part: Parted }): VNode {
  const counts = Object.entries(part.by_kind).map(
    ([kind, count]) => `${explorer.catalogue.kinds.get(kind)?.title ?? kind} (${count.toLocaleString()})`,
  );
  return (
    <p class="map-names">
      {t('map.parted')}
      {t('colon')}
      <strong>{part.sample.map(({ label }) => label).join(', ')}</strong>
      {part.size > part.sample.length && ` ${t('map.names.more', { count: part.size - part.sample.length })}`}.{' '}
      <small class="faint">{counts.join(', ')}.</small>
    </p>
  );
}

const WHY = ['inactive', 'unfounded', 'hidden', 'mirror', 'network'] as const;

/** Why it cannot be told what becomes of an object, as a sentence. */
export function reasonOf(explorer: Explorer, { of, why, by, names }: Doubt): string {
  const nameOf = (id: string): string => explorer.node(id)?.name ?? id;
  const reason = WHY.find((one) => one === why);
  return reason ? t(`map.doubt.${reason}`, { names: (names ?? by.map(nameOf)).join(', ') || nameOf(of) }) : '';
}

/** Those of which cannot be told what becomes of them, with a sentence that says why. */
function Doubts({
  explorer,
  doubts,
  actions,
}: {
  explorer: Explorer;
  doubts: readonly Doubt[];
  actions: Actions;
}): VNode {
  const nameOf = (id: string): string => explorer.node(id)?.name ?? id;
  return (
    <details class="map-fold" open>
      <summary>
        <span class="map-sign doubtful" aria-hidden="true">
          {DOUBT_SIGN}
        </span>{' '}
        {t('map.state.doubtful')} <strong>{doubts.length.toLocaleString()}</strong>
        <Seen explorer={explorer} />
      </summary>
      <p class="faint">{t('map.state.doubtful.about')}</p>
      <ul class="map-list">
        {doubts.slice(0, LOT).map((doubt) => {
          const { of, why } = doubt;
          return (
            <li key={`${of} ${why}`}>
              <Line
                explorer={explorer}
                box={{ id: of, name: nameOf(of), kind: explorer.node(of)?.kind ?? '' }}
                isChosen={false}
                actions={actions}
              />
              <small class="faint">{reasonOf(explorer, doubt)}</small>
            </li>
          );
        })}
      </ul>
      {doubts.length > LOT && <p class="faint">{t('map.names.more', { count: doubts.length - LOT })}</p>}
    </details>
  );
}

interface HitOptions {
  explorer: Explorer;
  impact: Impact;
  word: StateWord;
  actions: Actions;
}

/** Those whom an outage hits so. */
function Hit({ explorer, impact, word, actions }: HitOptions): VNode {
  const [shown, setShown] = useState(LOT);
  // By kind before they are cut into lots: a kind begins where the one before it has ended.
  const hit = impact.nodes.filter(({ state }) => state === word).map((node) => ({ kind: node.group, node }));
  const nodes = byKind(explorer.catalogue, hit).flatMap(([, some]) => some);
  const summary = impact.summary[word]!;
  const ends = new Map(impact.nodes.map(({ id, state }) => [id, state]));
  return (
    <details class="map-fold" open={word !== 'concerned'}>
      <summary>
        <span class={`map-sign ${word}`} aria-hidden="true">
          {STATE_SIGNS[word]}
        </span>{' '}
        {t(`map.state.${word}`)} <strong>{summary.total.toLocaleString()}</strong>
        <Seen explorer={explorer} />
        {word === 'down' && <small class="faint"> ({t('map.state.down.with')})</small>}
      </summary>
      <p class="faint">
        {t(
          summary.total
            ? `map.state.${word}.about`
            : isPartHidden(explorer.map)
              ? 'map.state.none.seen'
              : 'map.state.none',
        )}
      </p>
      {summary.needs && <Needs explorer={explorer} needs={summary.needs} />}
      {byKind(explorer.catalogue, nodes.slice(0, shown)).map(([kind, some]) => (
        <div key={kind}>
          <h4>
            {explorer.catalogue.kinds.get(kind)?.title ?? kind}{' '}
            <span class="faint">{(summary.by_kind[kind] ?? some.length).toLocaleString()}</span>
          </h4>
          <ul class="map-list">
            {some.map(({ node }) => (
              <li key={node.id}>
                <Line
                  explorer={explorer}
                  box={{ id: node.id, name: node.label, kind: node.group }}
                  isChosen={false}
                  actions={actions}
                />
                <small class="faint">{whyOf(explorer, ends, node)}</small>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {nodes.length > shown && (
        <button class="small-button" type="button" onClick={() => setShown(shown + LOT)}>
          {t('map.list.more', { count: Math.min(LOT, nodes.length - shown) })}
        </button>
      )}
    </details>
  );
}

type Summary = NonNullable<NonNullable<Impact['summary']['down']>['needs']>;

interface NeedsOptions {
  explorer: Explorer;
  needs: Summary;
  /** The times alone, and whose they are: on paper nothing can be pointed at, and they say what must be back first. */
  isPaper?: boolean;
}

/** The highest needs and the shortest times among those who are hit. */
export function Needs({ explorer, needs, isPaper }: NeedsOptions): VNode | null {
  const known = Object.entries(needs).flatMap(([name, need]) => {
    const column = need && columnOf(explorer, name);
    return column && !(isPaper && 'level' in need) ? [{ column, need }] : [];
  });
  if (!known.length) return null;
  return (
    <dl class="map-needs">
      {known.map(({ column, need }) => (
        <div key={column.name} title={t('map.set-by', { names: explorer.namesOf(need.of).join(', ') })}>
          <dt>
            <Titled said={said(column.titles)} />
          </dt>
          <dd>
            <Value column={column} value={'level' in need ? need.level : need.minutes} />
            {isPaper && <small class="faint"> ({explorer.namesOf(need.of).join(', ')})</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A column of any kind that holds a need: it has the need's title and words. */
function columnOf({ map }: Explorer, need: string): Column | undefined {
  for (const { columns } of map.kinds.values()) {
    const found = columns.find((column) => column.need === need);
    if (found) return found;
  }
  return undefined;
}

/**
 * How an object came to its state: who fails, who goes down therefore, and how many are left of those that could stand in. What
 * became worse after the outage had come through it is told as it was then, and that it went on: the end is what is shown of it.
 */
function whyOf(explorer: Explorer, ends: ReadonlyMap<string, StateWord>, node: Impact['nodes'][number]): string {
  const { chain, chain_states: states, because, state } = node;
  if (chain.length < 2) return t('map.why.root');
  const steps = chain.slice(0, -1).map((id, i) => {
    const step = explorer.node(id);
    const values = { name: step?.name ?? id, kind: explorer.catalogue.kinds.get(step?.kind ?? '')?.one ?? '' };
    if (i === 0) return t('map.why.fails', values);
    const then = t(`map.why.${states[i]!}`, values);
    const end = ends.get(id);
    return end === undefined || end === states[i]
      ? then
      : t('map.why.at-first', { then, end: t(`map.why.end.${end}`) });
  });
  const last = because.find(({ from }) => from === chain.at(-2));
  return steps.join(' → ') + (last && last.of > 1 ? ` (${leftOf(state, last)})` : '');
}

/** Of those of which an object needs some: how many are left. All of them may be, and some of them work worse. */
function leftOf(state: string, { standing, of }: { standing: number; of: number }): string {
  if (standing === of) return t('map.why.all-left', { of });
  // What is down although some are left needs more of them than there are.
  return t(state === 'down' && standing > 0 ? 'map.why.not-enough' : 'map.why.left', { standing, of });
}
