/** The page at /search: objects of all kinds by name, address and reference. The address holds what is looked for. */
import type { SearchAnswer, SearchResult } from 'meridian-client';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { colourOfKind, type Kind } from '../api/kinds.js';
import { type MapOfKinds } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { MapFrame } from '../app/map-frame.js';
import { findPages, type FoundPage } from '../app/find-pages.js';
import { go, place } from '../app/router.js';
import { ObjectLink } from '../components/object-link.js';
import { Answered } from '../components/answered.js';
import { RequestBox } from '../components/request-box.js';
import { useSlash } from '../components/slash.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { marked } from './mark.js';
import './search.css';

/** So many results are asked for; the server counts all. */
const LIMIT = 100;
/** So many of a kind are shown until somebody asks for that kind alone. */
const FIRST_OF_KIND = 5;
/** So many pages are shown. */
const MOST_PAGES = 10;
/** Milliseconds after the last letter until it is asked. */
const REST = 200;

export default function Search(): VNode {
  return <MapFrame hasSearch>{(map) => <SearchPage map={map} />}</MapFrame>;
}

function SearchPage({ map }: { map: MapOfKinds }): VNode {
  const query = new URLSearchParams(useStore(place).search);
  const [asked, kind] = [query.get('q')?.trim() ?? '', query.get('kinds') ?? ''];
  const title = t('search.title');
  useEffect(() => {
    document.title = [asked, title, 'Meridian'].filter(Boolean).join(' · ');
  }, [asked, title]);
  return (
    <>
      <h1>{title}</h1>
      <SearchField asked={asked} onAsk={(text) => go(pageAddress(text), { replace: true })} />
      {asked ? (
        <Found map={map} asked={asked} kind={kind} />
      ) : (
        <p class="lead">{t('search.about', { count: map.description.searched.size })}</p>
      )}
    </>
  );
}

/** The address of the page, for objects of one kind or of all. */
const pageAddress = (text: string, kind = ''): string =>
  `/search${text && `?q=${encodeURIComponent(text)}`}${kind && `&kinds=${kind}`}`;

/** What is looked for, asked while somebody types; Enter asks at once. */
function SearchField({ asked, onAsk }: { asked: string; onAsk: (text: string) => void }): VNode {
  const [text, setText] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useSlash(() => field.current!.select());
  // Another search may come from a link, or from the browser's way back.
  useEffect(() => {
    if (asked !== text.trim()) setText(asked);
  }, [asked]);
  const ask = (): void => {
    if (text.trim() !== asked) onAsk(text.trim());
  };
  useEffect(() => {
    const timer = setTimeout(ask, REST);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <form
      class="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button class="primary" type="submit">
        {t('search.go')}
      </button>
    </form>
  );
}

const requestOf = (asked: string, kind: string, limit: number): string =>
  `/api/search?q=${encodeURIComponent(asked)}&limit=${limit}${kind && `&kinds=${encodeURIComponent(kind)}`}`;

function Found({ map, asked, kind }: { map: MapOfKinds; asked: string; kind: string }): VNode {
  const request = requestOf(asked, kind, LIMIT);
  const { answer, again } = useAnswer(request);
  const pages = usePages(map, asked);
  // How many there are of the other kinds is not part of an answer about one.
  const { answer: whole } = useAnswer(kind ? requestOf(asked, '', 1) : null);
  return (
    <Answered<SearchAnswer> answer={answer} again={again} reading={t('search.reading')}>
      {({ results, meta }) => {
        const all = kind && whole && 'status' in whole && whole.status < 400 ? (whole.body as SearchAnswer).meta : meta;
        return (
          <>
            <p class="count search-count" role="status">
              {meta.total > 0
                ? t('search.count', { count: meta.total })
                : t(pages.length ? 'search.none.but-pages' : 'search.none', { text: asked })}
            </p>
            {Object.keys(all.by_kind).length > 1 && <Kinds map={map} asked={asked} kind={kind} counts={all.by_kind} />}
            <PagesFound pages={pages} asked={asked} />
            {meta.total === 0 && <NothingFound map={map} asked={asked} kind={kind} hidden={meta.hidden_kinds} />}
            {groupsOf(results, map).map(([one, members]) => (
              <Group
                key={one.path}
                kind={one}
                results={kind ? members : members.slice(0, FIRST_OF_KIND)}
                asked={asked}
                total={meta.by_kind[one.path] ?? members.length}
                map={map}
              />
            ))}
            {kind !== '' && meta.truncated && <p class="faint">{t('search.narrow', { count: results.length })}</p>}
            {meta.hidden_kinds.length > 0 && <Hidden map={map} paths={meta.hidden_kinds} isOpen={meta.total === 0} />}
            <RequestBox path={request} docs="search-and-summary" />
          </>
        );
      }}
    </Answered>
  );
}

/** Pages that are called so, or go by that word. */
function usePages(map: MapOfKinds, asked: string): readonly FoundPage[] {
  const [pages, setPages] = useState<readonly FoundPage[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    void findPages(map, asked, ending.signal).then((found) => void (ending.signal.aborted || setPages(found)));
    return () => ending.abort();
  }, [asked]);
  return pages;
}

