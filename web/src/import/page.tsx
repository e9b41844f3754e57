/** The page at /import: a file, what it would do, and then, if somebody wants it, that done. Until then nothing is stored. */
import { type ImportedRow } from 'meridian-client';
import type { TargetedDragEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, importable, numbered, type MapOfKinds } from '../api/map.js';
import { exportPath, templatePath } from '../api/download.js';
import { client } from '../api/session.js';
import { isTold } from '../api/told.js';
import type { Names } from '../api/names.js';
import { useNames } from '../api/use-names.js';
import { ImportParts } from '../app/import-parts.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { Notice, tell } from '../app/notice.js';
import { UndoRequest } from '../app/undo-request.js';
import { go, place } from '../app/router.js';
import { Unanswered } from '../components/answered.js';
import { CountCards, type CountCard } from '../components/count-cards.js';
import { FramedTable } from '../components/framed-table.js';
import { typeset, withTitle } from '../components/sentences.js';
import { language, t, type PlainKey } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { namedIn, partOfHeading, planOf, planOfWrong, tableOf, workOf, type Plan } from './plan.js';
import { CellsShown, emptiedIn, Heading, namedInRows } from './cells.js';
import { FileColumns, NotFound } from './columns.js';
import './import.css';

export default function Import(): VNode {
  return (
    <MapFrame>
      {(map) => (
        <>
          <ImportParts map={map} />
          <Notice />
          <Shown map={map} />
        </>
      )}
    </MapFrame>
  );
}

function Shown({ map }: { map: MapOfKinds }): VNode {
  const { search } = useStore(place);
  const title = t('import.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  const kinds = importable(map);
  if (!kinds.length) return <Nothing title={title} about={t('import.not-allowed')} />;
  const wanted = new URLSearchParams(search).get('kind');
  const kind = kinds.find(({ path }) => path === wanted);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{t('import.about')}</p>
      <ol class="import-steps">
        <li>
          <label for="import-kind">{t('import.kind')}</label>
          <KindChoice map={map} kinds={kinds} kind={kind} />
          {wanted && !kind && (
            <p class="form-problem" role="alert">
              {t('import.no-kind', { kind: wanted })}
            </p>
          )}
          {kind && <Templates key={kind.path} map={map} kind={kind} />}
          {kind && <FileColumns key={`columns ${kind.path}`} map={map} kind={kind} />}
        </li>
        {kind && <FileStep key={kind.path} map={map} kind={kind} />}
      </ol>
    </>
  );
}

