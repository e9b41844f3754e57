/** Random questions about a map, by every way in which it may be asked: lists, graph, pictures, stored queries, history. */
import { classOf, registry, type Field, type ResourceModel } from '../../src/engine/index.js';
import { FAMILIES } from '../../src/graph/graph.js';
import { FORMATS, ROUTES } from '../../src/graph/questions.js';
import { REPORTS } from '../../src/reports/reports.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { RandomQueries, relationsOf, visible, type Json, type Random } from '../queries/random.js';
import { kinds } from './perimeter-questions.js';

/** A question: a path, and a body where it is sent with POST. */
export interface Question {
  path: string;
  body?: Json;
}

/** What is known of the map: ids by kind, and words of its texts. */
export interface Known {
  ids: ReadonlyMap<string, readonly number[]>;
  words: readonly string[];
  /** A place in the feed when everything was there. */
  newest: string;
  oldest: string;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  text: ['', '_not', '_in', '_not_in', '_starts', '_ends', '_like', '_null', '_lt', '_gte'],
  number: ['', '_not', '_lt', '_lte', '_gt', '_gte', '_in', '_not_in', '_between', '_null'],
  time: ['_after', '_before', '_null', '_lt', '_gt'],
};

export class RandomQuestions {
  private readonly queries: RandomQueries;

  constructor(
    private readonly random: Random,
    private readonly known: Known,
  ) {
    const paths = kinds().map(({ path }) => path);
    this.queries = new RandomQueries(random, {
      paths,
      columns: visible,
      value: (_, field) => this.value(field),
    });
  }

  /** One question, of any sort. */
  question(): Question {
    const { random } = this;
    const sort = random.next();
    if (sort < 0.4) return { path: this.list() };
    if (sort < 0.6) return { path: '/api/queries/run', body: { query_json: this.query() } };
    if (sort < 0.8) return { path: this.graph() };
    if (sort < 0.87) return { path: this.picture() };
    if (sort < 0.9) return { path: this.report() };
    return { path: this.single() };
  }

  private query(): Json {
    const query = this.queries.query();
    return this.random.chance(0.3) ? { ...query, output: 'graph' } : query;
  }

  /** A value that a column might hold; of a reference an id that is there. */
  private value({ kind, ref }: Field): unknown {
    const { random } = this;
    if (ref) return this.id(registry.get(ref.target).path);
    if (kind === 'id') return this.id(random.of([...this.known.ids.keys()]));
    if (kind === 'flag') return random.chance(0.5);
    if (kind === 'day' || kind === 'moment') return random.of(['2024-02-29', '2025-01-01', '2030-01-01']);
    if (kind === 'int' || kind === 'decimal') return random.below(9);
    return random.of(this.known.words);
  }

  private id(path: string): number {
    return this.random.of(this.known.ids.get(path) ?? [1]);
  }

  private filter(resource: ResourceModel, depth = 0): string {
    const { random } = this;
    const relations = relationsOf(resource);
    if (relations.length && depth < 2 && random.chance(0.4)) {
      const { name, target } = random.of(relations);
      if (random.chance(0.4)) return `${name}_exists]=${random.chance(0.5)}`;
      return `${name}.${this.filter(registry.get(target), depth + 1)}`;
    }
    const field = random.of(visible(resource));
    const operators = OPERATORS[field.kind === 'day' || field.kind === 'moment' ? 'time' : 'text'];
    const own = ['number', 'flag'].includes(classOf(field)) ? OPERATORS['number']! : operators!;
    const operator = random.of(own);
    const value = (): string => encodeURIComponent(String(this.value(field)));
    const values = operator === '_between' ? `${value()},${value()}` : value();
    return `${field.name}${operator}]=${operator === '_null' ? random.chance(0.5) : values}`;
  }

  private relation(resource: ResourceModel, depth = 0): string | undefined {
    const { random } = this;
    const relations = relationsOf(resource).filter(
      ({ name }) =>
        resource.links.some((link) => link.name === name) || resource.fields.some(({ ref }) => ref?.embedAs === name),
    );
    if (!relations.length) return undefined;
    const { name, target } = random.of(relations);
    const more = depth < 2 && random.chance(0.4) ? this.relation(registry.get(target), depth + 1) : undefined;
    return more ? `${name}.${more}` : name;
  }

