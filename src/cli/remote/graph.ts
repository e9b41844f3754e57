/** `graph near`, `graph impact` and their like: questions to the graph, and what is printed of the answers. */
import type { GraphAnswer, GraphQuestion } from 'meridian-client';
import { HITS as STATES } from '../../graph/graph.js';
import { ROUTE_FACTS, type Parameter as GraphParameter } from '../../graph/parameters.js';
import type { Route as GraphRoute } from '../../graph/questions.js';
import { NotFound, UsageError } from '../errors.js';
import { defaultFormat, printRows, type Format, type Row } from '../output.js';
import { note, noteHidden, noteLimits, print, printStream } from '../terminal.js';
import { DRAWN, openSession, signal, type CommonOptions, type Session } from './session.js';

/** Parameters of the route by their camelCase names, and the options of the command. */
interface GraphOptions extends CommonOptions {
  output?: string | undefined;
  failOn?: readonly string[] | undefined;
}

/** The server has a limit of its own for what takes long. */
const NO_TIMEOUT = { signal, timeout: 0 };
const FORMATS: ReadonlySet<string> = new Set<Format>(['table', 'json', 'csv', 'jsonl']);

/** Asks a question of the graph and prints the answer. Throws for what `--fail-on` names. */
export async function ask(route: GraphRoute, options: GraphOptions): Promise<void> {
  const session = await openSession(options);
  const watched = await watchedFor(session, options.failOn ?? []);
  const query = await queryOf(session, route, options as Readonly<Record<string, unknown>>);
  const { output: format = defaultFormat() } = options;
  const path = `/api/graph/${route}`;
  const isDrawing = !FORMATS.has(format);
  if (isDrawing) {
    const { body } = await session.client.send('GET', path, {
      ...NO_TIMEOUT,
      query: { ...query, format },
      headers: DRAWN,
    });
    await printStream(body!);
    if (!watched.length) return;
  }
  const answer: AnyAnswer = await session.client.request('GET', path, { ...NO_TIMEOUT, query });
  const limits = isDrawing ? [] : await limitsOf(session);
  if (format === 'json') await print(`${JSON.stringify(answer, null, 2)}\n`);
  else if (!isDrawing) await printAnswer(answer, format as Format, limits.length > 0);
  if (!isDrawing) {
    noteHidden(answer.meta.hidden_kinds);
    noteLimits(limits);
  }
  if (watched.length) failIfHit(answer as Impact, watched);
}

/** Names of the parts of the map to which the reader is kept; none: they are not. */
const limitsOf = async ({ client }: Session): Promise<string[]> =>
  ((await client.me({ signal })).perimeters ?? []).map(({ name }) => name);

/** The parameters of a request. Objects that go by their name are looked up. */
async function queryOf(
  session: Session,
  route: GraphRoute,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const parameter of ROUTE_FACTS[route].parameters) {
    const value = values[parameter.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
    if (value !== undefined) query[parameter.name] = await textOf(session, parameter, [value].flat().map(String));
  }
  return query;
}

async function textOf(session: Session, { reading }: GraphParameter, words: readonly string[]): Promise<string> {
  // Kinds have no colon in their names.
  if (reading.as === 'kinds or object' && !words.some((word) => word.includes(':'))) return words.join(',');
  if (reading.as !== 'objects' && reading.as !== 'kinds or object') return words.join(',');
  const ids: string[] = [];
  for (const word of words) ids.push(await idOf(session, word));
  return ids.join(',');
}

/** The id in the graph of `applications:Clarté`; `applications_1` is one. Throws where there is none of that name, or several. */
export async function idOf(session: Session, word: string): Promise<string> {
  const [, typeName, wanted] = /^([\w-]+):(.+)$/s.exec(word) ?? [];
  if (typeName === undefined || wanted === undefined) {
    if (/^(.+[_/])?\d+$/.test(word)) return word;
    throw new UsageError(
      `'${word}' names no object: say of which kind it is, as in applications:${word}, or its id, as in applications_1. meridian graph search '${word}' finds both.`,
    );
  }
  const { path } = await session.type(typeName);
  const name = wanted.normalize('NFC');
  const { nodes } = await session.client.graph.objects({ search: name, kinds: path, most: 5000 }, { signal });
  const found = nodes.filter(({ label }) => label.normalize('NFC') === name);
  if (found.length === 1) return found[0]!.id;
  if (found.length) {
    const each = found.map(({ id, where }) => (where === null ? id : `${id} (${where})`));
    throw new UsageError(
      `There are ${found.length} ${path} of the name '${wanted}': ${each.join(', ')}. Say which one.`,
    );
  }
  const near = nodes.slice(0, MAX_NEAR).map(({ id, label }) => `${label} (${id})`);
  const hint = near.length
    ? `Near: ${near.join(', ')}.`
    : `meridian graph search finds objects by parts of their name.`;
  throw new NotFound(`Of ${path} there is none of the name '${wanted}'. ${hint}`);
}

