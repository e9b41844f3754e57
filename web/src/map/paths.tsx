/** How two objects hang together: the ways from one to the other, one by one, the shortest first. */
import type { VNode } from 'preact';
import { Picker } from '../components/picker.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { Line } from './details.js';
import type { Explorer } from './explorer.js';
import type { PanelOptions } from './impact.js';
import { Kind } from './kind.js';
import { kindIn } from './state.js';
import { stepInWords } from './steps.js';
import { useEndNames } from './names-of-ends.js';

export function PathsPanel({ explorer, actions, find }: PanelOptions): VNode {
  const state = useStore(explorer.state);
  const paths = useStore(explorer.paths);
  const at = useStore(explorer.path);
  const { ends } = state;
  const nameOf = useEndNames(explorer, [ends.from, ends.to].filter(Boolean));
  // As long as there is nothing to draw, what is asked comes before the plane.
  const isAsking = !(ends.from && ends.to);
  const hasAccounts = [...explorer.catalogue.kinds.values()].some(({ account }) => account);
  const end = (which: 'from' | 'to'): VNode => {
    const id = ends[which];
    const label = t(`map.paths.${which}`);
    return (
      <div class="map-end">
        <span id={`map-end-${which}`}>{label}</span>
        {id ? (
          <>
            <strong>{nameOf(id)}</strong>
            <Kind explorer={explorer} kind={kindIn(id)} />
            <button
              class="small-button"
              type="button"
              aria-describedby={`map-end-${which}`}
              onClick={() => void explorer.go({ ...state, ends: { ...ends, [which]: '' } })}
            >
              {t('map.paths.change')}
            </button>
          </>
        ) : (
          <Picker
            label={label}
            find={find}
            onPick={({ key }) => {
              void explorer.go({ ...state, ends: { ...ends, [which]: key } });
              // The field is gone: on to the other one, else to the map.
              const next = which === 'from' && !ends.to ? 'to' : null;
              setTimeout(() => document.querySelector<HTMLElement>(next ? '.map-end input' : '.stage')?.focus());
            }}
          />
        )}
      </div>
    );
  };
  return (
    <section class={isAsking ? 'map-section words-first' : 'map-section'} aria-labelledby="map-paths">
      <h2 id="map-paths">{t('map.way.paths')}</h2>
      {end('from')}
      {end('to')}
      {!isAsking && (
        <button
          class="small-button"
          type="button"
          onClick={() => void explorer.go({ ...state, ends: { from: ends.to, to: ends.from } })}
        >
          {t('map.paths.swap')}
        </button>
      )}
      {hasAccounts && (
        <label class="tick">
          <input
            type="checkbox"
            checked={state.accounts}
            onChange={() => void explorer.go({ ...state, accounts: !state.accounts, ends: { ...ends } })}
          />
          {t('map.paths.accounts')}
        </label>
      )}
      {isAsking && <p class="faint">{t('map.paths.empty')}</p>}
      {paths && (
        <p role="status">
          {paths.paths.length
            ? t('map.paths.found', { count: paths.paths.length })
            : t(hasAccounts && !state.accounts ? 'map.paths.none-but-accounts' : 'map.paths.none')}
        </p>
      )}
      <ol class="map-paths">
        {paths?.paths.map(({ length, nodes, edges }, i) => (
          <li key={i}>
            <button class="map-line" type="button" aria-pressed={i === at} onClick={() => explorer.choosePath(i)}>
              {t('map.paths.one', { number: i + 1, count: length })}
              {i !== at && <small class="faint">{pathInWords(explorer, nodes, edges)}</small>}
            </button>
            {i === at && (
              <ol class="map-list">
                {nodes.map((id, step) => {
                  const node = explorer.node(id);
                  return (
                    <li key={id}>
                      {step > 0 && (
                        <small class="map-step">{stepInWords(explorer, nodes[step - 1]!, edges[step - 1]!)}</small>
                      )}
                      {node && <Line explorer={explorer} box={node} isChosen={false} actions={actions} />}
                    </li>
                  );
                })}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A whole path as one sentence. */
const pathInWords = (explorer: Explorer, nodes: readonly string[], edges: ReadonlyArray<readonly string[]>): string =>
  nodes
    .map((id, step) => {
      const name = explorer.node(id)?.name ?? id;
      return step ? `${stepInWords(explorer, nodes[step - 1]!, edges[step - 1]!, false)} ${name}` : name;
    })
    .join(' ');
