/** The page at /checks/findings: what all checks found, by day or by severity. The address holds what is listed. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SEVERITIES, severityName } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { useQuery } from '../app/query.js';
import { t } from '../i18n/index.js';
import { Found } from './found.js';

/** What is due first, or what is worst. */
const ORDERS = { day: 'day,-severity,id', severity: '-severity,day,id' } as const;

export function AllFindings({ map }: { map: MapOfKinds }): VNode {
  const { query, set } = useQuery();
  const [turn, setTurn] = useState(0);
  const severity = SEVERITIES.find((one) => one === query.get('severity')) ?? '';
  const order = query.get('sort') === 'severity' ? 'severity' : 'day';
  const title = t('checks.findings.all');
  useEffect(() => {
    document.title = `${title} · ${t('checks.title')} · Meridian`;
  }, [title]);
  return (
    <>
      <p class="eyebrow">
        <a href="/checks">{t('checks.title')}</a>
      </p>
      <h1>{title}</h1>
      <Found
        key={turn}
        map={map}
        label={title}
        file="findings"
        parts={{ 'filter[severity_gte]': severity }}
        order={ORDERS[order]}
        choices={
          <>
            <label>
              {t('checks.filter.finding_severity_gte')}{' '}
              <select value={severity} onChange={({ currentTarget: { value } }) => set({ severity: value, after: '' })}>
                <option value="">{t('checks.findings.any')}</option>
                {SEVERITIES.map((one) => (
                  <option key={one} value={one}>
                    {severityName(one)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {t('checks.findings.order')}{' '}
              <select
                value={order}
                onChange={({ currentTarget: { value } }) => set({ sort: value === 'day' ? '' : value, after: '' })}
              >
                <option value="day">{t('checks.findings.by-day')}</option>
                <option value="severity">{t('checks.findings.by-severity')}</option>
              </select>
            </label>
          </>
        }
        again={() => setTurn((count) => count + 1)}
      />
    </>
  );
}
