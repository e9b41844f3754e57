/** The graph of the map: a method for each question. */
import type { Download } from './download.js';
import { GRAPH_PATHS, type GraphShapes, type PictureName, type PictureQuery } from './generated.js';
import type { KnownOptions } from './exchanged.js';
import { fileOrKnown, unlessKnown } from './requests.js';
import type { NotModified } from './tags.js';
import type { Transport } from './transport.js';
import type { CallOptions } from './types.js';

/** The questions of the graph. */
export type GraphQuestion = keyof GraphShapes;
/** What a question takes. */
export type GraphQuery<Q extends GraphQuestion> = GraphShapes[Q]['query'];
/** What is answered to a question. */
export type GraphAnswer<Q extends GraphQuestion> = GraphShapes[Q]['answer'];

/** Asks; the query can be left out where nothing in it is needed. */
type Ask<Q extends GraphQuestion> =
  {} extends GraphQuery<Q>
    ? (query?: GraphQuery<Q>, options?: CallOptions) => Promise<GraphAnswer<Q>>
    : (query: GraphQuery<Q>, options?: CallOptions) => Promise<GraphAnswer<Q>>;

/**
 * Objects go by their names in the graph, such as `applications_1`; lists are arrays, or texts with commas. `kinds` and
 * `pictures` tell what there is to ask for, in the language of the request.
 */
export type Graph = { readonly [Q in GraphQuestion]: Ask<Q> } & {
  /**
   * A view of the map, or a walk over it, as a file: SVG, unless `format` says otherwise; or `notModified` if it still looks as
   * the one that was read before.
   */
  picture(name: PictureName, query: PictureQuery, options: KnownOptions): Promise<Download | NotModified>;
  picture(name: PictureName, query?: PictureQuery, options?: CallOptions): Promise<Download>;
};

/** The questions, asked over a transport. */
export function graphOver(transport: Transport): Graph {
  const asking = (path: string) => (query?: object, options?: CallOptions) =>
    transport.json('GET', path, { ...options, query: { ...query } });
  const questions = Object.entries(GRAPH_PATHS).map(([question, path]) => [question, asking(path)]);
  const picture = (name: string, query?: object, options?: Partial<KnownOptions>): Promise<Download | NotModified> => {
    const path = `/api/graph/pictures/${encodeURIComponent(name)}`;
    return fileOrKnown(transport, path, { ...unlessKnown({ ...options }), query: { ...query } });
  };
  return { ...Object.fromEntries(questions), picture } as unknown as Graph;
}
