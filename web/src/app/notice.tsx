/** What was done, told on the page that it led to, and a button that takes it back where that can be done. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tried } from '../api/send.js';
import type { UndoTarget } from '../api/undo.js';
import { Problem } from '../components/problem.js';
import type { FieldTitles } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { Store, useStore } from '../store.js';
import { go, place } from './router.js';
import { UndoRequest } from './undo-request.js';

/** How something is taken back: by a POST at once, or as the request that did it, of which the server first says what would happen. */
export type Undo = {
  /** What the button says, where that is more than “Bring back”. */
  label?: string;
  /** Where it is told that it was done. */
  to: string;
  /** Shows it there; else that page is gone to. */
  onDone?: () => void;
} & (UndoByPost | { target: UndoTarget });

interface UndoByPost {
  /** The path to which a POST does it, and what is sent there. */
  path: string;
  body?: object;
  /** What the page calls whatever a refusal may name. */
  titles?: FieldTitles;
  /** What is told then. */
  sentence: string;
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
      {isHere && undo && <UndoButton key={sentence} undo={undo} />}
    </div>
  );
}

/** Takes it back, and tells it. */
export function UndoButton({ undo }: { undo: Undo }): VNode {
  const { to, label, onDone } = undo;
  const done = (sentence: string): void => {
    tell(sentence, to);
    if (onDone) onDone();
    else go(to);
  };
  return 'target' in undo ? (
    <UndoRequest target={undo.target} {...(label && { label })} onDone={done} />
  ) : (
    <PostButton undo={undo} {...(label && { label })} onDone={done} />
  );
}

interface PostOptions {
  undo: UndoByPost;
  label?: string;
  onDone: (sentence: string) => void;
}

/** Takes it back at once; why that cannot be stands beside it. */
function PostButton({ undo, label = t('form.do.restore'), onDone }: PostOptions): VNode {
  const { path, body: sent = {}, titles = {}, sentence } = undo;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<VNode | null>(null);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    const { status, body } = await tried({ method: 'POST', path, body: sent });
    setBusy(false);
    if (status >= 400) return setProblem(<Problem status={status} body={body} titles={titles} />);
    onDone(sentence);
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
