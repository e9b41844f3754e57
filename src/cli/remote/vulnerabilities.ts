/** `vulnerabilities`: what was found in the objects of the map, the most urgent first, and why. */
import { defaultFormat, printObject, printRows, type Format } from '../output.js';
import { note } from '../terminal.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface ListOptions extends CommonOptions {
  object?: string | undefined;
  min?: number | undefined;
  exploited?: boolean | undefined;
  since?: string | undefined;
  state?: 'open' | 'not_affected' | 'accepted' | 'fixed' | 'any' | undefined;
  limit?: number | undefined;
  output?: Format | undefined;
}

/** As far as it is printed. */
interface Vulnerability {
  object: { type: string; id: number; name: string };
  cve: string;
  severity: string | null;
  score: number | null;
  state: string;
  urgency: Array<{ reason: string; value?: number; from?: string; of?: string | null; since?: string | null }>;
}

interface Answer {
  data: Vulnerability[];
  meta: { total: number };
}

const LIMIT = 50;

/** Prints them. */
export async function vulnerabilities(options: ListOptions): Promise<void> {
  const { object, min, exploited, since, state = 'open', limit = LIMIT, output = defaultFormat() } = options;
  const { client } = await openSession(options);
  const query = {
    ...(object !== undefined && { 'filter[object]': object }),
    ...(state !== 'any' && { 'filter[state]': state }),
    ...(min !== undefined && { min }),
    ...(exploited && { known_exploited: 1 }),
    ...(since !== undefined && { new_since: since }),
    'page[size]': limit,
  };
  const answer = await client.request<Answer>('GET', '/api/vulnerabilities', { query, signal });
  const { data, meta } = answer;
  if (output === 'json') return printObject({ ...answer }, output);
  const rows = data.map(({ object: { type, id, name }, cve, severity, score, state: is, urgency }) => ({
    ...{ object: `${type}:${id}`, name, cve, severity, score, state: is },
    because: urgency.map(wordsOf).join(', '),
  }));
  await printRows(rows, {
    format: output,
    columns: ['object', 'name', 'cve', 'severity', 'score', 'state', 'because'],
  });
  if (!rows.length) note('There are none.');
  if (meta.total > rows.length)
    note(`${meta.total - rows.length} more are not listed: --limit N lists more, up to 1000.`);
}

function wordsOf({ reason, value, from, of, since }: Vulnerability['urgency'][number]): string {
  switch (reason) {
    case 'known_exploited':
      return since ? `exploited since ${since}` : 'exploited';
    case 'probable':
      return `exploit probable at ${Math.round(value! * 100)} %`;
    case 'score':
      return `score ${value}`;
    case 'needs':
      return of ? `carried by ${of}, need of security ${value}` : `need of security ${value}`;
    case 'reachable':
      return `reachable from ${from}`;
    case 'fails':
      return `takes ${value} down with it`;
    default:
      return reason;
  }
}
