/** What is to be taken out of the journal. */
import { Transform, type TransformFnParams } from 'class-transformer';
import { Check, isSent } from '../../core/http/dto.js';
import { scalarToString } from '../../core/http/request-body.js';
import { Message } from '../../core/i18n/messages.js';
import { parseBoolean } from '../../core/text/booleans.js';

/** Characters of a text that is taken out, and of a reason. */
export const REDACTION = { least: 3, value: 255, reason: 255 } as const;

const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);

const text = (value: unknown, min: number, max: number): Message | undefined => {
  if (typeof value !== 'string') return new Message('string');
  if ([...value].length > max) return new Message('maxText', { max });
  if ([...value].length < min) return new Message('minText', { min });
  return value.includes('\0') || !value.isWellFormed() ? new Message('characters') : undefined;
};

export class RedactDto {
  /** Whose name, login and mail address. */
  @Transform(({ value }: TransformFnParams): unknown =>
    isSent(value) ? Number(scalarToString(value) || NaN) : undefined,
  )
  @Check('user', (value) =>
    value === undefined || (Number.isSafeInteger(value) && (value as number) > 0) ? undefined : new Message('integer'),
  )
  user_id: number | undefined = undefined;

  /** Or a text. */
  @Transform(trimmed)
  @Check('value', (value) => (isSent(value) ? text(value, REDACTION.least, REDACTION.value) : undefined))
  value: string | undefined = undefined;

  /** Why: an entry of the journal says it. */
  @Transform(trimmed)
  @Check('reason', (value) => (isSent(value) ? text(value, 1, REDACTION.reason) : new Message('required')))
  reason!: string;

  /** Says what would be taken out, and takes out nothing. */
  @Transform(({ value }: TransformFnParams): unknown =>
    isSent(value) ? (parseBoolean(scalarToString(value)) ?? value) : false,
  )
  @Check('boolean', (value) => (typeof value === 'boolean' ? undefined : new Message('boolean')))
  dry_run = false;
}
