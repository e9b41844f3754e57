/** JSON in colours: built as elements, so that nothing of an answer can become markup. */
import { h } from './dom.js';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
const MOST_LINES = 400;

/** Shows a value; long ones from their beginning, with a button for the rest. */
export function jsonView(value, label = 'Answer') {
  const lines = compact(value).split('\n');
  const shown = h('pre.json', { tabindex: '0', 'aria-label': label });
  shown.append(...coloured(lines.slice(0, MOST_LINES).join('\n')));
  if (lines.length <= MOST_LINES) return shown;
  const more = h('button.small-button', { type: 'button' }, `Show all ${lines.length.toLocaleString('en')} lines`);
  more.addEventListener('click', () => {
    shown.replaceChildren(...coloured(lines.join('\n')));
    more.remove();
  });
  return h('div', {}, shown, more);
}

/** Indented, but lists of numbers on one line. */
const compact = (value) =>
  JSON.stringify(value, undefined, 2).replace(/\[[\d,\s]*\]/g, (list) =>
    list.replace(/\s+/g, '').replaceAll(',', ', '),
  );

function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon, word, number] = match;
    parts.push(text.slice(end, match.index));
    if (string) parts.push(h(colon ? 'span.json-key' : 'span.json-string', {}, string), colon ?? '');
    else parts.push(h(word ? 'span.json-word' : 'span.json-number', {}, word ?? number));
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return parts;
}
