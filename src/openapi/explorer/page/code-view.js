/** A plugin for Swagger UI: code, answers and examples in the colours of this page. */
import { copyButton, h } from './dom.js';
import { jsonView } from './json-view.js';

export const codeView = ({ React }) => ({
  components: {
    HighlightCode: ({ children, fileName, downloadable, canCopy }) => {
      const text = String(children ?? '');
      return placed(React, () => [codeOf(text), toolsOf(text, { fileName, downloadable, canCopy })], [text]);
    },
  },
});

/** Nodes of this page's own among the elements of React; made again only where `from` changed. */
export function placed(React, make, from, className) {
  const place = React.useRef(null);
  React.useLayoutEffect(() => place.current.replaceChildren(...[make()].flat().filter(Boolean)), from);
  return React.createElement('div', { ref: place, className });
}

function codeOf(text) {
  try {
    return jsonView(JSON.parse(text), 'Code');
  } catch {
    return h('pre.json', { tabindex: '0', 'aria-label': 'Code' }, text);
  }
}

function toolsOf(text, { fileName, downloadable, canCopy }) {
  const file = downloadable && new Blob([text]);
  const name = fileName ?? 'answer.txt';
  const download = () => {
    const href = URL.createObjectURL(file);
    h('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href));
  };
  const tools = [
    canCopy && copyButton(text),
    file && h('button.small-button', { type: 'button', onclick: download }, 'Download'),
  ].filter(Boolean);
  return tools.length > 0 && h('div.code-tools', {}, tools);
}
