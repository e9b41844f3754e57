/** The decorators of columns: one line of an entity file each. */
import type { EdgeOptions, NeedName } from '../edge.js';
import type { TextFormat } from '../../../core/text/formats.js';
import type { Enumeration, Field, Kind, OnDelete, Rules, SqlType, Unit } from '../model.js';
import { camel, snake } from '../../../core/text/naming.js';
import { addField } from './drafts.js';

/** What every column may say about itself. */
export interface FieldOptions {
  about?: string;
  /** A value for the document, where one made of kind and name would not help. */
  example?: unknown;
  /** Found by `filter[search]`. */
  search?: boolean;
  required?: boolean;
  /** Unique among live objects. */
  unique?: boolean;
  index?: boolean | 'own';
  nullable?: boolean;
  writable?: boolean | 'store' | 'update';
  /** Further names accepted on input. */
  aliases?: string[];
  default?: number;
  /** Holds what the object needs of its surroundings. */
  need?: NeedName;
  /** What its numbers count. */
  unit?: Unit;
  /** Of the older application's newest generation: its databases have it where their table does, those of our own always. */
  later?: boolean;
}

interface StrOptions extends FieldOptions {
  format?: TextFormat;
  joined?: boolean;
  /** Holds addresses in free text, found by `filter[ip_in]`; address formats say so by themselves. */
  addresses?: boolean;
  /** Names an object to people, beside the column of kind `name`. */
  names?: boolean;
  /** Says which thing it is: a number of a series, an inventory, another program. */
  identifies?: boolean;
  /** What its addresses are in the graph: each is an edge from the smallest range that holds it. */
  edge?: EdgeOptions;
  /** Says the range of addresses that the object is. */
  range?: boolean;
}

/** Texts are 1 character up to what their column takes; what has limits of its own says so. */
interface TextOptions extends StrOptions {
  min?: number;
  max?: number;
}

const plainRules = (options: TextOptions & { enum?: Enumeration }): Rules => ({
  ...(options.required && { required: true }),
  ...(options.unique && { uniqueLive: true }),
  ...(options.min !== undefined && { min: options.min }),
  ...(options.max !== undefined && { max: options.max }),
  ...(options.format && { format: options.format }),
  ...(options.enum && { enum: options.enum }),
});

function column(kind: Kind, type: SqlType, options: FieldOptions, more: Partial<Field> = {}): PropertyDecorator {
  return (prototype, property) =>
    addField(prototype, {
      name: String(property),
      kind,
      type,
      nullable: options.nullable ?? true,
      writable: options.writable ?? true,
      search: options.search ?? false,
      hidden: false,
      about: options.about ?? '',
      ...(options.example !== undefined && { example: options.example }),
      rules: plainRules(options),
      index: options.index ?? false,
      additive: false,
      aliases: options.aliases ?? [],
      ...(options.default !== undefined && { default: options.default }),
      ...(options.need && { need: options.need }),
      ...(options.unit && { unit: options.unit }),
      ...(options.later && { later: true }),
      ...more,
    });
}

/** The name of an object: required and unique among live objects, unless said otherwise. */
export const Name = ({ required = true, unique = true, ...options }: FieldOptions = {}): PropertyDecorator =>
  column('name', 'varchar(255)', {
    nullable: !required,
    search: true,
    ...options,
    required,
    unique,
    max: 255,
  } as TextOptions);

/** A short text, 255 characters unless said otherwise; as it was sent. `joined`: a list becomes words with blanks. */
export const Str = ({
  size = 255,
  joined,
  addresses,
  names,
  identifies,
  edge,
  range,
  ...options
}: StrOptions & { size?: number } = {}): PropertyDecorator =>
  column('string', `varchar(${size})`, { max: size, ...options } as TextOptions, {
    ...(joined && { joined }),
    ...(addresses && { addresses }),
    ...(names && { names }),
    ...(identifies && { identifies }),
    ...(edge && { edge }),
    ...(range && { range }),
  });

/** An address or several of them, separated by commas. */
export const Ip = (options: StrOptions & { size?: number } = {}): PropertyDecorator =>
  Str({ format: 'ip-list', ...options });

/** A long plain text. `exact`: to the byte as it was sent, neither trimmed nor stripped of anything. */
export const Text = ({
  long = false,
  exact,
  edge,
  ...options
}: Omit<StrOptions, 'range'> & { long?: boolean; exact?: boolean } = {}): PropertyDecorator =>
  column('text', long ? 'longtext' : 'text', { ...(!long && { max: 65535 }), ...options } as TextOptions, {
    ...(exact && { exact }),
    ...(edge && { edge }),
  });

/** A rich text, kept to an allow-list of tags. */
export const Html = ({ type = 'longtext', ...options }: TextOptions & { type?: SqlType } = {}): PropertyDecorator =>
  column('html', type, options);

