/** What checks found in an object, the most urgent first, and below it what somebody accepted: above its fields. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { mayReadChecks, type Check, CHECKS, type Finding } from '../api/checks.js';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { tell } from '../app/notice.js';
import { AcceptFindings } from '../components/accept-findings.js';
import { FindingSaid, SeverityMark } from '../components/finding.js';
import { t } from '../i18n/index.js';

/** So many are told; their number tells of the others. */
const PAGE = 20;

interface FindingsOptions {
  map: MapOfKinds;
  kind: Kind;
  id: number;
}

export function Findings({ map, kind, id }: FindingsOptions): VNode | null {
  // `open` before `accepted`.
  const { answer, again } = useAnswer(
    `/api/${kind.path}/${id}/findings?filter[state_in]=open,accepted&sort=-state,-severity,id&page[size]=${PAGE}&page[number]=1`,
  );
  const [accepting, setAccepting] = useState<Finding | null>(null);
  const rows = answer && 'status' in answer && answer.status < 400 ? (answer.body as Finding[]) : [];
  const accepted = rows.filter(({ state }) => state === 'accepted').length;
  const keys = [...new Set(rows.map(({ check }) => check))].sort().join();
  // Their pages are at numbers.
  const checks = useAnswer(keys && mayReadChecks(map) ? `${CHECKS}?filter[key_in]=${keys}&fields=id,key` : null).answer;
  const known = checks && 'status' in checks && checks.status < 400 ? (checks.body as Check[]) : [];
  if (!rows.length) return null;
  const total = totalOf(answer) ?? rows.length;
  return (
    <section class="part" aria-labelledby="part-findings">
      <h2 id="part-findings">
        {accepted < total
          ? t('checks.of-object', { count: total - accepted })
          : t('checks.of-object.accepted', { count: total })}
      </h2>
      <ul class="findings-of">
        {rows.map((one) => {
          const check = known.find(({ key }) => key === one.check);
          return (
            <li key={one.id} class={`is-${one.state === 'accepted' ? 'accepted' : one.severity}`}>
              <p class="finding-head">
                <SeverityMark severity={one.severity} />
                <strong>{check ? <a href={`/checks/${check.id}`}>{one.title}</a> : one.title}</strong>
                {map.rights.has('finding_edit') && (
                  <button
                    class="small-button for-screen"
                    type="button"
                    aria-label={t('checks.accept.of', { name: one.title })}
                    onClick={() => setAccepting(one)}
                  >
                    {t(one.state === 'accepted' ? 'checks.accept.change' : 'checks.accept')}
                  </button>
                )}
              </p>
              <FindingSaid map={map} one={one} isTitled />
              {one.state !== 'accepted' && one.advice && <p class="finding-evidence">{one.advice}</p>}
            </li>
          );
        })}
      </ul>
      {total > rows.length && <p class="faint">{t('checks.of-object.more', { count: total - rows.length })}</p>}
      {accepting && (
        <AcceptFindings
          all={[accepting]}
          onClose={() => setAccepting(null)}
          onDone={() => {
            setAccepting(null);
            tell(t('checks.accept.done', { count: 1 }));
            again();
          }}
        />
      )}
    </section>
  );
}
