/** Files of an object: put there by dropping or choosing them, and taken off again. The documents themselves stay in the map. */
import { ApiError } from 'meridian-client';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { client } from '../api/session.js';
import { sentenceOf } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import { fieldsOf } from './form-fields.js';
import { mayDo } from './may.js';

type Thing = Readonly<Record<string, unknown>> & { id: number };

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

/** A place for files, and a button that chooses them. */
export function Upload({ onUploaded }: UploadOptions): VNode {
  const [isOver, setOver] = useState(false);
  const [state, setState] = useState<{ sentence: string; isProblem: boolean }>({ sentence: '', isProblem: false });
  const input = useRef<HTMLInputElement>(null);
  const upload = async (files: readonly File[]): Promise<void> => {
    const ids: number[] = [];
    let problem = '';
    try {
      for (const file of files) {
        setState({ sentence: t('form.documents.sending', { name: file.name }), isProblem: false });
        ids.push((await client().documents.upload({ data: file, name: file.name })).id);
      }
    } catch (error) {
      problem = sentenceOf(error);
    }
    try {
      // Those that arrived are kept, also where a later one was refused.
      if (ids.length) await onUploaded(ids);
    } catch (error) {
      problem = sentenceOf(error);
    }
    setState(
      problem
        ? { sentence: problem, isProblem: true }
        : { sentence: t('form.documents.done', { count: ids.length }), isProblem: false },
    );
    if (input.current) input.current.value = '';
  };
  return (
    <div
      class={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void upload([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label>
        {t('form.documents.drop')}
        <input
          type="file"
          multiple
          ref={input}
          onChange={({ currentTarget }) => void upload([...(currentTarget.files ?? [])])}
        />
      </label>
      <p class={state.isProblem ? 'field-error' : 'faint'} role="status">
        {state.sentence}
      </p>
    </div>
  );
}
