/** What a plan or run has to tell of items: errors, what was kept, warnings, and what it notes of objects and the file. */
import type { VNode } from 'preact';
import { RUNS, type Counts, type Finding, type Level } from '../api/feed.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { mayMerge } from '../app/merging.js';
import { Answered } from '../components/answered.js';
import { FedValue, FieldTitle, ObjectName, partOf } from '../components/fed-value.js';
import { Pages } from '../components/pages.js';
import { typeset, withTitle } from '../components/sentences.js';
import { Titled } from '../components/text.js';
import { isKey, t, type PlainKey } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useQuery, withQuery } from '../app/query.js';

const PAGE = '50';
const COUNTS = { error: 'errors', kept: 'kept', warning: 'warnings' } as const;

interface FindingsOptions {
  map: MapOfKinds;
  /** Of the plan or run. */
  path: string;
  level: Level;
  counts: Counts;
}

export function Findings({ map, path, level, counts }: FindingsOptions): VNode | null {
  const { query, set } = useQuery();
  const after = query.get(`${level}_after`) ?? '';
  // Notes are not counted.
  const isAny = level === 'note' || counts[COUNTS[level]] > 0;
  const request = withQuery(`${path}/findings`, { level, 'page[size]': PAGE, 'page[after]': after });
  const { answer, again } = useAnswer(isAny ? request : null);
  const isEmpty = !answer || ('body' in answer && Array.isArray(answer.body) && !answer.body.length && !after);
  if (!isAny || (level === 'note' && isEmpty)) return null;
  return (
    <section class="part" aria-labelledby={`feed-${level}`}>
      <h2 id={`feed-${level}`}>{t(`feed.level.${level}`)}</h2>
      <p class="feed-about">{t(`feed.level.${level}.about`)}</p>
      <Answered<Finding[]> answer={answer} again={again}>
        {(findings, { next }) => (
          <>
            <FindingList map={map} findings={findings} isStored={path.startsWith(RUNS)} />
            <Pages next={next} after={after} onGo={(to) => set({ [`${level}_after`]: to }, { replace: false })} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** `isStored`: the objects that the items are about are there. */
function FindingList({
  map,
  findings,
  isStored,
}: {
  map: MapOfKinds;
  findings: readonly Finding[];
  isStored: boolean;
}): VNode {
  const wanted = new Wanted();
  for (const { type, of = type, id, with: others = [], candidates = [] } of findings) {
    for (const one of [id, ...others]) wanted.want(type, one);
    for (const one of candidates) wanted.want(of, one);
  }
  const names = useNames(map, wanted);
  return (
    <ul class="feed-list">
      {findings.map((finding, i) => (
        <li key={`${finding.item ?? ''} ${finding.code} ${finding.field ?? ''} ${i}`}>
          <FindingShown map={map} finding={finding} names={names} isStored={isStored} />
        </li>
      ))}
    </ul>
  );
}

/** Whether the page of the object has what lets the source write it: Free. */
const isMarkable = (code: string): boolean => code === 'by-hand' || code === 'held';

/** It may be the same as another one, which people know better. */
const isDouble = (code: string): boolean => code === 'not-the-same' || code === 'maybe-same';

/** Why a value was kept, where the field stands before it; undefined for what the server says in a sentence. */
function keptBecause({ code, field }: Finding): string | undefined {
  if (field === undefined) return undefined;
  return code === 'by-hand' || code === 'held' ? t(`feed.code.${code}`) : undefined;
}

function FindingShown({
  map,
  finding,
  names,
  isStored,
}: {
  map: MapOfKinds;
  finding: Finding;
  names: Names;
  isStored: boolean;
}): VNode {
  const { level, code, item, type = '', of = type, ref, id, name, field } = finding;
  const { message, said: says, stored, candidates } = finding;
  const kind = map.kinds.get(type);
  const part = field === undefined ? undefined : partOf(kind, field);
  const nameOf = (one: number, path = type): VNode => (
    <ObjectName
      map={map}
      target={map.kinds.get(path)?.path}
      object={{ id: one, name: (names.get(path)?.get(one) ?? (path === type && one === id && name)) || '' }}
    />
  );
  return (
    <>
      {type && (
        <p class="feed-object">
          {finding.new && <span class="feed-new">{t('feed.is-new')}</span>} {id !== undefined && nameOf(id)}
          <small class="faint">
            {kind ? <Titled said={said(kind.one)} /> : type} {ref !== undefined && <code>{ref}</code>}
            {item !== undefined && level === 'error' && ` ${t('feed.item', { count: item })}`}
          </small>
        </p>
      )}
      <p class="feed-message">
        {level === 'note' && isKey(`feed.code.${code}`) && (
          <span class="feed-new">{t(`feed.code.${code}` as PlainKey)}</span>
        )}{' '}
        {field !== undefined && (
          <strong>
            <FieldTitle kind={kind} name={field} />
            {t('colon')}
          </strong>
        )}
        {keptBecause(finding) ?? (part ? withTitle(message, part.name, said(part.titles).text) : typeset(message))}
        {candidates?.map((one) => (
          <span key={one}>
            {' '}
            {nameOf(one, of)}
            {kind &&
              of === type &&
              id !== one &&
              (id !== undefined || isStored) &&
              isDouble(code) &&
              mayMerge(map, kind, one) && (
                <>
                  {' · '}
                  <a href={`${addressOf(kind.path, one)}?merge=${id ?? ''}`}>{t('feed.merge')}</a>
                </>
              )}
          </span>
        ))}
      </p>
      {level !== 'warning' && field !== undefined && says !== undefined && (
        <p class="feed-message faint">
          {level === 'kept' && (
            <>
              {t('feed.stands')} <FedValue map={map} kind={kind} name={field} value={stored} />
              {' · '}
            </>
          )}
          {t('feed.said')} <FedValue map={map} kind={kind} name={field} value={says} />
          {kind && id !== undefined && isMarkable(code) && (
            <>
              {' · '}
              <a href={`${addressOf(kind.path, id)}#part-sources`}>{t('feed.who')}</a>
            </>
          )}
        </p>
      )}
    </>
  );
}
