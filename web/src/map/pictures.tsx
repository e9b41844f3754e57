/** Pictures of the map, as the server draws them: which one, what it is narrowed to, its size on the screen, and files of it. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { findOfKind } from '../api/find.js';
import { nameOf, reachable, unnamed } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { client } from '../api/session.js';
import { theme } from '../app/theme.js';
import { Answered, Unanswered } from '../components/answered.js';
import { Fold, useNarrow } from '../components/fold.js';
import { Picker } from '../components/picker.js';
import { Problem } from '../components/problem.js';
import { sentenceOf } from '../components/sentences.js';
import { Titled } from '../components/text.js';
import { isKey, language, t } from '../i18n/index.js';
import { said, type Phrase } from '../i18n/titles.js';
import { useStore } from '../store.js';
import type { Explorer } from './explorer.js';
import { PictureView } from './picture-view.js';
import { SavedLinks } from './saved.js';
import { handOver } from '../api/download.js';

interface Selector {
  name: string;
  list: boolean;
  kind: string | null;
  column: { of: string; name: string } | null;
  values: Readonly<Record<string, number>> | null;
}

interface Picture {
  name: string;
  title: string;
  about: string;
  parameters: string[];
  /** The kinds of the objects in it, by their paths. */
  kinds: string[];
  selectors: Selector[];
  show: string[];
  group: string[];
  granularity: number;
}

const PATH = '/api/graph/pictures';
/** What is shown where none was chosen: what the organisation does, before what it does it with. */
const FIRST = 'information-system';
const FILES = [
  ['svg', 'SVG', 'svg'],
  ['png', 'PNG', 'png'],
  ['drawio', 'draw.io', 'drawio'],
  ['text', '', 'txt'],
] as const;