/** Names that are proposed in place of one that there is not. */
const MAX_NEAR = 5;

/** Answers about objects: not the lists of what there is to ask for. */
type AnyAnswer = GraphAnswer<Exclude<GraphQuestion, 'kinds' | 'pictures'>>;
type Impact = GraphAnswer<'impact'>;
type Hit = Impact['nodes'][number]['state'];
type Node = GraphAnswer<'orphans'>['nodes'][number];
type Edge = GraphAnswer<'paths'>['edges'][number];

/** Rows of an answer, under a title where there are several lists of them. */
interface List {
  title?: string;
  rows: readonly Row[];
  columns: readonly string[];
}

/** Of a table everything is printed, as lists with titles; of CSV and JSON lines the first list, as programs want one. */
async function printAnswer(answer: AnyAnswer, format: Format, isLimited: boolean): Promise<void> {
  const { meta } = answer;
  if (format === 'jsonl') await printRows(elementsOf(answer), { format });
  else if (format === 'csv') {
    const [{ rows, columns }] = listsOf(answer);
    await printRows(rows, { format, columns });
  } else {
    const lists =
      'summary' in answer ? impactInWords(answer, isLimited || meta.hidden_kinds.length > 0) : listsOf(answer);
    for (const [i, { title, rows, columns }] of lists.entries()) {
      if (title !== undefined) await print(`${i ? '\n' : ''}${title}\n`);
      await printRows(rows, { format, columns });
      if (title === undefined && !rows.length) note('There are none.');
    }
  }
  if ('not_drawn' in answer) noteNotDrawn(answer.not_drawn);
  if (meta.truncated) note(`${meta.left_out} more are not listed: --most N lists more, --output json has all counts.`);
}

/** Says which flows are not among the edges. */
function noteNotDrawn({
  blocked,
  names,
  nowhere = 0,
}: {
  blocked: number;
  names: readonly string[];
  nowhere?: number;
}): void {
  const more = blocked > names.length ? ` and ${blocked - names.length} more` : '';
  if (blocked)
    note(`Flows that a rule forbids, not listed: ${names.join(', ')}${more}. --families flows,blocked lists them.`);
  if (nowhere) note(`Flows of which an end is found nowhere: ${nowhere}.`);
}

/** The elements of the list that an answer is, as the server tells them. */
function elementsOf(answer: AnyAnswer): readonly Row[] {
  if ('paths' in answer) return answer.paths;
  if ('points' in answer) return answer.points;
  if ('cycles' in answer) return answer.cycles;
  if ('busiest' in answer) return answer.busiest;
  return answer.nodes;
}

/** An answer as lists, the first of which is what was asked for. */
function listsOf(answer: AnyAnswer): [List, ...List[]] {
  if ('summary' in answer) return [listOfImpact(answer)];
  if ('paths' in answer) return [waysOf(answer)];
  if ('bridges' in answer) return listsOfCuts(answer);
  if ('points' in answer) return listsOfPoints(answer);
  if ('cycles' in answer) return [circlesOf(answer)];
  if ('busiest' in answer) return listsOfStatistics(answer);
  const [first] = answer.nodes;
  const columns = ['depth', 'more', 'effect', 'critical', 'where'].filter(
    (name) => first !== undefined && name in first,
  );
  const nodes = listOfNodes(answer.nodes, columns);
  if (!('edges' in answer)) return [nodes];
  const names = namesOf(answer.nodes);
  const edges = {
    title: `Edges: ${answer.edges.length}`,
    rows: answer.edges.map((edge) => ({ ...edge, from: names(edge.from), to: names(edge.to) })),
    columns: answer.edges.some(({ label }) => label !== null) ? [...EDGE_COLUMNS, 'label'] : EDGE_COLUMNS,
  };
  return [{ title: `Objects: ${answer.nodes.length}`, ...nodes }, edges];
}

