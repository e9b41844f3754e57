/** Texts as they are written in descriptions, and a button that copies one. Text is always text, never markup. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import type { Phrase } from '../i18n/titles.js';

/** A text with `code` in back quotes and `**bold**` words. */
export function Words({ text }: { text: string }): VNode {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
    return part;
  });
  return <>{parts}</>;
}

/** Words of the API's document, which is in English whatever the language of the page. */
export function Told({ text }: { text: string }): VNode {
  return (
    <span lang="en">
      <Words text={text} />
    </span>
  );
}

/** A title of the API's document; says its language where that is not the one of the page. */
export const Titled = ({ said: { text, lang } }: { said: Phrase }): VNode => <span lang={lang}>{text}</span>;

/** A button that copies a text and says so. */
export function CopyButton({ text, label }: { text: string | (() => string); label?: string }): VNode {
  const [result, setResult] = useState<'copy.done' | 'copy.failed' | null>(null);
  useEffect(() => {
    if (!result) return;
    const back = setTimeout(() => setResult(null), 1500);
    return () => clearTimeout(back);
  }, [result]);
  const go = async (): Promise<void> => {
    const done = await copy(typeof text === 'function' ? text() : text);
    setResult(done ? 'copy.done' : 'copy.failed');
  };
  return (
    <button class="small-button" type="button" onClick={() => void go()}>
      {result ? t(result) : (label ?? t('copy'))}
    </button>
  );
}

/** The clipboard is there on https and localhost only; elsewhere a hidden field serves. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.className = 'visually-hidden';
    field.readOnly = true;
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}
