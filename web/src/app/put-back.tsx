/** Puts back what one change of an object replaced, from wherever the journal tells of it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FormField } from '../api/form-fields.js';
import { puttingBack, sentOf, type Differences, type PuttingBack, type Values } from '../api/former.js';
import { idsIn, type Kind, type Thing } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { mayDo } from '../api/may.js';
import { Wanted, type Names } from '../api/names.js';
import { send, tried } from '../api/send.js';
import { useNames } from '../api/use-names.js';
import { Dialog } from '../components/dialog.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Held } from './entry-changes.js';
import { MAX_NAMES, type Entry } from './entry.js';

/** What an entry says of an object, before and after. */
const differencesIn = ({ properties }: Entry): Differences => ({
  before: (properties?.['before'] ?? {}) as Values,
  after: (properties?.['after'] ?? {}) as Values,
});

/** Whether an entry tells of a change that the reader may put back. */
export const mayPutBack = (map: MapOfKinds, kind: Kind, { description, properties, subject_id: id }: Entry): boolean =>
  description === 'updated' && Boolean(properties?.['before']) && id !== null && mayDo(map, kind, 'edit', id);

/** Whether an object, as it is now, holds all that it held before the change. */
export const isPutBack = (map: MapOfKinds, kind: Kind, entry: Entry, object: Values): boolean =>
  !puttingBack(map, kind, differencesIn(entry), object).fields.length;

interface PutBackOptions {
  map: MapOfKinds;
  kind: Kind;
  /** The object. */
  id: number;
  entry: Entry;
  names: Names;
  /** Nothing is left to be put back, as far as that is known. */
  isPutBack?: boolean;
  /** Reads anew what is shown of the object. */
  onDone: () => void;
}

interface Asked extends PuttingBack {
  object: Thing;
  tag: string | null;
}

/** How often it is looked at anew because somebody stores the object just then. */
const MOST_TRIES = 3;

/** Puts back what one change replaced; asks first where somebody has changed the same fields since. */
export function PutBack({
  map,
  kind,
  id,
  entry,
  names,
  isPutBack: isDone = false,
  onDone,
}: PutBackOptions): VNode | null {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState('');
  const path = `/api/${kind.path}/${id}`;
  const differences = differencesIn(entry);
  const about = entry.created_at
    ? new Date(entry.created_at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
    : '';
  if (done)
    return (
      <p class="put-back-done" role="status">
        {done}
      </p>
    );
  if (isDone) return null;
  if (entry.properties?.['shortened']) return <p class="faint">{t('history.shortened')}</p>;
  const store = async (fields: readonly FormField[], { tag }: Asked, tries: number): Promise<void> => {
    const body = Object.fromEntries(fields.map((field) => [field.name, sentOf(field, differences.before[field.name])]));
    setBusy(true);
    const answer = await tried({ method: 'PUT', path, body, ...(tag !== null && { ifMatch: tag }) });
    setBusy(false);
    setAsked(null);
    // Somebody stored it between our look and now: looked at anew.
    if (answer.status === 412 && tries < MOST_TRIES) return look(tries + 1);
    const titles = Object.fromEntries(fields.map(({ name, titles: both }) => [name, said(both).text]));
    if (answer.status >= 400) return setProblem(<Problem {...answer} titles={titles} />);
    setDone(t('history.done', { fields: inWords(fields) }));
    onDone();
  };
  const look = async (tries = 0): Promise<void> => {
    setProblem(null);
    setBusy(true);
    const answer = await send({ method: 'GET', path }).catch(() => null);
    setBusy(false);
    if (!answer || answer.status >= 400)
      return setProblem(
        <Problem status={answer?.status ?? 503} body={answer?.body ?? { message: t('server.away') }} />,
      );
    const { data } = answer.body as { data: Thing };
    const next = { ...puttingBack(map, kind, differences, data), object: data, tag: answer.tag };
    if (!next.fields.length)
      return setProblem(
        <p class="faint" role="status">
          {t('history.nothing')}
        </p>,
      );
    if (next.since.length) return setAsked(next);
    return store(next.fields, next, tries);
  };
  const others = asked ? asked.fields.filter((field) => !asked.since.includes(field)) : [];
  return (
    <>
      <button
        class="small-button"
        type="button"
        disabled={isBusy}
        aria-label={t('history.put-back.of', { when: about })}
        onClick={() => void look()}
      >
        {t('history.put-back')}
      </button>
      {problem}
      {asked && (
        <Dialog title={t('history.ask')} onClose={() => setAsked(null)}>
          <p>{t('history.ask.about', { count: asked.since.length })}</p>
          <dl class="entry-changes">
            {asked.since.map((field) => (
              <div key={field.name}>
                <dt>
                  <Titled said={said(field.titles)} />
                </dt>
                <dd>
                  <Overwritten field={field} now={asked.object} then={differences.before} {...{ map, kind, names }} />
                </dd>
              </div>
            ))}
          </dl>
          {others.length > 0 && <p>{t('history.ask.others', { fields: inWords(others) })}</p>}
          <div class="form-end">
            <button class="quiet" type="button" onClick={() => setAsked(null)}>
              {t('cancel')}
            </button>
            {others.length > 0 && (
              <button
                class="quiet"
                type="button"
                disabled={isBusy}
                onClick={() => void store(others, asked, MOST_TRIES)}
              >
                {t('history.ask.only-others')}
              </button>
            )}
            <button class="primary" type="button" disabled={isBusy} onClick={() => void store(asked.fields, asked, 0)}>
              {t('history.ask.go', { count: asked.fields.length })}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const inWords = (fields: readonly FormField[]): string => fields.map(({ titles }) => said(titles).text).join(', ');

interface OverwrittenOptions {
  map: MapOfKinds;
  kind: Kind;
  names: Names;
  field: FormField;
  now: Values;
  then: Values;
}

/** What stands in a field now, and what would stand there. */
function Overwritten({ map, kind, names, field: { name }, now, then }: OverwrittenOptions): VNode {
  const part = [...kind.columns, ...kind.links].find((one) => one.name === name)!;
  const wanted = new Wanted();
  for (const id of idsIn(now[name]).slice(0, MAX_NAMES)) wanted.want(part.target, id);
  const current = useNames(map, wanted);
  return (
    <>
      {t('history.now')}
      <Held map={map} part={part} value={now[name]} names={current} />
      {' · '}
      {t('history.then')}
      <Held map={map} part={part} value={then[name]} names={names} />
    </>
  );
}
