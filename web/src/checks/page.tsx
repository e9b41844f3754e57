/** The pages at /checks: what needs attention, and one check with what it found. */
import type { VNode } from 'preact';
import { mayReadChecks } from '../api/checks.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { Notice } from '../app/notice.js';
import { place } from '../app/router.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { AllFindings } from './findings.js';
import { Checks } from './list.js';
import { OneCheck } from './one.js';
import './checks.css';

export default function ChecksPage(): VNode {
  const { path } = useStore(place);
  const part = /^\/checks\/([^/]+)/.exec(path)?.[1];
  return (
    <MapFrame docs="checks">
      {(map) => {
        if (!mayReadChecks(map)) return <Nothing title={t('checks.title')} about={t('checks.not-allowed')} />;
        return (
          <>
            <Notice key={path} />
            {part === undefined && <Checks map={map} />}
            {part === 'findings' && <AllFindings map={map} />}
            {part !== undefined && part !== 'findings' && <OneCheck key={part} map={map} id={part} />}
          </>
        );
      }}
    </MapFrame>
  );
}
