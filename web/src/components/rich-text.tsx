/**
 * Rich text of objects as elements. The server keeps harmful markup out of what it stores; here only tags and attributes of
 * this list are drawn all the same, and nothing is fetched from elsewhere: a picture becomes a link to it.
 */
import { h, type ComponentChild, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';

const TAGS = new Set(
  'div p br span b strong i em u s sub sup ul ol li blockquote pre code hr table thead tbody tr th td figure'.split(
    ' ',
  ),
);
/** Headings of a text stand below those of the page. */
const HEADING = /^h[1-6]$/;
/** What is drawn without the tag itself keeps its text; of these nothing is kept. */
export const SILENT = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript', 'title']);
/** What links may lead to. */
export const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The policy of the pages speaks up about styles and handlers even where nothing is drawn: they lose their names first. */
const unnamed = (html: string): string =>
  html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, '$1data-$2'));

/** The elements of a text, of which no script runs and nothing is fetched. Styles and handlers are called `data-…`. */
export const parsed = (html: string): HTMLElement => new DOMParser().parseFromString(unnamed(html), 'text/html').body;

/** The text without its markup. */
export const plainText = (html: string): string =>
  parsed(html.replace(/<\/(p|div|li|h[1-6]|tr)>|<br ?\/?>/gi, '$& '))
    .innerText.replace(/\s+/g, ' ')
    .trim();

export function RichText({ html }: { html: string }): VNode {
  const content = useMemo(() => childrenOf(parsed(html)), [html]);
  return <div class="rich">{content}</div>;
}

const childrenOf = (node: Node): ComponentChild[] => [...node.childNodes].map(drawn);

function drawn(node: Node): ComponentChild {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (SILENT.has(tag)) return null;
  if (tag === 'a') return <Link to={node.getAttribute('href')}>{childrenOf(node)}</Link>;
  if (tag === 'img')
    return <Link to={node.getAttribute('src')}>{node.getAttribute('alt') ?? node.getAttribute('src')}</Link>;
  if (HEADING.test(tag)) return <h4>{childrenOf(node)}</h4>;
  if (!TAGS.has(tag)) return childrenOf(node);
  const spans = ['colspan', 'rowspan'].flatMap((name) => {
    const value = node.getAttribute(name);
    return value === null ? [] : [[name, value]];
  });
  return h(tag, Object.fromEntries(spans) as Record<string, string>, ...childrenOf(node));
}

function Link({ to, children }: { to: string | null; children: ComponentChild }): VNode {
  const url = to === null ? null : URL.parse(to, location.origin);
  if (!url || !SCHEMES.has(url.protocol)) return <>{children}</>;
  return (
    <a href={url.href} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}