const EDGE_COLUMNS: readonly string[] = ['from', 'edge', 'to'] satisfies Array<keyof Edge>;

/** Objects with their ids and names, and what the question tells of them. */
const listOfNodes = (nodes: ReadonlyArray<Node & Row>, columns: readonly string[]): List => ({
  rows: nodes.map((node) => ({ ...node, name: node.label })),
  columns: ['id', 'name', ...columns],
});

/** How people call the objects of an answer: by name and kind. Those that it does not list go by their ids. */
function namesOf(nodes: readonly Node[], unlisted: Readonly<Record<string, string>> = {}): (id: string) => string {
  const named = (label: string, kind: string): string => `${label} (${kind})`;
  const byId = new Map(nodes.map(({ id, label, group }) => [id, named(label, group)]));
  for (const [id, label] of Object.entries(unlisted)) byId.set(id, named(label, id.slice(0, id.lastIndexOf('_'))));
  return (id) => byId.get(id) ?? id;
}

/** The objects of an outage, and those of which nobody can tell: their `doubtful` says why, and they may have no state. */
function listOfImpact(answer: Impact): List {
  const doubts = new Map(answer.doubtful.map((doubt) => [doubt.of, doubt]));
  const listed = new Set(answer.nodes.map(({ id }) => id));
  const hit = answer.nodes.map(withReasons(answer)).map((node) => ({ ...node, doubtful: doubts.get(node.id)?.why }));
  const others = [...doubts.values()].filter(({ of }) => !listed.has(of));
  return listOfNodes(
    [...hit, ...others.map((doubt) => ({ ...doubt.node, doubtful: doubt.why, why: doubtInWords(doubt) }))],
    ['state', 'round', 'doubtful', 'why'],
  );
}

function waysOf({ paths, nodes }: GraphAnswer<'paths'>): List {
  const names = namesOf(nodes);
  return {
    rows: paths.map((path) => ({ length: path.length, path: path.nodes.map(names).join(' → ') })),
    columns: ['length', 'path'],
  };
}

function circlesOf({ cycles }: GraphAnswer<'cycles'>): List {
  return {
    rows: cycles.map(({ nodes, size, example }) => {
      const names = namesOf(nodes);
      return { size, cycle: [...example, ...example.slice(0, 1)].map(names).join(' → ') };
    }),
    columns: ['size', 'cycle'],
  };
}

/** Who takes others down alone, and in pairs where these were asked for. */
function listsOfPoints(answer: GraphAnswer<'singlePoints'>): [List, ...List[]] {
  const { pairs, tried } = answer;
  const alone = listOfPoints(answer);
  if (!pairs || !tried) return [alone];
  const left = tried.of - tried.total;
  const title = `Two at a time, of the ${tried.total} nearest that it hangs on: ${pairs.length}`;
  return [
    { title: `Alone: ${alone.rows.length}`, ...alone },
    {
      title: left ? `${title} (${left} were not tried)` : title,
      rows: pairs.map(([one, other]) => ({
        id: one!.id,
        name: one!.label,
        with: other!.id,
        'with name': other!.label,
      })),
      columns: ['id', 'name', 'with', 'with name'],
    },
  ];
}

const listOfPoints = ({ points }: GraphAnswer<'singlePoints'>): List => ({
  rows: points.map(({ node, takes_down: { total, needs }, degrades }) => ({
    ...{ id: node.id, name: node.label, takes_down: total, degrades: degrades.total },
    ...{ availability: needs.a?.level ?? null, rto: needs.rto?.minutes ?? null },
  })),
  columns: ['id', 'name', 'takes_down', 'degrades', 'availability', 'rto'],
});

function listsOfCuts({ points, bridges, components }: GraphAnswer<'cuts'>): [List, ...List[]] {
  const rows = points.map(({ node, components: parts, sizes }) => ({
    ...{ id: node.id, name: node.label, components: parts, sizes },
  }));
  return [
    {
      title: `Objects without which it falls apart: ${rows.length}`,
      rows,
      columns: ['id', 'name', 'components', 'sizes'],
    },
    {
      title: `Pairs that nothing else links: ${bridges.length}`,
      rows: bridges,
      columns: ['from', 'to', 'edges'],
    },
    { title: `Parts: ${components.length}`, rows: components, columns: ['size', 'sample'] },
  ];
}

