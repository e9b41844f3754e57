/** Which columns a resource has in the database that is opened: its entity file names those of our own (generations). */
import type { Catalogue } from '../../database/migration-watch.js';
import { hasOwnHomes, HOME, isReplaced, laterColumn, PERIMETERS, ROLES } from '../../database/later-columns.js';
import type { LinkDraft, ResourceDraft } from './decorators/drafts.js';
import type { Field } from './model.js';

/** The resource as written, with what it has here. `tables`: none where no database is opened, or an empty one. */
export function onDisk(draft: ResourceDraft, tables: Catalogue): ResourceDraft {
  const isOlder = tables.has('migrations');
  const made = isOlder && draft.theirs && tables.has(draft.theirs.table) ? theirs(draft) : draft;
  const columns =
    (isOlder || hasOwnHomes(tables)) && !made.table.startsWith('own_') ? tables.get(made.table) : undefined;
  const isThere = ({ name, later, additive }: Field): boolean =>
    later ? !isOlder || columns?.has(name) === true : !columns || additive || columns.has(name);
  const named = withNames(made, tables);
  const isHomed = columns?.has(HOME) === true;
  const missing = named.fields.filter((field) => !isThere(field)).map(({ name }) => name);
  const beside = made === draft || !missing.length ? undefined : { table: draft.theirs!.beside, columns: missing };
  return {
    ...named,
    ...(beside && { beside }),
    fields: [...named.fields.slice(0, 1), ...(isHomed ? [home()] : []), ...named.fields.slice(1)].filter(
      (field) => beside !== undefined || isThere(field),
    ),
    links: isOlder && tables.get(ROLES)?.has(HOME) && draft.theirs ? draft.links.map(byHome) : draft.links,
    // Names are unique by rule; where a key says so as well, it counts, and only there.
    uniqueIndexes: draft.uniqueIndexes.filter(({ name }) => !columns || columns.has(`index ${name}`)),
  };
}

/** A resource that stands in a table of the older application here. */
function theirs(draft: ResourceDraft): ResourceDraft {
  const { table, name } = draft.theirs!;
  const fields = draft.fields.map((field): Field =>
    field.kind === 'name' ? { ...field, type: `varchar(${name.max})`, rules: { ...field.rules, ...name } } : field,
  );
  return { ...draft, table, fields };
}

/** Columns under the names that they have here; their other names are answered as well. */
function withNames(draft: ResourceDraft, tables: Catalogue): ResourceDraft {
  const [fields, also]: [Field[], Field[]] = [[], [...draft.also]];
  for (const field of draft.fields) {
    const known = laterColumn(draft.table, field.name);
    const replaced = known && isReplaced(tables, draft.table, field.name);
    if (!known || (known.former && !replaced) || (known.tag && !replaced)) fields.push(field);
    else if (known.later) {
      const [name, other] = replaced ? [known.later, field.name] : [field.name, known.later];
      const aliases = [...field.aliases.filter((alias) => alias !== name && alias !== other), other];
      fields.push({ ...field, name, aliases, ...(replaced && { known: field.name }) });
      also.push({ ...field, name: other, aliases: [], writable: false, from: { column: name } });
    } else {
      const { column, word } = known.tag!;
      also.push({ ...field, nullable: false, index: false, from: { column, tag: word } });
    }
  }
  const label = fields.find(({ known }) => known !== undefined && known === draft.label)?.name ?? draft.label;
  return { ...draft, fields, also, label };
}

/** The perimeter that an object belongs to. */
const home = (): Field => ({
  ...{ name: HOME, kind: 'ref', type: 'uint', nullable: false, writable: true, search: false, hidden: false },
  ...{ rules: {}, index: true, additive: false, aliases: [], default: 1, about: 'Perimeter that it belongs to' },
  ref: { target: PERIMETERS, onDelete: 'RESTRICT', includeName: 'perimeter', embedAs: 'perimeter', tree: false },
});

/** The roles of a perimeter are those that belong to it. */
const byHome = (link: LinkDraft): LinkDraft =>
  link.target === ROLES
    ? {
        ...{ ...link, kind: 'many-to-one-inverse', writable: false, shown: true, pivot: undefined },
        foreign: { table: '', column: HOME, nullable: false },
      }
    : link;
