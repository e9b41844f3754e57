/**
 * What somebody explores as the part of the address after `#`, such as `do=bays.1,!bays.1&dir=up`: short enough to be sent to a
 * colleague, and plain enough to be read. Objects of one kind that follow each other share its name.
 */
import { DIRECTIONS, EMPTY, kindIn, numberIn, WAYS, type Point, type State, type Step } from './state.js';

/** Characters of an address that every browser, mail and chat takes; what is longer is saved on the server. */
export const MAX_ADDRESS = 8000;

const OBJECT = /^[a-z][a-z0-9-]*_[1-9]\d*$/;

/** The part after `#`, without it; '' for the empty page. */
export function writeAddress(state: State): string {
  const { way, steps, hidden, moved, direction, without, tags, fails, ends, accounts, picture } = state;
  const parts: Array<[name: string, value: string]> = [
    ['way', way === EMPTY.way ? '' : way],
    ['do', writeSteps(steps)],
    ['hide', writeObjects(hidden)],
    ['dir', direction === EMPTY.direction ? '' : direction],
    ['no-families', without.families.join()],
    ['no-kinds', without.kinds.join()],
    ['no-views', without.views.join()],
    ['tags', tags.map(encodeURIComponent).join()],
    ['fails', writeObjects(fails)],
    ['from', writeObjects([ends.from].filter(Boolean))],
    ['to', writeObjects([ends.to].filter(Boolean))],
    ['accounts', accounts ? '1' : ''],
    ['picture', encodeURIComponent(picture)],
    ['at', [...moved].map(([id, { x, y }]) => `${dotted(id)}:${Math.round(x)}:${Math.round(y)}`).join()],
  ];
  return parts.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
}

/** What an address asks for; whatever in it is not understood is left out. */
export function readAddress(hash: string): State {
  const parts = new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((part): [string, string] => {
        const end = part.indexOf('=');
        return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
      }),
  );
  const text = (name: string): string => parts.get(name) ?? '';
  const list = (name: string): string[] => text(name).split(',').map(decoded).filter(Boolean);
  const one = (name: string): string => readObjects(text(name))[0] ?? '';
  return {
    way: WAYS.find((way) => way === text('way')) ?? EMPTY.way,
    steps: readSteps(text('do')),
    hidden: readObjects(text('hide')),
    direction: DIRECTIONS.find((direction) => direction === text('dir')) ?? EMPTY.direction,
    without: { families: list('no-families'), kinds: list('no-kinds'), views: list('no-views') },
    tags: list('tags'),
    fails: readObjects(text('fails')),
    ends: { from: one('from'), to: one('to') },
    accounts: text('accounts') === '1',
    picture: decoded(text('picture')),
    moved: new Map(text('at').split(',').flatMap(readMoved)),
  };
}

/** What links of other pages and of the older explorer ask for: `?node=APP_12,bays_1`, `?fails=bays_1`. */
export function readQuery(search: string): { node: string; fails: string } {
  const query = new URLSearchParams(search);
  return { node: query.get('node') ?? '', fails: query.get('fails') ?? '' };
}

const dotted = (id: string): string => `${kindIn(id)}.${numberIn(id)}`;

/** `bays.1.2,sites.3` */
function writeObjects(ids: readonly string[]): string {
  const runs: Array<{ kind: string; numbers: string[] }> = [];
  for (const id of ids) {
    const kind = kindIn(id);
    if (runs.at(-1)?.kind !== kind) runs.push({ kind, numbers: [] });
    runs.at(-1)!.numbers.push(numberIn(id));
  }
  return runs.map(({ kind, numbers }) => [kind, ...numbers].join('.')).join();
}

const readObjects = (text: string): string[] =>
  text.split(',').flatMap((run) => {
    const [kind = '', ...numbers] = decoded(run).split('.');
    return numbers.map((number) => `${kind}_${number}`).filter((id) => OBJECT.test(id));
  });

/** Objects that were opened stand behind `!`, kinds behind `@`, and `~` is where all was laid out anew. */
function writeSteps(steps: readonly Step[]): string {
  const runs: Array<{ does: 'add' | 'open'; ids: string[] } | string> = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (step.does === 'tidy') runs.push('~');
    else if (step.does === 'kind') runs.push(`@${step.id}`);
    else if (typeof last === 'object' && last.does === step.does && kindIn(last.ids[0]!) === kindIn(step.id))
      last.ids.push(step.id);
    else runs.push({ does: step.does, ids: [step.id] });
  }
  return runs
    .map((run) => (typeof run === 'string' ? run : (run.does === 'open' ? '!' : '') + writeObjects(run.ids)))
    .join();
}

const readSteps = (text: string): Step[] =>
  text.split(',').flatMap((run): Step[] => {
    if (run === '~') return [{ does: 'tidy' }];
    if (run.startsWith('@')) return /^@[a-z][a-z0-9-]*$/.test(run) ? [{ does: 'kind', id: run.slice(1) }] : [];
    const does = run.startsWith('!') ? 'open' : 'add';
    return readObjects(run.replace(/^!/, '')).map((id) => ({ does, id }));
  });

function readMoved(text: string): Array<[string, Point]> {
  const [object = '', x, y] = text.split(':');
  const [id] = readObjects(object);
  const point = { x: Number(x), y: Number(y) };
  return id && x && y && Number.isFinite(point.x) && Number.isFinite(point.y) ? [[id, point]] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
