/** What a table is shared with. */
import { Transform, type TransformFnParams } from 'class-transformer';
import { Check } from '../core/http/dto.js';
import { Message } from '../core/i18n/messages.js';

/** Characters of a name, and of what is shown. */
export const MAX_SHARED = { name: 80, query: 2000 } as const;

const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);

/** A text of so many characters at most; the empty one only where it `mayBeEmpty`. */
const ShortText = (max: number, mayBeEmpty = false): PropertyDecorator =>
  Check('text', (value) => {
    if (value === undefined || value === null || (value === '' && !mayBeEmpty)) return new Message('required');
    if (typeof value !== 'string') return new Message('string');
    if ([...value].length > max) return new Message('maxText', { max });
    return value.includes('\0') || !value.isWellFormed() ? new Message('characters') : undefined;
  });

export class ShareTableDto {
  @Transform(trimmed)
  @ShortText(MAX_SHARED.name)
  name!: string;

  /** The path of the kind of objects. */
  @ShortText(64)
  kind!: string;

  /** What the address of the table says after its `?`: filters, columns, order. */
  @ShortText(MAX_SHARED.query, true)
  query = '';
}
