/** A field for the text of a query: it completes words, and marks mistakes under the words that they are about. */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MarkedText } from '../components/marked-text.js';
import { t } from '../i18n/index.js';
import { completionsAt, type Completion, type Vocabulary } from './complete.js';
import type { Mistake } from './mistakes.js';
import type { Range } from './words.js';

interface EditorOptions {
  value: string;
  onChange: (text: string) => void;
  /** Called by Ctrl+Enter. */
  onRun: () => void;
  vocabulary: Vocabulary;
  mistakes: readonly Mistake[];
  readOnly: boolean;
}

interface Offer {
  range: Range;
  choices: Completion[];
}

const NOTHING: Offer = { range: { from: 0, to: 0 }, choices: [] };

/** The field, the list of completions, and the sentences of mistakes below it. */
export function Editor({ value, onChange, onRun, vocabulary, mistakes, readOnly }: EditorOptions): VNode {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState(NOTHING);
  const [at, setAt] = useState(0);
  const caret = useRef<number | null>(null);
  const isOpen = offer.choices.length > 0;
  useLayoutEffect(() => {
    // Behind what was completed.
    if (caret.current === null) return;
    field.current!.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, at]);
  const close = (): void => setOffer(NOTHING);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    // Not when the field loses the focus: what stands below would move while it is being pressed, and miss the press.
    const leave = ({ target }: Event): void => {
      if (!editor.current!.contains(target as Node)) close();
    };
    document.addEventListener('click', leave);
    return () => document.removeEventListener('click', leave);
  }, [isOpen]);
  const look = (isAsked: boolean): void => {
    const { value: text, selectionStart } = field.current!;
    setOffer(completionsAt(text, selectionStart, vocabulary, isAsked));
    setAt(0);
  };
  const take = ({ text }: Completion): void => {
    const { from, to } = offer.range;
    caret.current = from + text.length;
    close();
    onChange(value.slice(0, from) + text + value.slice(to));
    field.current!.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, ctrlKey, metaKey } = event;
    const isHandled = ((): boolean => {
      if (key === 'Enter' && (ctrlKey || metaKey)) return (close(), onRun(), true);
      if (key === ' ' && ctrlKey) return (look(true), true);
      if (!isOpen) return false;
      if (key === 'ArrowDown') return (setAt((at + 1) % offer.choices.length), true);
      if (key === 'ArrowUp') return (setAt((at + offer.choices.length - 1) % offer.choices.length), true);
      if (key === 'Enter' || key === 'Tab') return (take(offer.choices[at]!), true);
      if (key === 'Escape') return (close(), true);
      return false;
    })();
    if (isHandled) event.preventDefault();
    else if (/^(Arrow|Home|End|Page)/.test(key)) close();
  };
  return (
    <div class="editor" ref={editor}>
      <label for={id}>{t('queries.text')}</label>
      <MarkedText
        field={field}
        marks={mistakes.flatMap(({ range }) => range ?? [])}
        id={id}
        autocapitalize="off"
        readOnly={readOnly}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        aria-describedby={readOnly ? `${id}-mistakes` : `${id}-help ${id}-mistakes`}
        aria-invalid={mistakes.length > 0 || undefined}
        value={value}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value);
          look(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="completions" id={`${id}-list`} role="listbox" aria-label={t('queries.completions')} hidden={!isOpen}>
        {offer.choices.map((choice, i) => (
          <li
            key={choice.text}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <code>{choice.text}</code>
            {choice.about && <small>{choice.about}</small>}
          </li>
        ))}
      </ul>
      <span class="visually-hidden" role="status">
        {isOpen && t('picker.count', { count: offer.choices.length })}
      </span>
      {!readOnly && (
        <>
          <button
            class="quiet editor-ask"
            type="button"
            // The field keeps the focus, and with it the place that the words are for.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              field.current!.focus();
              look(true);
            }}
          >
            {t('queries.ask')}
          </button>
          <p class="faint editor-help" id={`${id}-help`}>
            {t('queries.help')} <span class="for-keys">{t('queries.keys')}</span>
          </p>
        </>
      )}
      <ul class="mistakes" id={`${id}-mistakes`} role="alert">
        {mistakes.map((mistake) => (
          <MistakeLine
            mistake={mistake}
            text={value}
            onShow={({ from, to }) => {
              field.current!.focus();
              field.current!.setSelectionRange(from, to);
            }}
          />
        ))}
      </ul>
    </div>
  );
}

interface MistakeOptions {
  mistake: Mistake;
  text: string;
  onShow: (range: Range) => void;
}

/** A mistake; its word leads to where it stands. */
function MistakeLine({ mistake: { sentence, range }, text, onShow }: MistakeOptions): VNode {
  return (
    <li>
      {range && (
        <button class="small-button" type="button" title={t('queries.show-word')} onClick={() => onShow(range)}>
          <code>{text.slice(range.from, range.to).slice(0, 40)}</code>
        </button>
      )}
      <span>{sentence}</span>
    </li>
  );
}
