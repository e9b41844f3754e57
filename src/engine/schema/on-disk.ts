/** Which columns a resource has in the database that is opened: its entity file names those of our own (generations). */
import type { Catalogue } from '../../database/migration-watch.js';
import { isReplaced, laterColumn } from '../../database/later-columns.js';
import type { ResourceDraft } from './decorators/drafts.js';
import type { Field } from './model.js';

/** The resource as written, with the names that its columns have here. `tables`: none where no database is opened. */
export function onDisk(draft: ResourceDraft, tables: Catalogue): ResourceDraft {
  const [fields, also]: [Field[], Field[]] = [[], [...draft.also]];
  for (const field of draft.fields) {
    const known = laterColumn(draft.table, field.name);
    const replaced = known && isReplaced(tables, draft.table, field.name);
    if (!known) fields.push(field);
    else if (known.later) {
      const [name, other] = replaced ? [known.later, field.name] : [field.name, known.later];
      const aliases = [...field.aliases.filter((alias) => alias !== name && alias !== other), other];
      fields.push({ ...field, name, aliases, ...(replaced && { known: field.name }) });
      also.push({ ...field, name: other, aliases: [], writable: false, from: { column: name } });
    } else if (replaced) {
      const { column, word } = known.tag!;
      also.push({ ...field, nullable: false, index: false, from: { column, tag: word } });
    } else fields.push(field);
  }
  return { ...draft, fields, also };
}
