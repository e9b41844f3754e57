/** The operations of a resource. What shows them is large, and fetched when operations are first shown. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OpenApi } from '../../api/openapi.js';
import { t } from '../../i18n/index.js';

/** The operations of a document; it is shown until it is taken away, so give another one a key of its own. */
export function Operations({ spec }: { spec: OpenApi }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'reading' | 'shown' | 'failed'>('reading');
  useEffect(() => {
    const ending = new AbortController();
    import('./swagger.js')
      .then(({ showOperations }) => showOperations(place.current!, spec, ending.signal))
      .then(
        () => setState('shown'),
        () => setState('failed'),
      );
    return () => ending.abort();
  }, []);
  return (
    <div class="operations">
      {state === 'reading' && t('operations.reading')}
      {state === 'failed' && t('operations.failed')}
      <div ref={place} />
    </div>
  );
}
