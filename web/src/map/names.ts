/** Names as they fit into boxes: cut in the middle, so that both ends are read, and so that two names stay two. */

/** Whether a text fits. */
export type FitsWidth = (text: string) => boolean;

const CUT = '…';

/**
 * Each name as it is drawn: whole where it fits, otherwise cut. Names that differ are drawn so that they look different: where
 * their ends are alike, the part in which they differ is kept.
 * @param names in any order; alike ones are one
 */
export function drawnNames(names: Iterable<string>, fits: FitsWidth): Map<string, string> {
  const drawn = new Map<string, string>();
  const whole = new Set<string>();
  const cut: string[] = [];
  for (const name of new Set(names)) {
    if (!fits(name)) cut.push(name);
    else {
      drawn.set(name, name);
      whole.add(name);
    }
  }
  const alike = new Map<string, string[]>();
  for (const name of cut) {
    const short = cutInTheMiddle(name, fits);
    alike.set(short, [...(alike.get(short) ?? []), name]);
  }
  const taken = new Set([...whole, ...alike.keys()]);
  for (const [short, those] of alike) {
    const [first, ...others] = whole.has(short) ? [undefined, ...those] : those;
    if (first !== undefined && !others.length) {
      drawn.set(first, short);
      continue;
    }
    for (const name of those) {
      const own = apartFrom(name, those, fits, taken) ?? numbered(short, fits, taken);
      taken.add(own);
      drawn.set(name, own);
    }
  }
  return drawn;
}

/** A name with as much of both ends as fits; of two unequal halves the first is the longer one. */
export function cutInTheMiddle(name: string, fits: FitsWidth): string {
  if (fits(name)) return name;
  const signs = [...name];
  return longest(
    signs.length - 1,
    (kept) => {
      const end = Math.floor(kept / 2);
      return (
        signs
          .slice(0, kept - end)
          .join('')
          .trimEnd() +
        CUT +
        (end ? signs.slice(-end).join('').trimStart() : '')
      );
    },
    fits,
  );
}

/** The name around the place at which it is no longer like another one of these; undefined where that is not enough. */
function apartFrom(
  name: string,
  others: readonly string[],
  fits: FitsWidth,
  taken: ReadonlySet<string>,
): string | undefined {
  const signs = [...name];
  const places = new Set(others.filter((other) => other !== name).map((other) => firstDifference(signs, [...other])));
  for (const place of places) {
    // A few signs before the difference say where it is, the rest of the room is for what follows.
    const found = longest(
      signs.length - 1,
      (kept) => {
        const from = Math.max(0, place - Math.floor(kept / 4));
        const part = signs
          .slice(from, from + kept)
          .join('')
          .trim();
        return (from > 0 ? CUT : '') + part + (from + kept < signs.length ? CUT : '');
      },
      fits,
    );
    if (!taken.has(found)) return found;
  }
  return undefined;
}

/** A name with a number behind it, where nothing else tells it apart in so little room. */
function numbered(short: string, fits: FitsWidth, taken: ReadonlySet<string>): string {
  const signs = [...short];
  for (let number = 1; ; number++) {
    const tail = `~${number}`;
    const found = longest(signs.length, (kept) => signs.slice(0, kept).join('') + tail, fits);
    if (!taken.has(found)) return found;
  }
}

function firstDifference(one: readonly string[], other: readonly string[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

/** The longest text of those that are made of more and more signs that fits; that of one sign where none does. */
function longest(most: number, made: (kept: number) => string, fits: FitsWidth): string {
  let [least, top] = [1, Math.max(most, 1)];
  while (least < top) {
    const middle = (least + top + 1) >> 1;
    if (fits(made(middle))) least = middle;
    else top = middle - 1;
  }
  return made(least);
}

/** An object as it is named in a row of others. */
export interface Named {
  id: string;
  name: string;
  /** What a single object of its kind is called. */
  kind: string;
}

/**
 * Names in a row. Where another object of the row has the same one, what each is stands behind it; where that is the same as well,
 * so does its number.
 */
export function distinctNames(objects: readonly Named[]): string[] {
  const [names, kinds] = [countsOf(objects, nameIn), countsOf(objects, withKind)];
  return objects.map((object) => {
    if (names.get(nameIn(object)) === 1) return object.name;
    if (kinds.get(withKind(object)) === 1) return `${object.name} (${object.kind})`;
    return `${object.name} (${object.kind} ${object.id.slice(object.id.lastIndexOf('_') + 1)})`;
  });
}

const nameIn = ({ name }: Named): string => name;
const withKind = ({ name, kind }: Named): string => `${name}\n${kind}`;

/** How many different objects there are by a text of each. */
function countsOf(objects: readonly Named[], textOf: (object: Named) => string): Map<string, number> {
  const ids = new Map<string, Set<string>>();
  for (const object of objects) ids.set(textOf(object), (ids.get(textOf(object)) ?? new Set()).add(object.id));
  return new Map([...ids].map(([text, { size }]) => [text, size]));
}