/** The kinds by view. */
function KindChoice({ map, kinds, kind }: { map: MapOfKinds; kinds: Kind[]; kind: Kind | undefined }): VNode {
  const groups = map.description.groups
    .map(({ titles }, hue) => ({ title: said(titles).text, kinds: kinds.filter((one) => one.hue === hue) }))
    .filter((group) => group.kinds.length);
  return (
    <select
      id="import-kind"
      value={kind?.path ?? ''}
      onChange={({ currentTarget: { value } }) => go(value ? `/import?kind=${value}` : '/import', { replace: true })}
    >
      <option value="">{t('builder.choose')}</option>
      {groups.map((group) => (
        <optgroup key={group.title} label={group.title}>
          {group.kinds.map(({ path, titles }) => (
            <option key={path} value={path}>
              {said(titles).text}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** What rows of a file may ask for, each with the right that it takes. */
const WAYS = [
  ['edit', 'import.template.edit'],
  ['create', 'import.template.create'],
  ['delete', 'import.template.delete'],
] as const;

/** Files to start from: an empty one with what may stand in each column, and what is there, to be edited and brought back. */
function Templates({ map, kind }: { map: MapOfKinds; kind: Kind }): VNode {
  const links = (pathOf: (format: 'xlsx' | 'csv') => string, about: string): VNode => (
    <p>
      {(['xlsx', 'csv'] as const).map((format) => (
        <>
          <a class="small-button" href={pathOf(format)} download aria-describedby={about}>
            {t(`import.template.${format}`)}
          </a>{' '}
        </>
      ))}
    </p>
  );
  return (
    <div class="import-templates">
      <p id="import-empty">{t('import.empty-file')}</p>
      {links((format) => templatePath(kind.path, format, language.get()), 'import-empty')}
      {map.rights.mayList(kind.tag) && (
        <>
          <p id="import-all">
            {t('import.template')}
            {WAYS.filter(([verb]) => map.rights.may(verb, kind.tag)).map(([, key]) => ` ${t(key)}`)}
          </p>
          {links((format) => exportPath(kind.path, format), 'import-all')}
        </>
      )}
    </div>
  );
}

/** What became of the file so far. */
type State =
  | { at: 'none' }
  | { at: 'checking' }
  | { at: 'storing'; plan: Plan }
  | { at: 'planned'; plan: Plan }
  | { at: 'failed'; error: unknown }
  | { at: 'done'; plan: Plan; rows: readonly ImportedRow[]; requestId?: string };

/** How the rows of a file are taken. */
interface Ways {
  /** A row without an id is that of the object of its name. */
  byName: boolean;
  /** Empty cells leave what is there. */
  keepsEmpty: boolean;
}

/** The bytes that were checked: what is stored are the same ones, whatever happens to the file meanwhile. */
interface Chosen {
  data: Blob;
  name: string;
}

/** What was imported last from this tab, by whom: who comes back to the page can still take it back. */
let last: { kind: string; userId: number; state: State } | null = null;

function FileStep({ map, kind }: { map: MapOfKinds; kind: Kind }): VNode {
  const { userId } = map.rights;
  const [state, setState] = useState<State>(() =>
    last?.kind === kind.path && last.userId === userId ? last.state : { at: 'none' },
  );
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isOver, setOver] = useState(false);
  const [ways, setWays] = useState<Ways>({ byName: false, keepsEmpty: false });
  const turn = useRef(0);
  const result = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isBusy = state.at === 'checking' || state.at === 'storing';
  const settled = state.at === 'planned' || state.at === 'done' ? state.at : '';
  // What somebody waited for is read next.
  useEffect(() => {
    if (settled && turn.current) result.current?.focus();
  }, [state]);

  const refused = (error: unknown): void => {
    const plan = planOfWrong(error);
    setState(plan ? { at: 'planned', plan } : { at: 'failed', error });
  };
  const check = async (take: () => Promise<Chosen>, taken = ways): Promise<void> => {
    const mine = ++turn.current;
    last = null;
    setState({ at: 'checking' });
    try {
      const copy = await take();
      setChosen(copy);
      const answer = await client()
        .resource(kind.path)
        .import(copy, { dryRun: true, ...asked(taken) });
      if (mine === turn.current) setState({ at: 'planned', plan: planOf(answer) });
    } catch (error) {
      if (mine === turn.current) refused(error);
    }
  };
  const checkFile = (file: File): Promise<void> =>
    check(async () => {
      const copy = { data: new Blob([await file.arrayBuffer()]), name: file.name };
      // The file of this name, mended, can be chosen again: a field that holds it would see no change.
      input.current!.value = '';
      return copy;
    });
  const takeWays = (change: Partial<Ways>): void => {
    const next = { ...ways, ...change };
    setWays(next);
    if (chosen) void check(() => Promise.resolve(chosen), next);
  };
  const store = async (plan: Plan): Promise<void> => {
    setState({ at: 'storing', plan });
    try {
      const answer = await client().resource(kind.path).import(chosen!, asked(ways));
      const rows = answer.rows ?? [];
      const { requestId } = answer;
      const done: State = { at: 'done', plan: planOf(answer), rows, ...(requestId && { requestId }) };
      last = { kind: kind.path, userId, state: done };
      setState(done);
      setChosen(null);
    } catch (error) {
      refused(error);
    }
  };
  const forget = (): void => {
    last = null;
    setState({ at: 'none' });
  };
  const drop = (event: TargetedDragEvent<HTMLElement>): void => {
    event.preventDefault();
    setOver(false);
    const files = event.dataTransfer?.files;
    if (!files?.[0] || isBusy) return;
    void checkFile(files[0]);
  };
  return (
    <>
      <li>
        <label for="import-file">{t('import.file')}</label>
        <div
          class={isOver ? 'import-drop over' : 'import-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            id="import-file"
            type="file"
            ref={input}
            class={chosen ? 'is-told' : undefined}
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            aria-describedby="import-file-about"
            disabled={isBusy}
            onChange={({ currentTarget: { files } }) => {
              if (files?.[0]) void checkFile(files[0]);
            }}
          />
          {chosen && <p class="import-chosen">{t('import.file.chosen', { name: chosen.name })}</p>}
          <p id="import-file-about">{t('import.file.about')}</p>
        </div>
        <div class="import-match">
          {kind.label && (
            <Tick isOn={ways.byName} isBusy={isBusy} onChange={(byName) => takeWays({ byName })}>
              {t('import.match')}
            </Tick>
          )}
          <Tick isOn={ways.keepsEmpty} isBusy={isBusy} onChange={(keepsEmpty) => takeWays({ keepsEmpty })}>
            {t('import.keep-empty')}
          </Tick>
        </div>
        {isBusy && (
          <div class="import-busy" role="status">
            <progress aria-label={t(state.at === 'checking' ? 'import.checking' : 'import.storing')} />
            <p>{t(state.at === 'checking' ? 'import.checking' : 'import.storing')}</p>
          </div>
        )}
        {state.at === 'failed' && <Unanswered error={state.error} />}
      </li>
      {(state.at === 'planned' || state.at === 'storing') && (
        <li aria-labelledby="import-plan">
          <h2 id="import-plan" tabIndex={-1} ref={result}>
            {t(state.plan.cells.length ? 'import.plan.wrong' : 'import.plan')}
          </h2>
          <PlanShown map={map} kind={kind} plan={state.plan} />
          <Apply plan={state.plan} isBusy={isBusy} onApply={() => void store(state.plan)} />
        </li>
      )}
      {state.at === 'done' && (
        <li aria-labelledby="import-done">
          <h2 id="import-done" tabIndex={-1} ref={result}>
            {t('import.done')}
          </h2>
          <CountCards counts={countsOf(state.plan, 'import.count.stored')} />
          <Notes plan={state.plan} />
          <p>
            <a class="import-lead" href={tableOf(kind, state.rows)}>
              {t('import.see')}
            </a>
          </p>
          {state.requestId && isTold(map, kind) && workOf(state.plan) > 0 && (
            <UndoRequest
              target={{ request_id: state.requestId }}
              label={t('import.undo')}
              onDone={(sentence) => {
                forget();
                tell(sentence);
              }}
            />
          )}
        </li>
      )}
    </>
  );
}

/** What the ways ask the API for. */
const asked = ({ byName, keepsEmpty }: Ways): { rows: true; match?: 'name'; empty?: 'keep' } => ({
  rows: true,
  ...(byName && { match: 'name' }),
  ...(keepsEmpty && { empty: 'keep' }),
});

interface TickOptions {
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
  children: string;
}

const Tick = ({ isOn, isBusy, onChange, children }: TickOptions): VNode => (
  <label class="tick">
    <input
      type="checkbox"
      checked={isOn}
      disabled={isBusy}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
    {children}
  </label>
);

/** The button that stores, if there is something that can be. */
function Apply({ plan, isBusy, onApply }: { plan: Plan; isBusy: boolean; onApply: () => void }): VNode | null {
  const count = workOf(plan);
  if (plan.cells.length) return null;
  if (!count) return <p class="import-verdict">{t('import.nothing')}</p>;
  return (
    <div class="import-apply">
      {plan.deleted > 0 && <p class="import-warning">{t('import.deletes', { count: plan.deleted })}</p>}
      <button class="primary" type="button" disabled={isBusy} onClick={onApply}>
        {t('import.apply', { count })}
      </button>
      <p>{t('import.apply.about')}</p>
    </div>
  );
}

/** How many rows do what; `created` says it of those that make objects, or made them. */
const countsOf = (plan: Plan, created: PlainKey = 'import.count.created'): CountCard[] => [
  { title: t(created), count: plan.created, tone: 'good' },
  { title: t('import.count.updated'), count: plan.updated, tone: 'accent' },
  { title: t('import.count.deleted'), count: plan.deleted, tone: 'bad' },
  { title: t('import.count.same'), count: plan.same },
  { title: t('import.count.wrong'), count: plan.wrong, tone: 'bad' },
];

/** Rows that are drawn until somebody asks for more. */
const STEP = 100;

/** What was assumed of the file, what looks wrong in it, and what means nothing. */
const Notes = ({ plan: { notes, ignored } }: { plan: Plan }): VNode => (
  <>
    {notes.map((note) => (
      <p key={note} class="note">
        {typeset(note)}
      </p>
    ))}
    {ignored.length > 0 && <p class="note">{t('import.ignored', { names: ignored.join(', ') })}</p>}
  </>
);

function PlanShown({ map, kind, plan }: { map: MapOfKinds; kind: Kind; plan: Plan }): VNode {
  const [most, setMost] = useState(STEP);
  const left = plan.rows.length - most;
  const beyond = plan.cells.length ? 0 : workOf(plan) - plan.rows.length;
  const names = useNames(map, namedInRows(kind, plan.rows.slice(0, most)));
  const emptied = emptiedIn(plan.rows);
  return (
    <>
      <CountCards counts={countsOf(plan)} />
      {emptied > 0 && <p class="note">{t('import.empties', { count: emptied })}</p>}
      <Notes plan={plan} />
      {plan.cells.length > 0 && <WrongCells map={map} kind={kind} plan={plan} />}
      {plan.rows.length > 0 && (
        <>
          {plan.cells.length > 0 && <h3>{t('import.others')}</h3>}
          <FramedTable
            label={t('import.rows')}
            heads={[t('import.row'), t('import.object'), t('import.what'), t('import.cells')]}
            table="objects import-rows"
          >
            {plan.rows.slice(0, most).map((row) => (
              <Row key={row.row} kind={kind} row={row} names={names} />
            ))}
          </FramedTable>
          {left > 0 && (
            <button class="quiet" type="button" onClick={() => setMost(most + 5 * STEP)}>
              {t('import.more', { count: left })}
            </button>
          )}
          {beyond > 0 && left <= 0 && <p class="note">{t('import.beyond', { count: beyond })}</p>}
        </>
      )}
    </>
  );
}

interface RowOptions {
  kind: Kind;
  row: ImportedRow;
  names: Names;
}

function Row({ kind, row: { row, action, id, name, cells }, names }: RowOptions): VNode {
  const called = name ?? (id === null ? '–' : numbered(kind, id));
  return (
    <tr>
      <td class="form-number">{row}</td>
      <td>{id === null ? called : <a href={addressOf(kind.path, id)}>{called}</a>}</td>
      <td>
        <span class={`import-mark is-${action}`}>{t(`import.action.${action}`)}</span>
      </td>
      <td>{cells && <CellsShown kind={kind} cells={cells} names={names} isNew={action === 'created'} />}</td>
    </tr>
  );
}

/** What is wrong with a cell, under the title of its column: the file calls it by its heading, the server by its name. */
function cellSentence(kind: Kind, heading: string, sentence: string): string {
  const part = partOfHeading(kind, heading);
  if (!part) return typeset(sentence);
  const title = said(part.titles).text;
  const told = withTitle(sentence, heading, title);
  return told === sentence ? withTitle(sentence, part.name, title) : told;
}

/** Whether the name of an object is refused because another one has it, as the server says it in either language. */
const isTakenName = (kind: Kind, heading: string, sentence: string): boolean =>
  partOfHeading(kind, heading)?.name === kind.label && /already been taken|déjà utilisée/.test(sentence);

/** What may stand in a column of yes and no; of codes the sentence says it. */
const AllowedIn = ({ part }: { part: ReturnType<typeof partOfHeading> }): VNode | null =>
  part && 'kind' in part && part.kind === 'flag' ? <small class="import-allowed">{t('import.yes-no')}</small> : null;

/** What stands in a wrong cell, as it stands there. */
const ValueOfCell = ({ value }: { value: string | null | undefined }): VNode =>
  value ? <code class="import-value">{value}</code> : <span class="faint">{t('import.empty')}</span>;

/** Wrong cells that the server tells one by one; of more of them its sentence says how many there are. */
const MAX_CELLS = 100;

function WrongCells({ map, kind, plan: { cells, message } }: { map: MapOfKinds; kind: Kind; plan: Plan }): VNode {
  const names = useNames(map, namedIn(kind, cells));
  return (
    <>
      <p role="alert" class="import-verdict">
        {t('import.mend')}
        {cells.length >= MAX_CELLS && ` ${message}`}
      </p>
      <FramedTable
        label={t('import.count.wrong')}
        heads={[t('import.row'), t('import.object'), t('import.column'), t('import.value'), t('import.wrong')]}
        table="objects import-rows as-cards"
      >
        {cells.map(({ row, column, name, value, message: sentence }) => (
          <tr key={`${row} ${column} ${sentence}`}>
            <td class="form-number" data-head={t('import.row') + t('colon')}>
              {row}
            </td>
            <td data-head={t('import.object') + t('colon')}>{name ?? '–'}</td>
            <td data-head={t('import.column') + t('colon')}>
              <Heading kind={kind} heading={column} />
            </td>
            <td data-head={t('import.value') + t('colon')}>
              <ValueOfCell value={value} />
            </td>
            <td data-head={t('import.wrong') + t('colon')}>
              {cellSentence(kind, column, sentence)}
              {isTakenName(kind, column, sentence) && <small class="import-allowed">{t('import.taken')}</small>}
              <AllowedIn part={partOfHeading(kind, column)} />
              <NotFound map={map} part={partOfHeading(kind, column)} value={value} names={names} />
            </td>
          </tr>
        ))}
      </FramedTable>
    </>
  );
}
