/**
 * A field that finds something and takes it: while somebody types, a list shows what there is. It is a combobox as WAI-ARIA
 * describes it: arrows walk through the list, Enter takes, Escape closes.
 */
import type { ComponentChildren, TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { session } from '../api/session.js';
import { t } from '../i18n/index.js';
import { fold } from './fold-text.js';
import { sentenceOf } from './sentences.js';

/** Something that can be taken. */
export interface Choice {
  /** What tells it from the others. */
  key: string;
  name: string;
  /** Beside the name: its kind, and what it stands in. */
  about?: string;
}

interface PickerOptions<C extends Choice> {
  /** What is looked for, for who does not see what stands around the field. */
  label: string;
  /** The id of the field, for a label that stands elsewhere. */
  id?: string;
  placeholder?: string;
  /** What fits a text, the best first; the empty text may ask for a first choice, or for nothing. Rejections are shown. */
  find: (text: string, signal: AbortSignal) => Promise<readonly C[]>;
  onPick: (choice: C) => void;
  /**
   * What Enter does with a text of which nothing was chosen in the list. Where this is left out the best choice is chosen from
   * the beginning, and Enter takes that.
   */
  onEnter?: (text: string) => void;
  /** What is said where nothing fits. */
  none?: (text: string) => ComponentChildren;
  /** Below the list, such as a way to make a new one; `isNamed`: something in the list is called exactly so. */
  end?: (text: string, close: () => void, isNamed: boolean) => ComponentChildren;
  disabled?: boolean;
  describedBy?: string;
  invalid?: boolean;
}

/** Milliseconds after the last letter until it is asked. */
const REST = 150;

export function Picker<C extends Choice>(options: PickerOptions<C>): VNode {
  const {
    label,
    placeholder,
    find,
    onPick,
    onEnter,
    none,
    end,
    disabled = false,
    describedBy,
    invalid = false,
  } = options;
  const first = onEnter ? -1 : 0;
  const own = useId();
  const id = options.id ?? own;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<{ choices: readonly C[]; problem?: string } | null>(null);
  const [at, setAt] = useState(first);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const choices = found?.choices ?? [];
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    const timer = setTimeout(
      () =>
        void find(text.trim(), ending.signal).then(
          (next) => {
            if (ending.signal.aborted) return;
            setFound({ choices: next });
            setAt(first);
          },
          (error: unknown) => {
            if (!ending.signal.aborted) setFound({ choices: [], problem: sentenceOf(error) });
          },
        ),
      text ? REST : 0,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isOpen, text]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, at]);
  const close = (): void => {
    setOpen(false);
    setFound(null);
    setText('');
    setAt(first);
  };
  const take = (choice: C): void => {
    close();
    input.current!.focus();
    onPick(choice);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else if (choices.length)
        setAt(at < 0 && step < 0 ? choices.length - 1 : (at + step + choices.length) % choices.length);
    }
    if (event.key === 'Enter' && isOpen) {
      // What is typed here is looked for; it sends no form.
      event.preventDefault();
      if (choices[at]) take(choices[at]);
      else if (onEnter && text.trim()) {
        close();
        onEnter(text.trim());
      }
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  const isNamed = text.trim() !== '' && choices.some(({ name }) => fold(name) === fold(text.trim()));
  // A field that goes on with any text says nothing of the empty one.
  const isShown = isOpen && found !== null && !(onEnter && !text.trim());
  return (
    <div
      class="picker"
      ref={box}
      onFocusOut={({ relatedTarget }) => {
        // A page may take the field away with what was picked.
        if (!box.current || box.current.contains(relatedTarget as Node | null)) return;
        // What was typed is still there for whoever has to sign in again.
        if (session.get()) close();
        else setOpen(false);
      }}
    >
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={options.id === undefined ? label : undefined}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && choices[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        placeholder={placeholder ?? t('picker.find')}
        disabled={disabled}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <div class="picker-list card" hidden={!isShown}>
        <ul id={`${id}-list`} role="listbox" aria-label={label}>
          {choices.map((choice, i) => (
            <li
              key={choice.key}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(choice)}
            >
              <span>{choice.name}</span>
              {choice.about && <small>{choice.about}</small>}
            </li>
          ))}
        </ul>
        {found && !choices.length && <p class="faint">{found.problem ?? none?.(text.trim()) ?? t('picker.none')}</p>}
        {isShown && end?.(text.trim(), close, isNamed)}
      </div>
      <span class="visually-hidden" role="status">
        {isShown && t('picker.count', { count: choices.length })}
      </span>
    </div>
  );
}
