/** A root as it was kept: the text of a file, or a member of a body. */
import { isObject } from '../../core/http/request-body.js';
import type { Root } from './verify.js';

const HASH = /^[\w-]{12,43}$/;

/** Undefined for anything else. */
export function rootIn(value: unknown): Root | undefined {
  if (!isObject(value)) return undefined;
  const { chain, number, hash } = value;
  // That of a journal without any entry.
  if (chain === '' && number === 0 && hash === '') return { chain, number, hash };
  if (typeof chain !== 'string' || !/^[\w-]{12}$/.test(chain)) return undefined;
  if (typeof hash !== 'string' || !HASH.test(hash)) return undefined;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return undefined;
  return { chain, number, hash };
}
