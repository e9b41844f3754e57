/** The graph of the map: a method for each question. */
import { Download } from './download.js';
import { GRAPH_PATHS, type GraphShapes, type PictureName, type PictureQuery } from './generated.js';
import { ANY } from './requests.js';
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

/** Objects go by their names in the graph, such as `applications_1`; lists are arrays, or texts with commas. */
export type Graph = { readonly [Q in GraphQuestion]: Ask<Q> } & {
  /** A view of the map, or a walk over it, as a file: SVG, unless `format` says otherwise. */
  picture(name: PictureName, query?: PictureQuery, options?: CallOptions): Promise<Download>;
};

/** The questions, asked over a transport. */
export function graphOver(transport: Transport): Graph {
  const asking = (path: string) => (query?: object, options?: CallOptions) =>
    transport.json('GET', path, { ...options, query: { ...query } });
  const questions = Object.entries(GRAPH_PATHS).map(([question, path]) => [question, asking(path)]);
  const picture = async (name: string, query?: object, options?: CallOptions): Promise<Download> => {
    const path = `/api/graph/pictures/${encodeURIComponent(name)}`;
    return new Download(await transport.send('GET', path, { ...options, query: { ...query }, headers: ANY }));
  };
  return { ...Object.fromEntries(questions), picture } as unknown as Graph;
}
