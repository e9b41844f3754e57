/** A part of a page that is fetched when it is first shown. */
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { Unanswered } from './answered.js';

interface FetchedOptions<P> {
  /** The same at each drawing. */
  load: () => Promise<{ default: ComponentType<P> }>;
  /** What it is drawn with. */
  with: P;
}

export function Fetched<P extends object>({ load, with: props }: FetchedOptions<P>): VNode {
  const [part, setPart] = useState<{ Part: ComponentType<P> } | { failed: unknown } | null>(null);
  useEffect(() => {
    load().then(
      (module) => setPart({ Part: module.default }),
      (failed: unknown) => setPart({ failed }),
    );
  }, [load]);
  if (!part)
    return (
      <p class="loading" role="status">
        {t('answer.reading')}
      </p>
    );
  return 'failed' in part ? <Unanswered error={part.failed} /> : <part.Part {...props} />;
}