function listsOfStatistics({
  nodes,
  edges,
  components,
  busiest,
  dangling,
}: GraphAnswer<'statistics'>): [List, ...List[]] {
  const counted = (title: string, total: number, by: Readonly<Record<string, number>>): List => ({
    title: `${title}: ${total}`,
    rows: Object.entries(by).map(([name, count]) => ({ name, count })),
    columns: ['name', 'count'],
  });
  return [
    { title: 'The busiest', ...listOfNodes(busiest, ['edges']) },
    counted('Objects', nodes.total, nodes.by_kind),
    counted('Edges', edges.total, edges.by_family),
    counted('Edges that lead nowhere', dangling.total, dangling.by_edge),
    { title: `Parts: ${components.total}, the largest of ${components.largest} objects`, rows: [], columns: [] },
  ];
}

/**
 * An outage for people: what is down, degraded, to be told, with what it needs, and with the chain to each in words. `isPart`:
 * something may be hidden from the reader, and what is counted is what they see.
 */
function impactInWords(answer: Impact, isPart: boolean): List[] {
  const counted = (count: number): string => `${count}${isPart ? ' that you may see' : ''}`;
  const names = namesOf(answer.nodes, answer.names);
  const described = answer.nodes.map(withReasons(answer));
  const lists = [...HITS].reverse().map((state): List => {
    const { total, by_kind: byKind, ...rest } = answer.summary[state];
    const kinds = Object.entries(byKind).map(([kind, count]) => `${count} ${kind}`);
    const title = `${TITLES[state]}: ${counted(total)}${kinds.length ? ` (${kinds.join(', ')})` : ''}`;
    const needs = 'needs' in rest ? needsInWords(rest.needs as Impact['summary']['down']['needs'], names) : '';
    return {
      title: title + (needs && `\nNeeds: ${needs}`),
      ...listOfNodes(
        described.filter((node) => node.state === state),
        ['why'],
      ),
    };
  });
  const { doubtful, inactive } = answer.summary;
  if (doubtful.total) {
    lists.push({
      title: `Cannot be told: ${counted(doubtful.total)}`,
      ...listOfNodes(
        answer.doubtful.map((doubt) => ({ ...doubt.node, why: doubtInWords(doubt) })),
        ['why'],
      ),
    });
  }
  if (answer.parted.length) {
    lists.push({
      title: `Parts that no longer reach the rest: ${counted(answer.parted.length)}`,
      rows: answer.parted.map(({ size, by_kind: kindsOfPart, sites, sample }) => ({
        size,
        kinds: Object.entries(kindsOfPart)
          .map(([kind, count]) => `${count} ${kind}`)
          .join(', '),
        sites: sites.join(', '),
        sample: sample.map(({ label }) => label).join(', '),
      })),
      columns: ['size', 'kinds', 'sites', 'sample'],
    });
  }
  if (inactive.total)
    lists.push({ title: `No longer in use, and not counted: ${counted(inactive.total)}`, rows: [], columns: [] });
  return lists;
}

/** Why nobody can tell whether an object fails too. */
function doubtInWords({ why, names }: Impact['doubtful'][number]): string {
  const list = names.join(', ');
  switch (why) {
    case 'inactive':
      return `may fail too: ${list} is no longer in use`;
    case 'unfounded':
      return `may fail too: nobody has said where ${list} runs`;
    case 'hidden':
      return `may fail too: you may not see where ${list} runs`;
    case 'mirror':
      return `may fail too: nobody has said whether another holds the same as ${list}`;
    case 'network':
      return `may fail too: ${list} is reachable in some of its networks only`;
  }
}

const HITS = STATES;
/** The states from the worst to the least, and what they are called. */
const TITLES = {
  down: 'Down',
  degraded: 'Works worse',
  at_risk: 'No reserve left',
  concerned: 'To be told',
} as const satisfies Record<Hit, string>;

/** The needs that are known, by the first object that sets each. */
function needsInWords(needs: Impact['summary']['down']['needs'], names: (id: string) => string): string {
  const bySetter = new Map<string, string[]>();
  for (const [name, need] of Object.entries(needs)) {
    if (!need) continue;
    const others = need.of.length - 1 + (need.more ?? 0);
    const setter = names(need.of[0]!) + (others ? ` and ${others} more` : '');
    const value = 'level' in need ? `${name} ${need.level}` : `${name} ${need.minutes} min`;
    bySetter.set(setter, [...(bySetter.get(setter) ?? []), value]);
  }
  return [...bySetter].map(([setter, values]) => `${values.join(', ')} of ${setter}`).join('; ');
}

