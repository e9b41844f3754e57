/** What programs that sign in, and the pages that let them in, send (identity 6). */
import { Expose, Transform, type TransformFnParams } from 'class-transformer';
import { Characters, inOrder, RequiredText } from '../access.dto.js';
import { Check, isSent } from '../../core/http/dto.js';
import { scalarToString } from '../../core/http/request-body.js';
import { Message } from '../../core/i18n/messages.js';
import { parseBoolean } from '../../core/text/booleans.js';

const MAX_CLIENT = 100;

/** The base64url of a SHA-256. */
const isChallenge = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{43}$/.test(value);
/** RFC 7636. */
const isVerifier = (value: unknown): boolean => typeof value === 'string' && /^[\w.~-]{43,128}$/.test(value);

export class ChallengeDto {
  @inOrder(
    RequiredText(),
    Check('challenge', (value) => (isChallenge(value) ? undefined : new Message('codeChallenge'))),
  )
  code_challenge!: string;
}

export class VerifierDto {
  @inOrder(RequiredText(), Characters())
  code!: string;

  @inOrder(RequiredText(), Check('verifier', (value) => (isVerifier(value) ? undefined : new Message('codeVerifier'))))
  code_verifier!: string;
}

export class NewDeviceDto {
  /** What the program says that it is; its signs of control are left out, and what is too long is cut. */
  @Expose()
  @Transform(({ obj }: TransformFnParams) => clientOf((obj as Record<string, unknown>)['client_name']))
  client_name: string | null = null;
}

export class ConfirmDto {
  @inOrder(RequiredText(), Characters())
  user_code!: string;

  @Transform(({ value }: TransformFnParams): unknown =>
    isSent(value) ? (parseBoolean(scalarToString(value)) ?? value) : value,
  )
  @Check('flag', (value) =>
    typeof value === 'boolean' ? undefined : new Message(isSent(value) ? 'boolean' : 'required'),
  )
  allow!: boolean;
}

export class DeviceCodeDto {
  @inOrder(RequiredText(), Characters())
  device_code!: string;
}

function clientOf(sent: unknown): string | null {
  if (typeof sent !== 'string') return null;
  const shown = sent
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return [...shown].slice(0, MAX_CLIENT).join('') || null;
}
