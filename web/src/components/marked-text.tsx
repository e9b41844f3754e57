/** A field for a text of several lines that marks parts of it; it grows with the text. */
import type { ComponentChildren, RefObject, TextareaHTMLAttributes, VNode } from 'preact';
import '../styles/marked-text.css';

/** A part of a text, by characters. */
interface Mark {
  from: number;
  to: number;
}

interface MarkedTextOptions extends Omit<TextareaHTMLAttributes, 'ref' | 'value'> {
  value: string;
  /** Where what is wrong stands. */
  marks: readonly Mark[];
  field?: RefObject<HTMLTextAreaElement | null>;
}

export const MarkedText = ({ value, marks, field, ...others }: MarkedTextOptions): VNode => (
  <div class="editor-box">
    <pre class="editor-marks" aria-hidden="true">
      {underlined(value, marks)}
      {'\n'}
    </pre>
    <textarea ref={field} spellcheck={false} autocomplete="off" value={value} {...others} />
  </div>
);

/** The text again, with lines under what is wrong; it lies below the field, letter by letter. */
function underlined(text: string, marks: readonly Mark[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    if (from < end || to > text.length) continue;
    parts.push(text.slice(end, from), <mark>{text.slice(from, to)}</mark>);
    end = to;
  }
  parts.push(text.slice(end));
  return parts;
}
