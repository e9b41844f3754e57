/**
 * Rich text between what is stored and what an editor shows. Both ways go through the tags that the API keeps, so that neither
 * the browser's own habits nor what somebody pastes end up in the map.
 */
import { parsed, SCHEMES, SILENT } from '../../components/rich-text.js';

/** Tags that the API keeps, under the name that the editor gives them. */
const TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'div p br span strong em u s sub sup a ul ol li h1 h2 h3 h4 h5 h6 blockquote pre code hr table thead tbody tr th td figure'
      .split(' ')
      .map((tag) => [tag, tag]),
  ),
  ...{ b: 'strong', i: 'em', strike: 's', del: 's' },
};
const ATTRIBUTES = new Set(['href', 'title', 'colspan', 'rowspan']);
const EMPTY = new Set(['br', 'hr']);
const BLOCKS = new Set('div p ul ol h1 h2 h3 h4 h5 h6 blockquote pre hr table figure'.split(' '));
const STYLES = /^(color|background-color|font-[a-z]+|text-align|text-decoration|padding-left)$/;

/** Whether the editor can show all of it: pictures cannot stand there, since nothing is fetched from elsewhere. */
export const isEditable = (html: string): boolean => !/<img\b/i.test(html);

/** An address that may stand in a text; null for any other. One without a scheme is one of the web. */
export function linkTo(text: string): string | null {
  const address = text.trim();
  if (!address) return null;
  const url = URL.parse(address) ?? URL.parse(`https://${address}`);
  return url && SCHEMES.has(url.protocol) ? url.href : null;
}

/** The elements of a text, for an editor. */
export function elementsOf(html: string, { styles = true } = {}): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of parsed(html).childNodes) copy(node, fragment, styles);
  return fragment;
}

function copy(node: Node, into: Node, styles: boolean): void {
  if (node.nodeType === Node.TEXT_NODE) return void into.appendChild(document.createTextNode(node.nodeValue ?? ''));
  if (!(node instanceof Element)) return;
  const name = node.tagName.toLowerCase();
  if (SILENT.has(name)) return;
  const tag = TAGS[name];
  const element = tag === undefined ? into : document.createElement(tag);
  if (element instanceof HTMLElement && element !== into) {
    for (const { name: attribute, value } of node.attributes)
      if (ATTRIBUTES.has(attribute) && (attribute !== 'href' || linkTo(value) !== null))
        element.setAttribute(attribute, value);
    if (styles) style(element, node.getAttribute('data-style') ?? node.getAttribute('style') ?? '');
    into.appendChild(element);
  }
  for (const child of node.childNodes) copy(child, element, styles);
}

function style(element: HTMLElement, text: string): void {
  for (const declaration of text.split(';')) {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim());
    if (STYLES.test(name.toLowerCase())) element.style.setProperty(name.toLowerCase(), value);
  }
}

/** What an editor holds, as it is stored: in the tags of the API, '' where there is no text. */
export function htmlOf(root: Node): string {
  if (!root.textContent?.trim() && !(root as Element).querySelector('hr, table')) return '';
  return inParagraphs([...root.childNodes]);
}

/** Lines that stand loose between blocks, as the browser leaves them, become paragraphs; a text without blocks stays as it is. */
function inParagraphs(nodes: readonly Node[]): string {
  const isBlock = (node: Node): boolean => node instanceof Element && BLOCKS.has(node.tagName.toLowerCase());
  if (!nodes.some(isBlock)) return nodes.map(written).join('');
  let loose = '';
  let all = '';
  const end = (): void => {
    if (loose.trim()) all += `<p>${loose}</p>`;
    loose = '';
  };
  for (const node of nodes) {
    if (!isBlock(node)) loose += written(node);
    else {
      end();
      all += written(node);
    }
  }
  end();
  return all;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

function written(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '');
  if (!(node instanceof HTMLElement)) return '';
  const name = node.tagName.toLowerCase();
  if (SILENT.has(name)) return '';
  const content = [...node.childNodes].map(written).join('');
  const tag = TAGS[name];
  const attributes = attributesOf(node);
  // What carries nothing is only what the editor left behind.
  if (tag === undefined || (tag === 'span' && !attributes)) return content;
  return EMPTY.has(tag) ? `<${tag}>` : `<${tag}${attributes}>${content}</${tag}>`;
}

function attributesOf(node: HTMLElement): string {
  const own = [...node.attributes]
    .filter(({ name }) => ATTRIBUTES.has(name))
    .map(({ name, value }) => [name, value] as const);
  const styles = [...node.style]
    .filter((name) => STYLES.test(name))
    .map((name) => `${name}: ${node.style.getPropertyValue(name)}`)
    .join('; ');
  return [...own, ...(styles ? [['style', styles] as const] : [])]
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}