const BECOMES: Readonly<Record<Hit, string>> = {
  down: 'goes down',
  degraded: 'works worse',
  at_risk: 'has no reserve left',
  concerned: 'is concerned',
};

/** Adds how the outage came to an object: who failed, who followed, and how many suppliers of that kind are left. */
const withReasons = ({
  nodes,
  names: unlisted,
}: Impact): ((node: Impact['nodes'][number]) => Impact['nodes'][number] & { why: string }) => {
  const names = namesOf(nodes, unlisted);
  const states = new Map(nodes.map(({ id, state }) => [id, state]));
  return (node) => {
    const steps = node.chain.slice(0, -1);
    if (!steps.length) return { ...node, why: 'fails' };
    const words = steps.map((id, i) => {
      if (!i) return `${names(id)} fails`;
      const then = node.chain_states[i]!;
      const end = states.get(id) ?? then;
      return `${names(id)} ${BECOMES[then]}${end === then ? '' : ' at first'}`;
    });
    // Of a long chain the middle is left out.
    if (node.chain_left_out) words.splice(node.chain.length / 2, 0, `${node.chain_left_out} more follow`);
    const reason = node.because.find(({ from }) => from === steps.at(-1));
    return { ...node, why: words.join(', ') + (reason ? reasonOf(node.state, reason) : '') };
  };
};

/** What a supplier was to an object: of several how many are left, and what became of the connection through it. */
function reasonOf(state: Hit, { group, standing, of }: Cause): string {
  if (group === 'cut off') return ': cut off from the rest of the network';
  if (group === 'parted') return ': reachable within its part only';
  return of > 1 ? `: ${leftOf(state, { standing, of })}` : '';
}

type Cause = Impact['nodes'][number]['because'][number];

/** How many work of those of which an object needs some; all of them may, and some of them worse. */
function leftOf(state: Hit, { standing, of }: { standing: number; of: number }): string {
  if (standing === of) return `none of ${of} is down, at least one works worse`;
  if (!standing) return `none of ${of} left`;
  return `${standing} of ${of} left${state === 'down' ? ', which are not enough' : ''}`;
}

/** `down:applications`: objects of the kind that are at least that badly hit. */
interface Watched {
  state: Hit;
  kind: string;
}

/** What `--fail-on` names. Throws a UsageError for what is neither a state nor a kind: a slip must not pass for "nothing hit". */
async function watchedFor(session: Session, words: readonly string[]): Promise<Watched[]> {
  const watched: Watched[] = [];
  for (const word of words.flatMap((each) => each.split(','))) {
    const [, name, typeName] = /^(\w+):(.+)$/.exec(word.trim()) ?? [];
    const state = HITS.find((hit) => hit === name);
    if (!state)
      throw new UsageError(`--fail-on takes ${HITS.join(', ')} with a kind, as down:applications, not '${word}'.`);
    const { path } = await session.type(typeName!);
    const { kinds } = (await session.schema()).graph;
    if (kinds.length && !kinds.includes(path)) throw new UsageError(`Of ${path} there are none in the graph.`);
    watched.push({ state, kind: path });
  }
  return watched;
}

/** Throws where one of the watched is hit, with how many and which. Those that were said to fail do not count. */
function failIfHit({ nodes, summary, meta }: Impact, watched: readonly Watched[]): void {
  const hit = watched.flatMap(({ state, kind }) => {
    const states = HITS.slice(HITS.indexOf(state));
    const roots = meta.of.filter((id) => id.slice(0, id.lastIndexOf('_')) === kind).length;
    const count = states.reduce((sum, each) => sum + (summary[each].by_kind[kind] ?? 0), 0) - roots;
    if (count <= 0) return [];
    const listed = nodes.filter(
      ({ id, group, state: own }) => group === kind && states.includes(own) && !meta.of.includes(id),
    );
    const names = listed.slice(0, MAX_HIT).map(({ label }) => label);
    // Of an answer that is cut off, or of some states alone, not all are listed.
    const more = count > names.length ? ` … and ${count - names.length} more` : '';
    return [`${count} of ${kind}${names.length ? ` (${names.join(', ')}${more})` : ''}`];
  });
  if (hit.length) throw new Error(`Hit: ${hit.join(', ')}.`);
}

/** Objects of a kind that are named where it is hit. */
const MAX_HIT = 5;
