/** How the list language says no: the parameter, what is wrong with it, and what would be right (contract 5). */
import { ApiError } from '../../core/http/errors.js';
import { Message, type MessageKey } from '../../core/i18n/messages.js';
import { nearest, nearestFirst } from '../../core/text/naming.js';
import { OPERATORS } from './operators.js';

/** Comparing a name with all others takes time that grows with its length, and nobody misspells one like this. */
const MAX_NAME_LENGTH = 100;

/** So many names stand in a sentence, which nobody reads when it is long (contract 15). */
const MAX_CANDIDATES = 10;
const MAX_SHOWN = 200;

/** The names that there are; of many those nearest to the one that is not, and where all of them are. */
function candidates(name: string, allowed: readonly string[]): string | Message {
  if (allowed.length <= MAX_CANDIDATES) return allowed.join(', ');
  const near = nearestFirst(name.slice(0, MAX_NAME_LENGTH), allowed, MAX_CANDIDATES);
  return new Message('amongOthers', { names: near.join(', '), count: allowed.length });
}

/** A parameter as it was sent, unless that is as long as a letter. */
const shown = (parameter: string): string =>
  parameter.length > MAX_SHOWN ? `${parameter.slice(0, MAX_SHOWN).toWellFormed()}…` : parameter;

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
  const values = { kind, name: shown(parameter), allowed: candidates(name, allowed) };
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
  const values = { name: shown(parameter), allowed: candidates(name, names), operators: operators.join(', ') };
  const guess = guessOf(name, [...names, ...withOperators]);
  return guess
    ? new ApiError(400, 'unknownFilterNear', { ...values, guess })
    : new ApiError(400, 'unknownFilter', values);
}

/** 403: what a request follows needs a right on the objects at the other end (contract 3). */
export const forbiddenRelation = (relation: string, ability: string): ApiError =>
  new ApiError(403, 'forbiddenRelation', { relation, ability });
