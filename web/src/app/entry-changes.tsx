/** What an entry of the journal changed, field by field: how it was and is, and of links what went and came. */
import type { VNode } from 'preact';
import { unnamed, type MapOfKinds } from '../api/map.js';
import { formOf } from '../api/kinds.js';
import type { Names } from '../api/names.js';
import { plainText } from '../components/rich-text.js';
import { withRights } from '../components/sentences.js';
import { Titled } from '../components/text.js';
import { isEmpty, Value } from '../components/value.js';
import { differenceOfWords, WordDifference } from '../components/word-difference.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { columnOf, linkedIn, MAX_NAMES, type FieldChange, type FieldPart, type Linked } from './entry.js';
import './entry-changes.css';

export function EntryChanges({
  map,
  changes,
  names,
}: {
  map: MapOfKinds;
  changes: readonly FieldChange[];
  names: Names;
}): VNode {
  return (
    <dl class="entry-changes">
      {changes.map((change) => (
        <div key={change.name}>
          <dt>
            <Titled said={said(change.part.titles)} />
          </dt>
          <dd>
            {'come' in change ? (
              <>
                <Moved sign="−" linked={change.gone} part={change.part} names={names} map={map} />
                <Moved sign="+" linked={change.come} part={change.part} names={names} map={map} />
              </>
            ) : (
              <Replaced map={map} names={names} {...change} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ReplacedOptions {
  map: MapOfKinds;
  names: Names;
  part: FieldPart;
  before: unknown;
  after: unknown;
}

/** Characters from which on two texts are told by the words that differ. */
const LONG = 60;

/** What a field held, and holds; of long texts the words that differ. */
function Replaced({ map, names, part, before, after }: ReplacedOptions): VNode {
  const [was, is] = [before, after].map((value) => textIn(part, value));
  const pieces = was && is && Math.max(was.length, is.length) > LONG ? differenceOfWords(was, is) : undefined;
  if (pieces) return <WordDifference pieces={pieces} />;
  return (
    <>
      <del>
        <Held part={part} value={before} names={names} map={map} />
      </del>
      <span class="entry-arrow" aria-label={t('admin.journal.becomes')} role="img">
        →
      </span>
      <ins>
        <Held part={part} value={after} names={names} map={map} />
      </ins>
    </>
  );
}

/** The words of a text, rich or plain; undefined for what is none. */
function textIn(part: FieldPart, value: unknown): string | undefined {
  if (part.target !== undefined || typeof value !== 'string') return undefined;
  const form = formOf(columnOf(part));
  return form === 'rich' ? plainText(value) : form === 'text' ? value : undefined;
}

interface HeldOptions {
  map: MapOfKinds;
  part: FieldPart;
  value: unknown;
  names: Names;
}

/** What a field holds, or held. */
function Held({ map, part, value, names }: HeldOptions): VNode {
  if (part.target !== undefined) {
    const linked = linkedIn(part, value);
    return linked.length ? <>{inNames(map, linked, part, names)}</> : <span class="faint">–</span>;
  }
  const column = columnOf(part);
  if (isEmpty(column, value) || (Array.isArray(value) && !value.length)) return <span class="faint">–</span>;
  return <Value column={column} value={value} short />;
}

interface MovedOptions {
  map: MapOfKinds;
  sign: '+' | '−';
  linked: readonly Linked[];
  part: FieldPart;
  names: Names;
}

/** What came or went. */
function Moved({ map, sign, linked, part, names }: MovedOptions): VNode | null {
  if (!linked.length) return null;
  const Mark = sign === '+' ? 'ins' : 'del';
  return (
    <Mark>
      <span aria-label={t(sign === '+' ? 'admin.journal.added' : 'admin.journal.removed')} role="img">
        {sign}
      </span>{' '}
      {inNames(map, linked, part, names)}
    </Mark>
  );
}

/** The names of linked objects, each with the word beside it where it has one. */
function inNames(map: MapOfKinds, linked: readonly Linked[], part: FieldPart, names: Names): string {
  const nameOf = ({ id, word }: Linked): string => {
    const name = names.get(part.target ?? '')?.get(id) ?? unnamed(map, part.target, id);
    // A right is called as the page of a role calls it.
    const called = part.target === 'permissions' ? withRights(name) : name;
    const titles = 'pair' in part ? part.pair?.words.find((one) => one.word === word) : undefined;
    return titles ? `${called} (${said(titles).text})` : called;
  };
  const few = linked.slice(0, MAX_NAMES).map(nameOf).join(', ');
  return linked.length > MAX_NAMES ? `${few} ${t('table.more', { count: linked.length - MAX_NAMES })}` : few;
}
