/** How the list language says no: the parameter, what is wrong with it, and what would be right (contract 5). */
import { ApiError } from '../../core/http/errors.js';
import type { MessageKey } from '../../core/i18n/messages.js';
import { nearest } from '../../core/text/naming.js';
import { OPERATORS } from './operators.js';

/** Comparing a name with all others takes time that grows with its length, and nobody misspells one like this. */
const MAX_NAME_LENGTH = 100;

const guessOf = (name: string, allowed: readonly string[]): string | undefined =>
  name.length > MAX_NAME_LENGTH ? undefined : nearest(name, allowed);

/** 400: a parameter that is known has a value that is not. */
export const badParameter = (
  parameter: string,
  wants: MessageKey,
  values: Record<string, string | number> = {},
): ApiError => new ApiError(400, wants, { name: parameter, ...values });

/** 400: there is no filter, column, relation or page parameter of this name; the sentence lists those that exist. */
export function unknownName(kind: string, parameter: string, name: string, allowed: readonly string[]): ApiError {
  const guess = guessOf(name, allowed);
  const values = { kind, name: parameter, allowed: allowed.join(', ') };
  if (guess) return new ApiError(400, 'unknownNameNear', { ...values, guess });
  return new ApiError(400, allowed.length ? 'unknownName' : 'unknownNameNone', values);
}

/** 400: there is no such filter; the sentence lists the names and, once, the operators. */
export function unknownFilter(
  parameter: string,
  name: string,
  names: readonly string[],
  withOperators: readonly string[],
): ApiError {
  const operators = OPERATORS.map(({ suffix }) => suffix).filter(Boolean);
  const values = { name: parameter, allowed: names.join(', '), operators: operators.join(', ') };
  const guess = guessOf(name, [...names, ...withOperators]);
  return guess
    ? new ApiError(400, 'unknownFilterNear', { ...values, guess })
    : new ApiError(400, 'unknownFilter', values);
}

/** 403: what a request follows needs a right on the objects at the other end (contract 3). */
export const forbiddenRelation = (relation: string, ability: string): ApiError =>
  new ApiError(403, 'forbiddenRelation', { relation, ability });
