/** A button that has the map looked at, and tells when that is done. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CHECKS, type CheckRun } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { tell } from './notice.js';
import { Problem } from '../components/problem.js';
import { t } from '../i18n/index.js';

/** Milliseconds between two looks at how far the run is. */
const STEP = 1000;

interface LookOptions {
  map: MapOfKinds;
  /** Keys of the checks that it is kept to; left out, all. */
  keys?: readonly string[];
  onDone: () => void;
}

export function LookNow({ map, keys, onDone }: LookOptions): VNode | null {
  const [run, setRun] = useState<number | null>(null);
  const [problem, setProblem] = useState<VNode | null>(null);
  useEffect(() => {
    if (run === null) return;
    const timer = setInterval(() => void look(), STEP);
    const look = async (): Promise<void> => {
      const { status, body } = await tried({ method: 'GET', path: `${CHECKS}/runs/${run}` });
      if (status >= 400) return;
      const { state } = (body as { data: CheckRun }).data;
      if (state !== 'done' && state !== 'failed') return;
      clearInterval(timer);
      setRun(null);
      tell(t(state === 'done' ? 'checks.looked' : 'checks.look.failed'));
      onDone();
    };
    return () => clearInterval(timer);
  }, [run]);
  if (!map.rights.has('check_edit')) return null;
  const start = async (): Promise<void> => {
    setProblem(null);
    const path = `${CHECKS}/run`;
    const { status, body } = await tried({ method: 'POST', path, body: keys ? { checks: keys } : {} });
    if (status >= 400) setProblem(<Problem status={status} body={body} />);
    else setRun((body as { run: number }).run);
  };
  return (
    <div class="look-now for-screen">
      <button class="quiet" type="button" disabled={run !== null} onClick={() => void start()}>
        {t(keys ? 'checks.look.one' : 'checks.look')}
      </button>
      <span role="status">{run !== null && t('checks.looking')}</span>
      {problem}
    </div>
  );
}
