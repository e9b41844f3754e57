/** One check: what it looks for, what to do, and its objects as a table in which findings are accepted. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CHECKS, FINDINGS, inLanguage, nameOfFinding, type Check, type Finding } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { tell } from '../app/notice.js';
import { useQuery, withQuery } from '../app/query.js';
import { go } from '../app/router.js';
import { AcceptFindings } from '../components/accept-findings.js';
import { Answered } from '../components/answered.js';
import { Downloads } from '../components/downloads.js';
import { dayOfMoment, FindingSaid, SeverityMark } from '../components/finding.js';
import { headed, TableFrame } from '../components/framed-table.js';
import { ObjectLink } from '../components/object-link.js';
import { Pages } from '../components/pages.js';
import { PrintButton } from '../components/print-button.js';
import { RequestBox } from '../components/request-box.js';
import { ConfirmButton, Refused, useWriting } from '../components/writing.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { LookNow } from './run.js';

const PAGE = 50;
const STATES = ['open', 'accepted', 'gone'] as const;
/** What is due first comes first; in each kind as it was made where no day is told. */
const ORDER = 'day,type,object_id';

export function OneCheck({ map, id }: { map: MapOfKinds; id: string }): VNode {
  const read = useAnswer(`${CHECKS}/${encodeURIComponent(id)}`);
  const isNone = read.answer && 'status' in read.answer && read.answer.status === 404;
  return (
    <>
      <p class="eyebrow">
        <a href="/checks">{t('checks.title')}</a>
      </p>
      {isNone ? (
        <>
          <h1>{t('checks.title')}</h1>
          <p class="lead">{t('checks.none')}</p>
        </>
      ) : (
        <Answered<{ data: Check }> {...read}>
          {({ data }) => <Shown map={map} check={data} again={read.again} />}
        </Answered>
      )}
    </>
  );
}

interface CheckOptions {
  map: MapOfKinds;
  check: Check;
  again: () => void;
}

function Shown({ map, check, again }: CheckOptions): VNode {
  const [turn, setTurn] = useState(0);
  const title = inLanguage(check.titles);
  const [about, advice] = [inLanguage(check.abouts), inLanguage(check.advices)];
  useEffect(() => {
    document.title = `${title} · ${t('checks.title')} · Meridian`;
  }, [title]);
  const anew = (): void => {
    setTurn((count) => count + 1);
    again();
  };
  return (
    <>
      <div class="title-line">
        <h1>{title}</h1>
        <SeverityMark severity={check.severity} />
      </div>
      {about && <p class="lead">{about}</p>}
      {advice && (
        <p>
          <strong>{t('checks.advice')}</strong>
          {t('colon')}
          {advice}
        </p>
      )}
      <p class="faint">
        {check.last_run_at && t('checks.last-run', { when: momentInWords(check.last_run_at) })}{' '}
        {!check.enabled && t('checks.off')}
      </p>
      {check.last_error && <p class="check-failed">{t('checks.last-error', { error: check.last_error })}</p>}
      <Change map={map} check={check} again={anew} />
      <Found key={turn} map={map} check={check} again={anew} />
    </>
  );
}

const momentInWords = (at: string): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** What can be done with the check itself. */
function Change({ map, check, again }: CheckOptions): VNode {
  const writing = useWriting();
  const path = `${CHECKS}/${check.id}`;
  const turn = async (): Promise<void> => {
    if (!(await writing.write({ method: 'PATCH', path, body: { enabled: !check.enabled } }))) return;
    tell(t('checks.switched'));
    again();
  };
  const remove = async (): Promise<void> => {
    if (!(await writing.write({ method: 'DELETE', path }))) return;
    tell(t('checks.deleted', { name: inLanguage(check.titles) }), '/checks');
    go('/checks');
  };
  return (
    <>
      <div class="check-tools for-screen">
        {check.enabled && <LookNow map={map} keys={[check.key]} onDone={again} />}
        {map.rights.has('check_edit') && (
          <button class="quiet" type="button" disabled={writing.isBusy} onClick={() => void turn()}>
            {t(check.enabled ? 'checks.switch-off' : 'checks.switch-on')}
          </button>
        )}
        {!check.shipped && map.rights.has('check_delete') && (
          <ConfirmButton
            label={t('checks.delete')}
            question={t('checks.delete.ask')}
            isBusy={writing.isBusy}
            onConfirm={() => void remove()}
          />
        )}
      </div>
      <Refused writing={writing} />
    </>
  );
}