export function PicturesPage({ explorer }: { explorer: Explorer }): VNode {
  const state = useStore(explorer.state);
  const spoken = useStore(language);
  const isNarrow = useNarrow();
  const { answer, again } = useAnswer(PATH);
  // Titles are in the language of the answer.
  useEffect(again, [spoken]);
  if (!answer) return <p class="loading">{t('map.pictures.reading')}</p>;
  if ('failed' in answer) return <Unanswered error={answer.failed} again={again} />;
  if (answer.status >= 400) return <Problem status={answer.status} body={answer.body} again={again} />;
  const all = (answer.body as { pictures: Picture[] }).pictures;
  // Pictures of walks are what the other ways are for; one that an address names with its objects is drawn all the same.
  const pictures = all.filter(({ parameters }) => !parameters.includes('of') && !parameters.includes('from'));
  const [wanted, query = ''] = state.picture.split('?');
  const named = all.find(({ name }) => name === wanted);
  // One of kinds that the reader may not list is empty to them.
  const seen = pictures.filter(({ kinds }) => kinds.some((path) => reachable(explorer.map, path)));
  const first = seen.find(({ name }) => name === FIRST) ?? seen[0] ?? pictures[0]!;
  const picture = named && (pictures.includes(named) || query) ? named : first;
  const choices = new URLSearchParams(picture.name === wanted ? query : '');
  const put = (next: URLSearchParams): void => {
    const text = next.toString();
    void explorer.go({ ...state, picture: picture.name + (text && `?${text}`) });
  };
  return (
    <div class="map-pictures">
      <div class="map-choices">
        {isNarrow ? (
          <select
            aria-label={t('map.pictures.views')}
            value={picture.name}
            onChange={({ currentTarget }) => void explorer.go({ ...state, picture: currentTarget.value })}
          >
            {!pictures.includes(picture) && <option value={picture.name}>{picture.title}</option>}
            {pictures.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        ) : (
          <nav class="map-views" aria-label={t('map.pictures.views')}>
            {pictures.map(({ name, title, about }) => (
              <button
                key={name}
                type="button"
                title={about}
                aria-current={name === picture.name ? 'page' : undefined}
                onClick={() => void explorer.go({ ...state, picture: name })}
              >
                {title}
              </button>
            ))}
          </nav>
        )}
        <SavedLinks explorer={explorer} />
      </div>
      <section class="map-picture" aria-labelledby="map-picture">
        <h2 id="map-picture">{picture.title}</h2>
        <p class="faint">{picture.about}</p>
        <Fold title={t('map.pictures.settings')}>
          <Narrowed key={picture.name} explorer={explorer} picture={picture} choices={choices} onChange={put} />
          <Files picture={picture} choices={choices} />
        </Fold>
        <Drawn picture={picture} choices={choices} />
      </section>
    </div>
  );
}

interface NarrowedOptions {
  explorer: Explorer;
  picture: Picture;
  choices: URLSearchParams;
  onChange: (choices: URLSearchParams) => void;
}

/** What the picture is narrowed to, and what is written in it. */
function Narrowed({ explorer, picture, choices, onChange }: NarrowedOptions): VNode {
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(choices);
    if (value) next.set(name, value);
    else next.delete(name);
    onChange(next);
  };
  const shown = valuesOf(choices, 'show');
  const { granularity } = picture;
  return (
    <div class="map-narrowed">
      {picture.selectors.map((selector) => (
        <Narrowing
          key={selector.name}
          explorer={explorer}
          selector={selector}
          values={valuesOf(choices, selector.name)}
          onChange={(values) => change(selector.name, values.join())}
        />
      ))}
      {picture.show.length > 0 && (
        <fieldset>
          <legend>{t('map.pictures.show')}</legend>
          <div class="ticks">
            {picture.show.map((word) => (
              <label class="tick" key={word}>
                <input
                  type="checkbox"
                  checked={shown.includes(word)}
                  onChange={() =>
                    change(
                      'show',
                      (shown.includes(word) ? shown.filter((one) => one !== word) : [...shown, word]).join(),
                    )
                  }
                />
                {wordOf(word)}
              </label>
            ))}
            {picture.group.map((word) => (
              <label class="tick" key={word}>
                <input
                  type="checkbox"
                  checked={choices.get('group') === word}
                  onChange={({ currentTarget }) => change('group', currentTarget.checked ? word : '')}
                />
                {t('map.pictures.group')}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {granularity > 0 && (
        <label class="map-narrowing" title={t('map.pictures.granularity.about')}>
          {t('map.pictures.granularity')}
          <select
            value={choices.get('granularity') ?? String(granularity)}
            onChange={({ currentTarget: { value } }) =>
              change('granularity', value === String(granularity) ? '' : value)
            }
          >
            {Array.from({ length: granularity }, (_, i) => (
              <option value={String(i + 1)}>{i + 1}</option>
            ))}
          </select>
          <small class="faint">{t('map.pictures.granularity.about')}</small>
        </label>
      )}
    </div>
  );
}

interface NarrowingOptions {
  explorer: Explorer;
  selector: Selector;
  values: string[];
  onChange: (values: string[]) => void;
}

/** One selector: objects that are looked for, one of a few values, or a text. */
function Narrowing({ explorer, selector, values, onChange }: NarrowingOptions): VNode | null {
  const { map } = explorer;
  const { kind: path, column, list } = selector;
  if (path !== null) {
    const kind = reachable(map, path);
    if (!kind) return null;
    const title = said(kind.titles);
    return (
      <div class="map-narrowing">
        <span>
          <Titled said={title} />
        </span>
        <Picker
          label={title.text}
          find={(text, signal) => findOfKind(map, kind, text, signal)}
          onPick={({ id }) => onChange(list ? [...new Set([...values, String(id)])] : [String(id)])}
        />
        <ul class="map-chips map-only">
          {values.map((id) => (
            <Chosen
              key={id}
              explorer={explorer}
              path={path}
              id={id}
              onRemove={() => onChange(values.filter((one) => one !== id))}
            />
          ))}
        </ul>
      </div>
    );
  }
  const found = column && map.kinds.get(column.of)?.columns.find(({ name }) => name === column.name);
  const title: Phrase = found ? said(found.titles) : { text: selector.name };
  if (selector.values)
    return (
      <label class="map-narrowing">
        <Titled said={title} />
        <select value={values[0] ?? ''} onChange={({ currentTarget: { value } }) => onChange(value ? [value] : [])}>
          <option value="">–</option>
          {Object.entries(selector.values).map(([value, code]) => (
            <option value={value}>{found?.kind === 'flag' ? t(code ? 'yes' : 'no') : value}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label class="map-narrowing">
      <Titled said={title} />
      <input
        type="text"
        value={values.join(', ')}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value
              .split(',')
              .map((one) => one.trim())
              .filter(Boolean),
          )
        }
      />
    </label>
  );
}

/** An object that the picture is narrowed to. */
function Chosen({
  explorer,
  path,
  id,
  onRemove,
}: {
  explorer: Explorer;
  path: string;
  id: string;
  onRemove: () => void;
}): VNode {
  const kind = explorer.map.kinds.get(path)!;
  const { answer } = useAnswer(`/api/${path}/${id}${kind.label ? `?fields=id,${kind.label}` : ''}`);
  const isThere = answer && 'status' in answer && answer.status < 400;
  const name = isThere
    ? nameOf(kind, (answer.body as { data: Record<string, unknown> }).data)
    : unnamed(explorer.map, path, id);
  return (
    <li>
      {name}
      <button type="button" aria-label={t('map.pictures.remove', { name })} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

interface PictureOptions {
  picture: Picture;
  choices: URLSearchParams;
}

/** The picture as files. */
function Files({ picture, choices }: PictureOptions): VNode {
  const [problem, setProblem] = useState('');
  const save = async (format: string, ending: string): Promise<void> => {
    setProblem('');
    try {
      const asked = { ...Object.fromEntries(choices), format, links: 'none' };
      const file = await client().graph.picture(
        picture.name as Parameters<ReturnType<typeof client>['graph']['picture']>[0],
        asked as never,
      );
      handOver(new Blob([(await file.bytes()) as BlobPart], { type: file.type }), `${picture.name}.${ending}`);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <>
      <div class="map-downloads" role="group" aria-label={t('map.download')}>
        {t('map.download')}
        {FILES.map(([format, name, ending]) => (
          <button key={format} class="small-button" type="button" onClick={() => void save(format, ending)}>
            {name || t('map.pictures.text')}
          </button>
        ))}
      </div>
      {problem && (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** The picture itself. */
function Drawn({ picture, choices }: PictureOptions): VNode {
  const ground = useStore(theme);
  const spoken = useStore(language);
  const query = choices.toString();
  const path = `${PATH}/${picture.name}?${query && `${query}&`}links=none&theme=${ground}`;
  const { answer, again } = useAnswer(path);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else again();
  }, [spoken]);
  return (
    <>
      <Answered<unknown> answer={answer} again={again} reading={t('map.pictures.reading')}>
        {(svg) => <PictureView svg={String(svg)} title={picture.title} />}
      </Answered>
      {answer && 'status' in answer && answer.status >= 500 && (
        <button class="quiet" type="button" onClick={again}>
          {t('again')}
        </button>
      )}
    </>
  );
}

/** A word that is written in the picture, in the language of the page where there is a text for it. */
function wordOf(word: string): string {
  const key = `map.pictures.show.${word}`;
  return isKey(key) ? t(key) : word;
}

const valuesOf = (choices: URLSearchParams, name: string): string[] =>
  (choices.get(name) ?? '').split(',').filter(Boolean);
