/** The pages below /help: the documentation for whoever uses the map, as it comes with this server. It is English. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { HELP_PAGES } from '../app/help.js';
import { place } from '../app/router.js';
import { Unanswered } from '../components/answered.js';
import { language, t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { blocksOf, spansOf, type Block, type Span } from './markdown.js';
import './help.css';

/** The pages of docs/, each fetched when it is shown. */
const SOURCES = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default' });
const sourceOf = (name: string): (() => Promise<string>) | undefined =>
  HELP_PAGES.includes(name) ? SOURCES[`../../../docs/${name}.md`] : undefined;

export default function Help(): VNode {
  const name = useStore(place).path.split('/')[2] || HELP_PAGES[0]!;
  return <MapFrame>{() => <Shown key={name} name={name} />}</MapFrame>;
}

type Read = { blocks: Block[] } | { failed: unknown } | null;

function Shown({ name }: { name: string }): VNode {
  const [read, setRead] = useState<Read>(null);
  const [turn, setTurn] = useState(0);
  const source = sourceOf(name);
  useEffect(() => {
    let isWanted = true;
    source?.().then(
      (text) => isWanted && setRead({ blocks: blocksOf(text) }),
      (failed: unknown) => isWanted && setRead({ failed }),
    );
    return () => void (isWanted = false);
  }, [name, turn]);
  const title = read && 'blocks' in read ? titleOf(read.blocks) : t('help');
  useEffect(() => {
    document.title = `${title} · Meridian`;
    // The part that the address names is there only now.
    if (read) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [title]);
  if (!source) return <Nothing title={t('help.none')} about={t('help.none.about')} />;
  return (
    <>
      {!(read && 'blocks' in read) && <h1>{title}</h1>}
      {language.get() !== 'en' && <p class="faint">{t('help.english')}</p>}
      {!read && (
        <p class="loading" role="status">
          {t('answer.reading')}
        </p>
      )}
      {read && 'failed' in read && <Unanswered error={read.failed} again={() => setTurn(turn + 1)} />}
      {read && 'blocks' in read && (
        <article class="help-text" lang="en">
          {read.blocks.map((block, i) => (
            <Shape key={i} block={block} />
          ))}
        </article>
      )}
      <nav class="help-pages" aria-label={t('help.pages')}>
        {HELP_PAGES.map((one) => (
          <a key={one} href={`/help/${one}`} lang="en" aria-current={one === name ? 'page' : undefined}>
            {one.replaceAll('-', ' ')}
          </a>
        ))}
      </nav>
    </>
  );
}

const titleOf = (blocks: readonly Block[]): string =>
  blocks.flatMap((block) => (block.is === 'heading' && block.level === 1 ? [block.text] : []))[0] ?? t('help');

function Shape({ block }: { block: Block }): VNode {
  switch (block.is) {
    case 'heading': {
      const Heading = `h${Math.min(block.level, 6)}` as 'h2';
      return (
        <Heading id={block.anchor}>
          <Inline text={block.text} />
        </Heading>
      );
    }
    case 'code':
      return (
        // Long lines are scrolled, also by keys.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const List = block.numbered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item) => (
            <li>
              <Inline text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <div class="help-table" tabIndex={0} role="group" aria-label={block.head.filter(Boolean).join(', ')}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th scope="col">
                    <Inline text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr>
                  {row.map((cell) => (
                    <td>
                      <Inline text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'paragraph':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
  }
}

const Inline = ({ text }: { text: string }): VNode => (
  <>
    {spansOf(text).map((span): ComponentChildren =>
      span.as === 'text' ? span.text : span.as === 'code' ? <code>{span.text}</code> : <Marked span={span} />,
    )}
  </>
);

function Marked({ span: { as, text, href = '' } }: { span: Span }): VNode {
  if (as === 'strong')
    return (
      <strong>
        <Inline text={text} />
      </strong>
    );
  if (as === 'em')
    return (
      <em>
        <Inline text={text} />
      </em>
    );
  const to = addressOf(href);
  const words = <Inline text={text} />;
  return to === undefined ? words : <a href={to}>{words}</a>;
}

/** Where a link of the documentation leads here; undefined for what does not come with the server. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name = '', anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  return sourceOf(name) ? `/help/${name}${anchor}` : undefined;
}
