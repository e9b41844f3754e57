/** JSON in colours: made of elements, so that nothing of an answer can become markup. */
import type { ComponentChild, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import '../styles/json.css';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
const MAX_LINES = 400;

/** Shows a value; long ones from their beginning, with a button for the rest. */
export function Json({ value, label }: { value: unknown; label: string }): VNode {
  const [whole, setWhole] = useState(false);
  const lines = compact(value).split('\n');
  const isCut = !whole && lines.length > MAX_LINES;
  return (
    <div>
      <pre class="json" tabIndex={0} aria-label={label}>
        {coloured((isCut ? lines.slice(0, MAX_LINES) : lines).join('\n'))}
      </pre>
      {isCut && (
        <button class="small-button" type="button" onClick={() => setWhole(true)}>
          {t('json.all', { count: lines.length })}
        </button>
      )}
    </div>
  );
}

/** Indented, but lists of numbers on one line. */
const compact = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(/\[[\d,\s]*\]/g, (list) =>
    list.replace(/\s+/g, '').replaceAll(',', ', '),
  );

function coloured(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon, word, number] = match;
    parts.push(text.slice(end, match.index));
    if (string) parts.push(<span class={colon ? 'json-key' : 'json-string'}>{string}</span>, colon ?? '');
    else parts.push(<span class={word ? 'json-word' : 'json-number'}>{word ?? number}</span>);
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return parts;
}
