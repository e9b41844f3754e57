/** What is in a picture, before anything has a place: data that can be sent to a thread and told by a hash. */
import type { Language } from '../../core/i18n/messages.js';
import type { StateWord } from '../source.js';
import type { Pattern } from '../views/view.js';

/** A box or a container. */
export interface Box {
  /** `physical-servers_1`; of a folded group that of its first object with the number of objects behind `*`. */
  id: string;
  /** Path of the kind; empty for containers and boxes that stand for no kind. */
  kind: string;
  /** The place of its colour among those of the theme; -1: none. */
  hue: number;
  /** The whole name. */
  label: string;
  /** The second line; empty: none. */
  second: string;
  /** All that the second line would say, where it is too long for it. */
  whole?: string;
  /** Place of the container in the list of boxes, before this one; -1: none. */
  parent: number;
  /** How many objects it stands for. */
  count: number;
  /** It was folded: a group of objects, a closed container, or what is left out. */
  folded?: 'group' | 'closed' | 'more';
  /** What it says to those who do not see it. */
  aria: string;
  /** Where it leads to; left out: nowhere. */
  href?: string;
  /** Its state in an impact. */
  state?: StateWord;
  /** What becomes of it cannot be told. */
  doubtful?: true;
  /** Its failure alone takes down what the picture is about. */
  point?: true;
  /** Drawn bold: what the picture is about. */
  root?: true;
  /** Id of the document with the object's own icon. */
  icon?: number;
}

/** A line between two boxes. */
export interface Line {
  /** `physical-links_4`, or the type of the edge with the ids of both boxes. */
  id: string;
  from: number;
  to: number;
  means: string;
  label: string;
  arrow: 'none' | 'to' | 'both';
  /** `#rrggbb`; left out: that of the theme. */
  colour?: string;
  /** In units; 1 is usual. */
  width: number;
  /** What it stands for is no longer in force. */
  dashed: boolean;
  /** How it is drawn, because of what it means; left out: in one stroke. */
  pattern?: Pattern;
  lock: boolean;
  /** A way that is closed: broken, in red, with a bar. */
  blocked?: true;
  /** What sort of line it is, said in the legend beside its colour. */
  sort?: string;
  /** Where lines lead from left to right, this one leads from right to left. */
  leftwards?: true;
  /** How many edges it stands for. */
  count: number;
  /** The line as a sentence, without a full stop. */
  sentence: string;
}

/** An entry of the legend. */
export type Legend =
  | { kind: string; hue: number; text: string }
  | { line: Pick<Line, 'colour' | 'arrow' | 'dashed' | 'pattern' | 'lock' | 'width' | 'blocked'>; text: string }
  | { state: StateWord; text: string }
  | { doubtful: true; text: string }
  | { point: true; text: string };

/** A picture without places. */
export interface Scene {
  name: string;
  language: Language;
  title: string;
  /** `Physical infrastructure of Valmarais centre: 53 objects in 3 sites, 14 lines; 2 groups folded.` */
  about: string;
  /** What was folded or left out; empty: nothing. */
  caption: string;
  /** Whose map it is, what and when, who may see it, and by which release; left out: nothing is said. */
  foot?: string;
  /** What second lines tell of boxes of each kind; left out: they tell nothing that has to be said. */
  explained?: string;
  /** A container stands before what is in it. */
  boxes: readonly Box[];
  lines: readonly Line[];
  /** Lines between containers that are drawn in place of all lines, which would be too many to be read. */
  bundles?: readonly Line[];
  legend: readonly Legend[];
  /** What one object of each kind that occurs is called. */
  kinds: Readonly<Record<string, string>>;
  /** What lines mean, in a word each: of formats that have no legend. */
  meanings: Readonly<Record<string, string>>;
  /** Said above the lines in the outline. */
  linesHeading: string;
  /** What is outermost is a list, in columns that are filled from top to bottom; left out: in rows. */
  list?: boolean;
  /** Lines lead from bottom to top instead of left to right. */
  upwards?: boolean;
  /** Lines find their ways between boxes that stand in rows, instead of giving them their places. */
  packed?: 'rows' | 'page';
  /** What is outermost are layers, which stand beside each other. */
  layers?: boolean;
  /** What is outermost stands in these columns. */
  columns?: readonly (readonly number[])[];
  /** Icons of objects by the id of their document, as `data:` addresses; of those without one the sign of the kind is drawn. */
  icons?: Readonly<Record<number, string>>;
}

/** The lines that are drawn. */
export const drawnLines = ({ lines, bundles }: Pick<Scene, 'lines' | 'bundles'>): readonly Line[] => bundles ?? lines;

/** The id scheme of nodes everywhere: `<path>_<id>`. */
export const nodeId = (kind: string, id: number): string => `${kind}_${id}`;

/** Lines are not drawn wider. */
export const MAX_WIDTH = 4;

/** Names of more signs end in `…`. */
const MAX_SIGNS = 32;

/** A name as it is drawn: on one line, of 32 signs at most. */
export function shortName(name: string): string {
  const plain = oneLine(name);
  const signs = [...plain];
  return signs.length > MAX_SIGNS
    ? `${signs
        .slice(0, MAX_SIGNS - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}

/** A text on one line, without control characters and what turns the direction of letters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/g, ' ')
    .trim();