  /** A list, an export, or one in the past. */
  private list(): string {
    const { random } = this;
    const resource = random.of(kinds());
    const parts = random.times(2, () => `filter[${this.filter(resource)}`);
    if (random.chance(0.2)) parts.push(`filter[search]=${encodeURIComponent(random.of(this.known.words))}`);
    if (random.chance(0.3)) parts.push(`sort=${random.chance(0.5) ? '-' : ''}${random.of(visible(resource)).name}`);
    const included = random.times(2, () => {
      const name = this.relation(resource);
      return name && `${name}${name.includes('.') ? '' : random.of(['', '', 'Count', 'Exists'])}`;
    });
    if (random.chance(0.1)) return `/api/${resource.path}/export?format=csv&${parts.join('&')}`;
    if (included.some(Boolean)) parts.push(`include=${included.filter(Boolean).join(',')}`);
    if (random.chance(0.3))
      parts.push(
        random.of(['page[size]=1', 'page[size]=2&page[number]=2', 'page[number]=1', 'page[size]=1&page[after]=']),
      );
    if (random.chance(0.1)) parts.push(`as_of=cursor:${this.known.newest}`);
    if (random.chance(0.1)) parts.push('filter[trashed]=with');
    if (random.chance(0.1)) parts.push('format=csv');
    return `/api/${resource.path}?${parts.join('&')}`;
  }

  private single(): string {
    const { random } = this;
    const resource = random.of(kinds());
    const path = `/api/${resource.path}/${this.id(resource.path)}`;
    const included = random.times(3, () => this.relation(resource), 1).filter(Boolean);
    const more = random.chance(0.2) ? `&as_of=cursor:${this.known.newest}` : '';
    return random.of([
      `${path}?include=${included.join(',')}${more}`,
      `${path}?${more}`,
      `${path}/history`,
      `${path}/sources`,
      `${path}/findings`,
      `/api/search?q=${encodeURIComponent(random.of(this.known.words))}`,
      `/api/diff?from=cursor:${this.known.oldest}&resource=${resource.path}`,
      `/api/changes?since=${this.known.oldest}&resource=${resource.path}`,
      `/api/people/last-change?of=${resource.path}_${this.id(resource.path)}`,
    ]);
  }

  private nodes(most = 2): string {
    const { random } = this;
    return random
      .times(
        most,
        () => {
          const { path } = random.of(kinds());
          return `${path}_${this.id(path)}`;
        },
        1,
      )
      .join(',');
  }

  private graph(): string {
    const { random } = this;
    const route = random.of(ROUTES);
    const some = (): string => random.times(4, () => random.of(kinds()).path, 1).join(',');
    const parts: string[] = [];
    const maybe = (chance: number, text: () => string): void => void (random.chance(chance) && parts.push(text()));
    if (route === 'objects') parts.push(`search=${encodeURIComponent(random.of(this.known.words))}`);
    if (route === 'between') parts.push(`kinds=${some()}`);
    if (route === 'paths') parts.push(`from=${this.nodes()}&to=${this.nodes()}`);
    if (['neighbourhood', 'impact', 'dependencies'].includes(route)) parts.push(`of=${this.nodes()}`);
    if (route === 'single-points') {
      maybe(0.5, () => `of=${this.nodes(1)}`);
      maybe(0.3, () => 'together=2');
      maybe(0.3, () => `least=${random.below(3)}`);
    }
    if (route === 'neighbourhood') {
      maybe(0.7, () => `depth=${1 + random.below(5)}`);
      maybe(0.3, () => `hide=${some()}`);
      maybe(0.5, () => `connectors=${random.of(['edges', 'nodes'])}`);
    }
    if (['neighbourhood', 'paths'].includes(route))
      maybe(0.6, () => `direction=${random.of(['up', 'down', 'both', 'out', 'in'])}`);
    if (route === 'impact') {
      maybe(0.4, () => `min_up=${1 + random.below(3)}`);
      maybe(0.5, () => `flows=${random.of(['carry', 'ignore', 'true', 'false'])}`);
    }
    if (['neighbourhood', 'between', 'paths', 'cuts', 'cycles'].includes(route))
      maybe(0.2, () => `families=${random.of(FAMILIES)}`);
    if (route === 'orphans') {
      maybe(0.5, () => `kinds=${some()}`);
      maybe(0.3, () => `without=${random.of(FAMILIES)}`);
    }
    maybe(0.1, () => `most=${1 + random.below(4)}`);
    maybe(0.3, () => `format=${random.of(FORMATS)}`);
    return `/api/graph/${route}?${parts.join('&')}`;
  }

  private picture(): string {
    const { random } = this;
    const view = random.of(VIEWS);
    const parts = [`format=${random.of(['svg', 'json', 'text', 'drawio', 'dot'])}`, 'foot=0'];
    if (view.name === 'path') parts.push(`from=${this.nodes(1)}&to=${this.nodes(1)}`);
    if (['object', 'impact', 'dependencies'].includes(view.name)) parts.push(`of=${this.nodes()}`);
    for (const selector of view.selectors)
      if ('kind' in selector && random.chance(0.4)) parts.push(`${selector.name}=${this.id(selector.kind!)}`);
    if (random.chance(0.2)) parts.push(`most=${1 + random.below(20)}`);
    return `/api/graph/pictures/${view.name}?${parts.join('&')}`;
  }

  private report(): string {
    return `/api/report/${this.random.of(REPORTS).name}?format=${this.random.of(['json', 'csv'])}`;
  }
}
