/** A table of findings: of one check, or across all of them. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CHECKS, FINDINGS, mayReadChecks, nameOfFinding, type Check, type Finding } from '../api/checks.js';
import type { MapOfKinds } from '../api/map.js';
import { totalOf, useAnswer } from '../api/use-answer.js';
import { tell } from '../app/notice.js';
import { useQuery, withQuery } from '../app/query.js';
import { AcceptFindings } from '../components/accept-findings.js';
import { Answered } from '../components/answered.js';
import { Downloads } from '../components/downloads.js';
import { dayInWords, dayOfMoment, FindingSaid, SeverityMark } from '../components/finding.js';
import { headed, TableFrame } from '../components/framed-table.js';
import { ObjectLink } from '../components/object-link.js';
import { Pages } from '../components/pages.js';
import { PrintButton } from '../components/print-button.js';
import { RequestBox } from '../components/request-box.js';
import { Refused, useWriting } from '../components/writing.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

const PAGE = 50;
/** The check that ran last. */
const NEWEST = `${CHECKS}?sort=-last_run_at&fields=last_run_at&page[size]=1`;
const STATES = ['open', 'accepted', 'gone'] as const;

interface FoundOptions {
  map: MapOfKinds;
  /** What the table, and files of it, are called. */
  label: string;
  file: string;
  /** What is listed of all findings, beside their state. */
  parts: Readonly<Record<string, string>>;
  order: string;
  /** The check whose findings they are; absent where they are of several. */
  check?: Check;
  /** Further choices beside that of the state. */
  choices?: VNode;
  again: () => void;
}

/** Findings in one state, a page of them, in which they are accepted. */
export function Found({ map, label, file, parts: asked, order, check, choices, again }: FoundOptions): VNode {
  const { query, set } = useQuery();
  const state = STATES.find((one) => one === query.get('state')) ?? 'open';
  const after = query.get('after') ?? '';
  const parts = { ...asked, 'filter[state]': state };
  const path = withQuery(FINDINGS, { ...parts, sort: order, 'page[size]': String(PAGE), 'page[after]': after });
  const { answer, again: askAgain } = useAnswer(`${path}${after ? '' : '&page[after]='}`);
  const total = totalOf(
    useAnswer(withQuery(FINDINGS, { ...parts, fields: 'id', 'page[size]': '1', 'page[number]': '1' })).answer,
  );
  const { answer: newest } = useAnswer(check || !mayReadChecks(map) ? null : NEWEST);
  const looked =
    check ?? (newest && 'body' in newest ? (newest.body as Array<Pick<Check, 'last_run_at'>>)[0] : undefined);
  // Nothing is known to be found or not where nobody looked.
  const isUnlooked = looked?.last_run_at === null;
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
  const kind = map.kinds.get(check?.type ?? '');
  const files = (['csv', 'xlsx'] as const).map((format) => ({
    label: t(`checks.${format}`),
    path: withQuery(FINDINGS, { ...parts, sort: order, format, bom: format === 'csv' ? '1' : '' }),
    name: `${file}.${format}`,
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
        {choices}
      </form>
      <div class="table-head">
        <p class="count" role="status">
          {total !== undefined && !isUnlooked && t(check ? 'checks.found' : 'checks.findings', { count: total })}
        </p>
        <div class="table-tools">
          {ticked.size > 0 && (
            <button class="primary" type="button" onClick={() => setAccepting([...ticked.values()])}>
              {t('checks.accept.several', { count: ticked.size })}
            </button>
          )}
          {check && kind && map.rights.mayList(kind.tag) && state === 'open' && (
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
              <p class="empty">{t(isUnlooked ? 'checks.never-run' : 'checks.found.none')}</p>
            ) : (
              <FindingTable
                map={map}
                label={label}
                rows={rows}
                hasKind={!check || check.type === null}
                hasCheck={!check}
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
  /** They are of several checks. */
  hasCheck: boolean;
  /** Absent where nothing can be done with several. */
  ticked?: ReadonlyMap<number, Finding>;
  onTick?: (ticked: ReadonlyMap<number, Finding>) => void;
  actionsOf: (one: Finding) => VNode | false;
}

function FindingTable({ map, label, rows, hasKind, hasCheck, ticked, onTick, actionsOf }: TableOptions): VNode {
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
              {hasCheck && <th scope="col">{t('checks.day')}</th>}
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
                    {hasCheck && (
                      <p>
                        <SeverityMark severity={one.severity} /> {one.title}
                      </p>
                    )}
                    <FindingSaid map={map} one={one} isTitled={hasCheck} />
                  </td>
                  {hasCheck && (
                    <td class="form-day" data-head={headed(t('checks.day'))}>
                      {one.day && <time dateTime={one.day}>{dayInWords(one.day)}</time>}
                    </td>
                  )}
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
