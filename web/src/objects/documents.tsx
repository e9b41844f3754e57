/** Files of an object: put there by dropping or choosing them, and taken off again. The documents themselves stay in the map. */
import { ApiError } from 'meridian-client';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Kind, Thing } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { client, session } from '../api/session.js';
import { uploadDocument } from '../api/upload.js';
import { sentenceOf } from '../components/sentences.js';
import { sizeInWords } from '../components/size.js';
import { DropZone } from '../components/drop-zone.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { fieldsOf } from '../api/form-fields.js';
import { mayDo } from '../api/may.js';

/** The link that holds the documents of an object, where the reader may change it; undefined for kinds without one. */
export function documentsOf(map: MapOfKinds, kind: Kind, id: number): string | undefined {
  if (!map.documents || !mayDo(map, kind, 'edit', id)) return undefined;
  return fieldsOf(map, kind, 'update').find(({ form, target }) => form === 'links' && target === map.documents!.path)
    ?.name;
}

/**
 * Changes the documents of an object as they are now, whatever the page showed; once more where somebody was faster.
 * @throws as the client does
 */
export async function changeDocuments(
  kind: Kind,
  id: number,
  link: string,
  change: (ids: readonly number[]) => readonly number[],
): Promise<void> {
  const path = `/api/${kind.path}/${id}`;
  for (let tries = 0; ; tries++) {
    const read = await client().send('GET', path);
    const ids = ((await read.json()) as { data: Thing }).data[link] as number[];
    const tag = read.headers.get('etag');
    try {
      await client().send('PUT', path, {
        body: { [link]: change(ids) },
        headers: tag === null ? {} : { 'if-match': tag },
      });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || tries > 2) throw error;
    }
  }
}

interface UploadOptions {
  /** Takes the documents that were made; rejections are shown. */
  onUploaded: (ids: readonly number[]) => Promise<void>;
}

/** What is still to be done: files to send, and documents that were made and are not the object's yet. */
interface Work {
  files: readonly File[];
  made: readonly number[];
}

type State =
  | { at: 'idle' }
  | { at: 'sending'; name: string; share: number }
  | { at: 'waiting'; work: Work }
  | { at: 'done'; count: number }
  | { at: 'failed'; sentence: string };

/** A place for files, and a button that chooses them. */
export function Upload({ onUploaded }: UploadOptions): VNode {
  const [state, setState] = useState<State>({ at: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const sessionId = useStore(session)?.id;
  const isBusy = state.at === 'sending' || state.at === 'waiting';
  const upload = async ({ files, made }: Work): Promise<void> => {
    const ids = [...made];
    const left = [...files];
    let problem: unknown;
    try {
      for (let file = left[0]; file; file = left[0]) {
        const { name } = file;
        setState({ at: 'sending', name, share: 0 });
        ids.push((await uploadDocument(file, (share) => setState({ at: 'sending', name, share }))).id);
        left.shift();
      }
    } catch (error) {
      problem = error;
    }
    try {
      // Those that arrived are kept, also where a later one was refused.
      if (ids.length && !isSignedOut(problem)) await onUploaded(ids);
    } catch (error) {
      problem = error;
    }
    if (isSignedOut(problem)) return setState({ at: 'waiting', work: { files: left, made: ids } });
    setState(problem ? { at: 'failed', sentence: whyNotTaken(problem, left[0]) } : { at: 'done', count: ids.length });
    if (input.current) input.current.value = '';
  };
  // Whoever signed in again sees the rest go out.
  useEffect(() => {
    if (sessionId !== undefined && state.at === 'waiting') void upload(state.work);
  }, [sessionId]);
  const choose = (files: File[]): void => {
    if (files.length && !isBusy) void upload({ files, made: [] });
  };
  return (
    <DropZone label={t('form.documents.drop')} multiple input={input} disabled={isBusy} onFiles={choose}>
      {state.at === 'sending' && <UploadProgress {...state} />}
      <p class={state.at === 'failed' ? 'field-error' : 'faint'} role="status">
        {sentenceFor(state)}
      </p>
    </DropZone>
  );
}

/** How far a file is. */
export const UploadProgress = ({ name, share }: { name: string; share: number }): VNode => (
  <progress class="upload-progress" max={1} value={share} aria-label={t('form.documents.sending', { name })} />
);

function sentenceFor(state: State): string {
  if (state.at === 'sending') return t('form.documents.sending', { name: state.name });
  if (state.at === 'waiting') return t('form.documents.waiting');
  if (state.at === 'done') return t('form.documents.done', { count: state.count });
  return state.at === 'failed' ? state.sentence : '';
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Why a file was not taken. One that is too large is told so with its size and the largest one that is taken. */
export function whyNotTaken(error: unknown, file: File | undefined): string {
  if (!file || !(error instanceof ApiError) || error.status !== 413) return sentenceOf(error);
  const most = Number(/\d+/.exec(error.message)?.[0] ?? 0);
  return t('form.documents.large', { name: file.name, size: sizeInWords(file.size), most: sizeInWords(most) });
}