/** Its findings in one state, a page of them. */
function Found({ map, check, again }: CheckOptions): VNode {
  const { query, set } = useQuery();
  const state = STATES.find((one) => one === query.get('state')) ?? 'open';
  const after = query.get('after') ?? '';
  const parts = { 'filter[check]': check.key, 'filter[state]': state };
  const path = withQuery(FINDINGS, { ...parts, sort: ORDER, 'page[size]': String(PAGE), 'page[after]': after });
  const { answer, again: askAgain } = useAnswer(`${path}${after ? '' : '&page[after]='}`);
  const total = totalOf(
    useAnswer(withQuery(FINDINGS, { ...parts, fields: 'id', 'page[size]': '1', 'page[number]': '1' })).answer,
  );
  const [ticked, setTicked] = useState<ReadonlyMap<number, Finding>>(new Map());
  const [accepting, setAccepting] = useState<readonly Finding[] | null>(null);
  // What is not on the page is not accepted with it.
  useEffect(() => setTicked(new Map()), [path]);
  const writing = useWriting();
  const mayAccept = map.rights.has('finding_edit') && state !== 'gone';
  const reopen = async (one: Finding): Promise<void> => {
    const body = { accepted_until: null };
    if (!(await writing.write({ method: 'PATCH', path: `${FINDINGS}/${one.id}`, body }))) return;
    tell(t('checks.reopened'));
    again();
  };
  const kind = map.kinds.get(check.type ?? '');
  const files = (['csv', 'xlsx'] as const).map((format) => ({
    label: t(`checks.${format}`),
    path: withQuery(FINDINGS, { ...parts, sort: ORDER, format, bom: format === 'csv' ? '1' : '' }),
    name: `${check.key}.${format}`,
    isNamed: true,
  }));
  return (
    <>
      <form class="filters check-state" onSubmit={(event) => event.preventDefault()}>
        <label>
          {t('checks.state')}{' '}
          <select
            value={state}
            onChange={({ currentTarget: { value } }) => set({ state: value === 'open' ? '' : value, after: '' })}
          >
            {STATES.map((one) => (
              <option key={one} value={one}>
                {t(`checks.state.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </form>
      <div class="table-head">
        <p class="count" role="status">
          {total !== undefined && t('checks.found', { count: total })}
        </p>
        <div class="table-tools">
          {ticked.size > 0 && (
            <button class="primary" type="button" onClick={() => setAccepting([...ticked.values()])}>
              {t('checks.accept.several', { count: ticked.size })}
            </button>
          )}
          {kind && map.rights.mayList(kind.tag) && state === 'open' && (
            <a class="quiet" href={`/objects/${kind.path}?filter[finding]=${check.key}`}>
              {t('checks.as-table')}
            </a>
          )}
          <PrintButton />
        </div>
      </div>
      <Refused writing={writing} />
      <Answered<Finding[]> answer={answer} again={askAgain}>
        {(rows, { next }) => (
          <>
            {rows.length === 0 ? (
              <p class="empty">{t('checks.found.none')}</p>
            ) : (
              <FindingTable
                map={map}
                label={inLanguage(check.titles)}
                rows={rows}
                hasKind={check.type === null}
                {...(mayAccept && { ticked, onTick: setTicked })}
                actionsOf={(one) =>
                  mayAccept && (
                    <>
                      <button
                        class="small-button"
                        type="button"
                        aria-label={t('checks.accept.of', { name: nameOfFinding(one) })}
                        onClick={() => setAccepting([one])}
                      >
                        {t(one.state === 'accepted' ? 'checks.accept.change' : 'checks.accept')}
                      </button>
                      {one.state === 'accepted' && (
                        <button
                          class="small-button"
                          type="button"
                          aria-label={t('checks.reopen.of', { name: nameOfFinding(one) })}
                          disabled={writing.isBusy}
                          onClick={() => void reopen(one)}
                        >
                          {t('checks.reopen')}
                        </button>
                      )}
                    </>
                  )
                }
              />
            )}
            <Pages next={next} after={after} onGo={(to) => set({ after: to }, { replace: false })} />
          </>
        )}
      </Answered>
      <Downloads files={files} label={t('checks.files')} />
      <RequestBox path={path} docs="checks" />
      {accepting && (
        <AcceptFindings
          all={accepting}
          onClose={() => setAccepting(null)}
          onDone={() => {
            setAccepting(null);
            tell(t('checks.accept.done', { count: accepting.length }));
            again();
          }}
        />
      )}
    </>
  );
}

interface TableOptions {
  map: MapOfKinds;
  label: string;
  rows: readonly Finding[];
  /** The objects are of several kinds. */
  hasKind: boolean;
  /** Absent where nothing can be done with several. */
  ticked?: ReadonlyMap<number, Finding>;
  onTick?: (ticked: ReadonlyMap<number, Finding>) => void;
  actionsOf: (one: Finding) => VNode | false;
}

function FindingTable({ map, label, rows, hasKind, ticked, onTick, actionsOf }: TableOptions): VNode {
  const tick = (some: readonly Finding[], isOn: boolean): void => {
    const next = new Map(ticked);
    for (const one of some) {
      if (isOn) next.set(one.id, one);
      else next.delete(one.id);
    }
    onTick!(next);
  };
  const count = ticked ? rows.filter(({ id }) => ticked.has(id)).length : 0;
  return (
    <>
      {ticked && (
        <label class="tick check-all for-screen">
          <input
            type="checkbox"
            checked={count > 0 && count === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < rows.length;
            }}
            onChange={({ currentTarget: { checked } }) => tick(rows, checked)}
          />
          {t('checks.tick.all')}
        </label>
      )}
      <TableFrame label={label}>
        <table class="objects as-cards found">
          <thead>
            <tr>
              <th scope="col">{t('checks.object')}</th>
              {hasKind && <th scope="col">{t('checks.kind')}</th>}
              <th scope="col">{t('checks.reason')}</th>
              <th scope="col">{t('checks.since')}</th>
              {ticked && (
                <th scope="col" class="row-action">
                  <span class="visually-hidden">{t('checks.accept')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => {
              const kind = map.kinds.get(one.type);
              const name = nameOfFinding(one);
              return (
                <tr key={one.id}>
                  <th scope="row">
                    <span class="found-object">
                      {ticked && (
                        <label class="found-tick for-screen">
                          <input
                            type="checkbox"
                            aria-label={t('checks.tick', { name })}
                            checked={ticked.has(one.id)}
                            onChange={({ currentTarget: { checked } }) => tick([one], checked)}
                          />
                        </label>
                      )}
                      <ObjectLink map={map} kind={one.type} id={one.object_id}>
                        {name}
                      </ObjectLink>
                    </span>
                  </th>
                  {hasKind && <td data-head={headed(t('checks.kind'))}>{kind && said(kind.one).text}</td>}
                  <td class="found-reason">
                    <FindingSaid map={map} one={one} />
                  </td>
                  <td class="form-day" data-head={headed(t('checks.since'))}>
                    <time dateTime={one.first_seen}>{dayOfMoment(one.first_seen)}</time>
                  </td>
                  {ticked && <td class="row-action">{actionsOf(one)}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}
