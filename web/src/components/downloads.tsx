/** Buttons that fetch files, and how far that is: bytes so far, and a way to stop. One file is fetched at a time. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { download } from '../api/download.js';
import { t } from '../i18n/index.js';
import { Failed } from './answered.js';
import { sizeInWords } from './size.js';

/** A file that can be fetched. */
export interface FileChoice {
  label: string;
  path: string;
  /** What it is called where the server does not say, or, with `isNamed`, in any case. */
  name: string;
  isNamed?: boolean;
  /** Of a request that is no GET. */
  body?: unknown;
}

interface Fetching {
  file: FileChoice;
  bytes: number;
  state: 'running' | 'done' | 'stopped' | { failed: unknown };
}

/** The buttons; `label` says what they are for. */
export function Downloads({ files, label }: { files: readonly FileChoice[]; label: string }): VNode {
  const [fetching, setFetching] = useState<Fetching | null>(null);
  const ending = useRef<AbortController | null>(null);
  const last = useRef<HTMLButtonElement | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const isRunning = fetching?.state === 'running';
  const run = async (file: FileChoice): Promise<void> => {
    const own = new AbortController();
    ending.current = own;
    let bytes = 0;
    const show = (state: Fetching['state']): void => setFetching({ file, bytes, state });
    show('running');
    try {
      const { path, name, body, isNamed = false } = file;
      const onBytes = (count: number): void => {
        bytes = count;
        show('running');
      };
      await download(path, name, {
        signal: own.signal,
        onBytes,
        isNamed,
        ...(body !== undefined && { method: 'POST', body }),
      });
      show('done');
    } catch (failed) {
      show(own.signal.aborted ? 'stopped' : { failed });
    }
  };
  return (
    <div class="downloads">
      <div class="download-buttons" role="group" aria-label={label}>
        {files.map((file) => (
          <button
            key={file.label}
            class="quiet"
            type="button"
            aria-disabled={isRunning || undefined}
            onClick={({ currentTarget }) => {
              last.current = currentTarget;
              if (!isRunning) void run(file);
            }}
          >
            {file.label}
          </button>
        ))}
      </div>
      <div class="download-state">
        <span role="status">{fetching && <State {...fetching} />}</span>
        {isRunning && (
          <button
            class="small-button"
            type="button"
            onClick={() => {
              ending.current!.abort();
              // This button goes away.
              last.current?.focus();
            }}
          >
            {t('download.stop')}
          </button>
        )}
      </div>
      {fetching && typeof fetching.state === 'object' && <Failed error={fetching.state.failed} />}
    </div>
  );
}

function State({ file: { label }, bytes, state }: Fetching): VNode {
  if (state === 'done') return <>{t('download.done', { label, size: sizeInWords(bytes) })}</>;
  if (state === 'stopped') return <>{t('download.stopped')}</>;
  if (state !== 'running') return <></>;
  return <>{bytes ? t('download.running', { label, size: sizeInWords(bytes) }) : t('download.begun', { label })}</>;
}
