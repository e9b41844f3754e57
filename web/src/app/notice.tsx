/** What was done, told on the page that it led to, and a button that takes it back where that can be done. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tried } from '../api/send.js';
import { Problem } from '../components/problem.js';
import type { FieldTitles } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { Store, useStore } from '../store.js';
import { go, place } from './router.js';

/** How something is taken back. */
export interface Undo {
  /** The path to which a POST does it, and what is sent there. */
  path: string;
  body?: object;
  /** What the button says, where that is more than “Bring back”. */
  label?: string;
  /** What the page calls whatever a refusal may name. */
  titles?: FieldTitles;
  /** What is told then, and where. */
  sentence: string;
  to: string;
  /** Does it where a POST of `body` does not; what it says takes the place of `sentence`. */
  send?: () => Promise<{ status: number; body: unknown; sentence?: string }>;
  /** Shows it there; else that page is gone to. */
  onDone?: () => void;
}

interface NoticeState {
  path: string;
  sentence: string;
  undo?: Undo;
}

const NOTHING: NoticeState = { path: '', sentence: '' };
const told = new Store<NoticeState>(NOTHING);

/** Tells it on the page at `path`, which is shown or comes next, until that is left. */
export const tell = (sentence: string, path = place.get().path, undo?: Undo): void =>
  told.set({ path, sentence, ...(undo && { undo }) });

/** Stands on every page that something leads to. */
export function Notice(): VNode {
  const [here] = useState(() => place.get().path);
  const { path, sentence, undo } = useStore(told);
  useEffect(
    () => () => {
      if (told.get().path === here) told.set(NOTHING);
    },
    [],
  );
  const isHere = path === here && sentence !== '';
  // What was done far down the page is told where its reader looks.
  const box = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => setOver(isHere && box.current!.getBoundingClientRect().bottom < 0), [sentence, undo, isHere]);
  return (
    <div ref={box} class={isHere ? `notice${isOver ? ' is-over' : ''}` : undefined}>
      <p role="status">{isHere && sentence}</p>
      {isHere && undo && <UndoButton key={undo.path} undo={undo} />}
    </div>
  );
}

/** Takes it back; why that cannot be stands beside it. */
export function UndoButton({ undo }: { undo: Undo }): VNode {
  const { path, body: sent = {}, label = t('form.do.restore'), titles = {}, to, onDone } = undo;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    const post = (): ReturnType<NonNullable<Undo['send']>> => tried({ method: 'POST', path, body: sent });
    const { status, body, sentence = undo.sentence } = await (undo.send ?? post)();
    setBusy(false);
    if (status >= 400) return setProblem(<Problem status={status} body={body} titles={titles} />);
    tell(sentence, to);
    if (onDone) onDone();
    else go(to);
  };
  return (
    <>
      <button class="small-button" type="button" disabled={isBusy} onClick={() => void takeBack()}>
        {label}
      </button>
      {problem}
    </>
  );
}
