/** Rich text: a small editor that makes only what the API keeps, and the text with its markup for whoever wants to see it. */
import type { TargetedClipboardEvent, TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t, type PlainKey } from '../../i18n/index.js';
import type { ControlOptions } from './options.js';
import { elementsOf, htmlOf, isEditable, linkTo } from './rich-html.js';

/** What the buttons do. The browser's own commands keep its undo working; what they leave behind is written out anew. */
const COMMANDS: ReadonlyArray<readonly [sign: string, title: PlainKey, command: string, value?: string]> = [
  ['B', 'form.rich.bold', 'bold'],
  ['I', 'form.rich.italic', 'italic'],
  ['H', 'form.rich.heading', 'formatBlock', 'h3'],
  ['¶', 'form.rich.paragraph', 'formatBlock', 'p'],
  ['•', 'form.rich.list', 'insertUnorderedList'],
  ['1.', 'form.rich.numbers', 'insertOrderedList'],
];

export function RichControl({
  draft,
  onChange,
  id,
  label,
  describedBy,
  invalid,
}: ControlOptions & { draft: string }): VNode {
  const [isSource, setSource] = useState(() => !isEditable(draft));
  const [link, setLink] = useState<{ range: Range; text: string } | null>(null);
  const editor = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  useLayoutEffect(() => {
    // What was typed here is there already: only a text from elsewhere is put in.
    if (isSource || written.current === draft) return;
    editor.current!.replaceChildren(elementsOf(draft));
    written.current = draft;
  }, [draft, isSource]);
  const take = (): void => {
    written.current = htmlOf(editor.current!);
    onChange(written.current);
  };
  const run = (command: string, value?: string): void => {
    editor.current!.focus();
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand('defaultParagraphSeparator', false, 'p');
    document.execCommand(command, false, value);
    take();
  };
  const paste = (event: TargetedClipboardEvent<HTMLDivElement>): void => {
    event.preventDefault();
    const html = event.clipboardData?.getData('text/html') ?? '';
    const holder = document.createElement('div');
    // Colours and fonts of another program are none of this text's.
    holder.append(elementsOf(html, { styles: false }));
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (html && holder.textContent?.trim()) document.execCommand('insertHTML', false, htmlOf(holder));
    else document.execCommand('insertText', false, text);
    take();
  };
  const askLink = (): void => {
    const selection = getSelection();
    if (!selection?.rangeCount || !editor.current!.contains(selection.anchorNode)) {
      editor.current!.focus();
      const range = document.createRange();
      range.selectNodeContents(editor.current!);
      range.collapse(false);
      return setLink({ range, text: '' });
    }
    const range = selection.getRangeAt(0).cloneRange();
    const there = (range.startContainer.parentElement?.closest('a') ?? null)?.getAttribute('href') ?? '';
    setLink({ range, text: there });
  };
  const putLink = (): void => {
    const { range, text } = link!;
    const address = linkTo(text);
    setLink(null);
    editor.current!.focus();
    const selection = getSelection()!;
    selection.removeAllRanges();
    selection.addRange(range);
    if (!address) return run('unlink');
    if (!range.collapsed) return run('createLink', address);
    const holder = document.createElement('p');
    const element = document.createElement('a');
    element.setAttribute('href', address);
    element.append(text.trim());
    holder.append(element);
    run('insertHTML', htmlOf(holder));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      askLink();
    }
  };
  const keepSelection = (event: Event): void => event.preventDefault();
  return (
    <div class="rich-field">
      <div class="rich-tools" role="toolbar" aria-label={t('form.rich.tools', { field: label })}>
        {!isSource && (
          <>
            {COMMANDS.map(([sign, title, command, value]) => (
              <button
                type="button"
                class={`rich-${command}`}
                aria-label={t(title)}
                title={t(title)}
                onMouseDown={keepSelection}
                onClick={() => run(command, value)}
                data-sign={sign}
              />
            ))}
            <button
              type="button"
              aria-label={t('form.rich.link')}
              title={t('form.rich.link')}
              onMouseDown={keepSelection}
              onClick={askLink}
            >
              ↗
            </button>
          </>
        )}
        <button
          type="button"
          class="rich-source"
          aria-pressed={isSource}
          onClick={() => {
            written.current = null;
            setLink(null);
            setSource(!isSource);
          }}
        >
          {t('form.rich.source')}
        </button>
      </div>
      {link && (
        <div class="rich-link">
          <input
            type="text"
            inputMode="url"
            aria-label={t('form.rich.address')}
            placeholder="https://"
            value={link.text}
            ref={focusOnce}
            onInput={({ currentTarget }) => setLink({ ...link, text: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                putLink();
              }
              if (event.key === 'Escape') {
                event.stopPropagation();
                setLink(null);
                editor.current!.focus();
              }
            }}
          />
          <button class="small-button" type="button" onClick={putLink}>
            {t('form.rich.link.take')}
          </button>
        </div>
      )}
      {isSource ? (
        <textarea
          class="code-field"
          rows={6}
          id={id}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          spellcheck={false}
          value={draft}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <div
          class="rich rich-editor"
          ref={editor}
          id={id}
          contentEditable
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          tabIndex={0}
          onFocus={() => document.execCommand('defaultParagraphSeparator', false, 'p')}
          onInput={take}
          onPaste={paste}
          onDrop={keepSelection}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}

/** Once, when it comes into the page: not whenever it is drawn anew. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus();