function PagesFound({ pages, asked }: { pages: readonly FoundPage[]; asked: string }): VNode | null {
  if (!pages.length) return null;
  return (
    <section aria-labelledby="found-pages">
      <h2 id="found-pages" class="search-kind">
        {t('search.pages')}
      </h2>
      <ul class="hits">
        {pages.slice(0, MOST_PAGES).map(({ href, name, about }) => (
          <li key={href}>
            <a class="hit-name" href={href}>
              <Marked text={name} asked={asked} />
            </a>
            <span class="hit-where">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Results by kind: kinds in the order of their best one. */
function groupsOf(results: readonly SearchResult[], map: MapOfKinds): Array<[Kind, SearchResult[]]> {
  const groups = new Map<string, SearchResult[]>();
  for (const result of results) groups.set(result.kind, [...(groups.get(result.kind) ?? []), result]);
  return [...groups].flatMap(([path, members]): Array<[Kind, SearchResult[]]> => {
    const kind = map.kinds.get(path);
    return kind ? [[kind, members]] : [];
  });
}

interface KindsOptions {
  map: MapOfKinds;
  asked: string;
  kind: string;
  counts: Readonly<Record<string, number>>;
}

/** Narrows to one kind, or goes back to all. */
function Kinds({ map, asked, kind, counts }: KindsOptions): VNode {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const link = (path: string, words: VNode | string, count: number): VNode => (
    <li key={path}>
      <a class="chip" href={pageAddress(asked, path)} aria-current={path === kind ? 'true' : undefined}>
        {words} <span class="chip-count">{count.toLocaleString(locale())}</span>
      </a>
    </li>
  );
  return (
    <nav aria-label={t('search.kinds')}>
      <ul class="search-kinds">
        {link('', t('search.all-kinds'), total)}
        {Object.entries(counts).flatMap(([path, count]) => {
          const found = map.kinds.get(path);
          return found ? [link(path, <Titled said={said(found.titles)} />, count)] : [];
        })}
      </ul>
    </nav>
  );
}

interface GroupOptions {
  map: MapOfKinds;
  kind: Kind;
  results: readonly SearchResult[];
  asked: string;
  total: number;
}

function Group({ map, kind, results, asked, total }: GroupOptions): VNode {
  const id = `found-${kind.path}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} class="search-kind">
        <span class={`dot ${colourOfKind(kind)}`} aria-hidden="true" />
        <Titled said={said(kind.titles)} />
        <span class="faint">{total.toLocaleString(locale())}</span>
      </h2>
      <ul class="hits">
        {results.map((result) => (
          <Hit key={result.id} map={map} kind={kind} result={result} asked={asked} />
        ))}
      </ul>
      {total > results.length && results.length <= FIRST_OF_KIND && (
        <a class="hits-more" href={pageAddress(asked, kind.path)}>
          {t('search.more', { count: total, kind: said(kind.titles).text })}
        </a>
      )}
    </section>
  );
}

interface HitOptions {
  map: MapOfKinds;
  kind: Kind;
  result: SearchResult;
  asked: string;
}

/** One object: its name, what it stands in, and by what it was found where that is not the name. */
function Hit({ map, kind, result: { id, name, where, match }, asked }: HitOptions): VNode {
  const holder = where && map.kinds.get(where.kind);
  const column = kind.columns.find((one) => one.name === match.field);
  const isByName = match.field === kind.label && match.value === name;
  return (
    <li>
      <ObjectLink class="hit-name" map={map} kind={kind.path} id={id}>
        <Marked text={name} asked={asked} />
      </ObjectLink>
      {where && (
        <span class="hit-where">
          {holder && (
            <>
              <Titled said={said(holder.one)} />
              {' · '}
            </>
          )}
          {where.name}
        </span>
      )}
      {!isByName && (
        <span class="hit-match">
          <Titled said={column ? said(column.titles) : { text: match.field }} />
          {' · '}
          <Marked text={match.value} asked={asked} />
        </span>
      )}
    </li>
  );
}

function Marked({ text, asked }: { text: string; asked: string }): VNode {
  return <>{marked(text, asked).map(({ text: piece, hit }) => (hit ? <mark>{piece}</mark> : piece))}</>;
}

interface NothingOptions {
  map: MapOfKinds;
  asked: string;
  kind: string;
  hidden: readonly string[];
}

/** Says what was looked at, so that nobody takes it for the whole map. */
function NothingFound({ map, asked, kind, hidden }: NothingOptions): VNode {
  const looked = map.description.searched.size - hidden.length;
  const one = map.kinds.get(kind);
  return (
    <div class="empty">
      <p>{one ? t('search.looked-in', { kind: said(one.titles).text }) : t('search.looked', { count: looked })}</p>
      <p>{t('search.help.about')}</p>
      <ul class="search-advice">
        {one && (
          <li>
            <a href={pageAddress(asked)}>{t('search.all-kinds')}</a>
          </li>
        )}
        <li>{t('search.help.spelling')}</li>
        <li>{t('search.help.filters')}</li>
        <li>
          <details>
            <summary>{t('search.help.kinds')}</summary>
            <p>
              {[...map.kinds.values()]
                .filter(({ tag }) => map.rights.mayList(tag))
                .map(({ path, titles }, i) => (
                  <>
                    {i > 0 && ', '}
                    <a href={`/objects/${path}`}>
                      <Titled said={said(titles)} />
                    </a>
                  </>
                ))}
            </p>
          </details>
        </li>
      </ul>
    </div>
  );
}

/** Kinds that were not looked at, since the reader may not see them. */
function Hidden({ map, paths, isOpen }: { map: MapOfKinds; paths: readonly string[]; isOpen: boolean }): VNode {
  const titles = paths.flatMap((path) => {
    const kind = map.kinds.get(path);
    return kind ? [said(kind.titles).text] : [];
  });
  return (
    <details class="search-hidden" open={isOpen}>
      <summary>{t('search.hidden')}</summary>
      <p>{titles.join(', ')}</p>
    </details>
  );
}
