/** What log-ins, named tokens and the own password are asked for with (contract 2). */
import { Expose, Transform, type TransformFnParams } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import { Check, isSent } from '../core/http/dto.js';
import { scalarToString } from '../core/http/request-body.js';
import { Message } from '../core/i18n/messages.js';
import { rangeOf } from '../core/text/addresses.js';
import { parseBoolean } from '../core/text/booleans.js';
import { parseDateTime } from '../core/text/dates.js';
import { passwordProblem } from './password.js';

const DEFAULT_LIFE_MS = 365 * 24 * 3600 * 1000;
const MAX_NAME = 255;

const MAX_NETWORKS = 20;
const MAX_PERIMETERS = 50;

/** The ranges that are sent; what is none of them stays, and is refused. */
const rangesIn = (sent: unknown): unknown =>
  typeof sent === 'string' ? sent.split(/[\s,]+/).filter(Boolean) : isSent(sent) ? sent : undefined;

/** A text that must be there. */
export const RequiredText = (): PropertyDecorator =>
  Check('text', (value) => {
    if (!isSent(value)) return new Message('required');
    return typeof value === 'string' ? undefined : new Message('string');
  });

export const Characters = (): PropertyDecorator =>
  Check('characters', (value) =>
    typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
      ? new Message('characters')
      : undefined,
  );

/** Decorators one after the other: rules are checked, and answered, in the order in which they are declared. */
export const inOrder =
  (...decorators: PropertyDecorator[]): PropertyDecorator =>
  (target, key) =>
    decorators.forEach((decorate) => decorate(target, key));

/** Yes or no, in the words of `parseBoolean`; no where it is left out. */
const BooleanMember = (): PropertyDecorator =>
  inOrder(
    Transform(({ value }: TransformFnParams): unknown =>
      isSent(value) ? (parseBoolean(scalarToString(value)) ?? value) : false,
    ) as PropertyDecorator,
    Check('boolean', (value) => (typeof value === 'boolean' ? undefined : new Message('boolean'))),
  );

export class LoginDto {
  /** An e-mail does as well, under either name. */
  @Expose()
  @Transform(({ obj }: { obj: Record<string, unknown> }) => obj['login'] ?? obj['email'])
  @inOrder(RequiredText(), Characters())
  login!: string;

  @inOrder(RequiredText(), Characters())
  password!: string;

  /** The session of a browser is to last for the days that the settings allow. */
  @BooleanMember()
  remember = false;
}

/** A named token: perhaps with an end (a year from now otherwise), perhaps one that may only read. */
export class CreateTokenDto {
  @Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value))
  @inOrder(
    RequiredText(),
    Check('length', (value) =>
      typeof value === 'string' && [...value].length > MAX_NAME ? new Message('maxText', { max: MAX_NAME }) : undefined,
    ),
    Characters(),
  )
  name!: string;

  @BooleanMember()
  read_only = false;

  /** Ranges of addresses from which it counts, as a list or a text; none: from everywhere. */
  @Transform(({ obj }: { obj: Record<string, unknown> }) => rangesIn(obj['networks'] ?? obj['networks[]']))
  @Check('networks', (value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.length || value.some((range) => typeof range !== 'string' || !rangeOf(range)))
      return new Message('networks');
    return value.length > MAX_NETWORKS ? new Message('tooManyItems', { max: MAX_NETWORKS }) : undefined;
  })
  networks: string[] | undefined = undefined;

  /** Ids of perimeters to which it is kept; none: as far as its owner reaches. */
  @Transform(({ obj }: { obj: Record<string, unknown> }) => perimetersIn(obj['perimeters'] ?? obj['perimeters[]']))
  @Check('perimeters', (value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.length || !value.every((id) => Number.isSafeInteger(id) && id > 0))
      return new Message('wantsIds');
    return value.length > MAX_PERIMETERS ? new Message('tooManyItems', { max: MAX_PERIMETERS }) : undefined;
  })
  perimeters: number[] | undefined = undefined;

  /** Milliseconds since 1970. */
  @Transform(({ value }: TransformFnParams) =>
    isSent(value) ? parseDateTime(scalarToString(value).trim()) : Date.now() + DEFAULT_LIFE_MS,
  )
  @Check('future', (value) => (typeof value === 'number' && value > Date.now() ? undefined : new Message('date')))
  expires_at = Date.now() + DEFAULT_LIFE_MS;
}

/** A member with a second name: errors use the first name unless only the second one was sent. */
const NamedBy = (first: string, second: string, speaks: 'first' | 'second'): PropertyDecorator =>
  ValidateIf((body: Record<string, unknown>) => {
    const onlySecond = body[first] === undefined && body[second] !== undefined;
    return onlySecond === (speaks === 'second');
  }) as PropertyDecorator;

const NewPassword = (): PropertyDecorator =>
  inOrder(
    RequiredText(),
    Check('password', (value) => (typeof value === 'string' && value ? passwordProblem(value) : undefined)),
  );

/** The old and the new password, each under one of two names; errors name the one that was sent. */
export class ChangePasswordDto {
  @NamedBy('old_password', 'current_password', 'first') @RequiredText() old_password?: string;
  @NamedBy('old_password', 'current_password', 'second') @RequiredText() current_password?: string;
  @NamedBy('new_password', 'password', 'first') @NewPassword() new_password?: string;
  @NamedBy('new_password', 'password', 'second') @NewPassword() password?: string;
}

/** Ids as a list or as a text with commas, as forms send them; anything else as it is, for the check to refuse. */
function perimetersIn(sent: unknown): unknown {
  if (!isSent(sent)) return undefined;
  const list = typeof sent === 'string' ? sent.split(',') : sent;
  return Array.isArray(list)
    ? list.map((id) => (typeof id === 'string' ? Number(id.trim() || NaN) : (id as unknown)))
    : sent;
}