/** A whole number. */
export const Int = ({
  type = 'int',
  ...options
}: FieldOptions & { type?: SqlType; min?: number; max?: number } = {}): PropertyDecorator =>
  column('int', type, options);

/** A code out of an enumeration. */
export const Choice = (
  codes: Enumeration,
  { type = 'int', ...options }: FieldOptions & { type?: SqlType } = {},
): PropertyDecorator => column('int', type, { ...options, enum: codes } as FieldOptions);

/** An amount with two decimals. */
export const Amount = (options: FieldOptions = {}): PropertyDecorator => column('decimal', 'decimal(12,2)', options);

/** Yes, no or unknown: answered as 1, 0 or null. */
export const Flag = (options: FieldOptions & { boolean?: boolean } = {}): PropertyDecorator =>
  column('flag', 'bool', options, options.boolean ? { boolean: true } : {});

/** A calendar date, `YYYY-MM-DD`. `ends`: after that day the object is valid no more. */
export const Day = ({ ends, ...options }: FieldOptions & { ends?: boolean } = {}): PropertyDecorator =>
  column('day', 'date', options, ends ? { ends } : {});

/** A point in time. `zoneless`: the time on a clock on the wall, whose zone nobody knows; it is never translated. */
export const Moment = ({
  type = 'datetime',
  zoneless,
  ...options
}: FieldOptions & { type?: SqlType; zoneless?: boolean } = {}): PropertyDecorator =>
  column('moment', type, options, zoneless ? { zoneless } : {});

/** A JSON document, such as the definition of a stored query, stored as text. `shownWith`: see `Field.shownWith`. */
export const Json = ({
  type = 'json',
  shownWith,
  maxBytes,
  ...options
}: FieldOptions & { type?: SqlType; maxBytes?: number } & Pick<Field, 'shownWith'> = {}): PropertyDecorator =>
  column('json', type, options, {
    ...(shownWith && { shownWith }),
    ...(maxBytes && { rules: { ...plainRules(options), maxBytes } }),
  });

/** A JSON list of objects, stored as text. */
export const JsonList = (options: FieldOptions = {}): PropertyDecorator => column('list', 'json', options);

/** The type of a delegated object, `App\Models\X`; also taken as a path or a class name. */
export const Morph = (options: FieldOptions = {}): PropertyDecorator => column('morph', 'varchar(255)', options);

/** A column that is never answered, filtered, sorted or searched. */
export const Secret = (options: TextOptions & { maxBytes?: number } = {}): PropertyDecorator =>
  column('string', 'varchar(255)', options, {
    hidden: true,
    rules: { ...plainRules(options), ...(options.maxBytes && { maxBytes: options.maxBytes }) },
  });

/** A mark of the program's own beside the row of another program, added to its table where that is there already. */
export const Mark = (options: FieldOptions = {}): PropertyDecorator =>
  column('int', 'utinyint', { ...options, writable: false, index: 'own' }, { hidden: true, additive: true });

interface RefOptions extends FieldOptions {
  onDelete?: OnDelete;
  /** Name for `include`, if not the column's without `_id`. */
  include?: string;
  tree?: boolean;
  end?: 'source' | 'dest';
  requiredUnless?: string;
  /** What it is in the graph. */
  edge?: EdgeOptions;
}

/** The id of an object of another resource, named by its path. */
export function Ref(
  target: string,
  { onDelete = 'NO ACTION', include, tree = false, end, requiredUnless, edge, ...options }: RefOptions = {},
): PropertyDecorator {
  return (prototype, property) => {
    const includeName = include ?? camel(String(property).replace(/_id$/, ''));
    column(
      'ref',
      'uint',
      { index: true, nullable: !options.required, ...options },
      {
        ref: { target, onDelete, includeName, embedAs: snake(includeName), tree },
        rules: { ...plainRules(options), ...(requiredUnless && { requiredUnless }) },
        ...(end && { end }),
        ...(edge && { edge }),
      },
    )(prototype, property);
  };
}

/** One of several possible ends of a flow or link; at most one of each side is set. Older spellings are accepted. */
const endOf =
  (end: 'source' | 'dest') =>
  (target: string, onDelete: OnDelete = 'CASCADE'): PropertyDecorator =>
  (prototype, property) => {
    const name = String(property);
    const spellings = [name.replace(/_src_id$/, '_source_id'), name.replace(/_dest_id$/, '_dst_id')];
    const about = `${end === 'source' ? 'Source' : 'Destination'}, one of the ${target}`;
    Ref(target, { onDelete, end, about, aliases: spellings.filter((other) => other !== name) })(prototype, property);
  };

/** Where a flow or link starts. */
export const Source = endOf('source');

/** Where a flow or link ends. */
export const Dest = endOf('dest');
