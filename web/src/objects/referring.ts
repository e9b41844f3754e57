/** What refers to an object: the far ends of references, which the object itself does not tell. */
import { useEffect, useState } from 'preact/hooks';
import { idsIn, type Kind, type Thing } from '../api/kinds.js';
import { nameOf, reachable, type MapOfKinds } from '../api/map.js';
import { send } from '../api/send.js';
import { t } from '../i18n/index.js';
import { said, type Phrase } from '../i18n/titles.js';

/** Names that are read of objects that refer by the same column. */
const FEW = 12;

/** Objects of a kind that refer to the object by one column: how many there are, and the first of them by name. */
export interface Referrers {
  other: Kind;
  column: string;
  title: Phrase;
  count: number;
  few: ReadonlyArray<{ id: number; name: string }>;
}

/**
 * What refers to an object of a kind, as far as the reader may see it; null until that is known. One request for each column that
 * refers to the kind, however many objects there are. No kind: nothing is asked.
 */
export function useReferring(
  map: MapOfKinds,
  kind: Kind | null,
  object: Thing | undefined,
): readonly Referrers[] | null {
  const [found, setFound] = useState<{ of: string; all: readonly Referrers[] } | null>(null);
  const of = `${kind?.path}/${object?.id}`;
  useEffect(() => {
    let isWanted = true;
    if (!object) return;
    const asked = kind
      ? [...map.kinds.values()].flatMap((other) => (reachable(map, other.path) ? to(kind, other) : []))
      : [];
    // Where one cannot be read, the others are told all the same.
    void Promise.all(asked.map((one) => read(one, kind!, object).catch(() => []))).then(
      (all) => void (isWanted && setFound({ of, all: all.flat() })),
    );
    return () => void (isWanted = false);
  }, [kind?.path, object]);
  // Those of the object that was shown before are not of this one.
  return found?.of === of ? found.all : null;
}

type ReferrersQuery = Pick<Referrers, 'other' | 'column' | 'title'>;

/** The columns of another kind that refer to this one; where there are several, each says so. */
function to({ path }: Kind, other: Kind): ReferrersQuery[] {
  const columns = other.columns.filter(({ target }) => target === path);
  return columns.map(({ name, titles }) => {
    const title = said(other.titles);
    return {
      ...{ other, column: name },
      title:
        columns.length > 1 ? { text: t('object.referring', { kinds: title.text, column: said(titles).text }) } : title,
    };
  });
}

async function read(asked: ReferrersQuery, kind: Kind, object: Thing): Promise<Referrers[]> {
  const { other, column } = asked;
  const label = other.label ?? 'id';
  const query = `filter[${column}]=${object.id}&fields=${label}&sort=${label}&page[size]=${FEW}&page[number]=1`;
  const { status, body, total } = await send({ method: 'GET', path: `/api/${other.path}?${query}` });
  const rows = status < 400 ? (body as Thing[]) : [];
  if (rows.length === 0 || isLinked(kind, object, other, rows)) return [];
  const few = rows.map((row) => ({ id: row.id, name: nameOf(other, row) }));
  return [{ ...asked, count: Number(total ?? few.length), few }];
}

/** A reference may be a link of the object, too: it is told once. */
const isLinked = (kind: Kind, object: Thing, other: Kind, rows: readonly Thing[]): boolean =>
  kind.links.some(({ name, target }) => {
    const ids = object[name];
    return target === other.path && Array.isArray(ids) && rows.every(({ id }) => idsIn(ids).includes(id));
  });
