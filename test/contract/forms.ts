/** Bodies as browsers send them: brackets stand for what is nested (contract 4). */
import type { Body } from '../support/make.js';

/** The header of a form-urlencoded request. */
export const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

/** The pairs of a form: `a[b][0]` and `c`. */
function pairs(value: unknown, key = ''): Array<[string, string]> {
  if (typeof value !== 'object' || value === null) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, part]) => pairs(part, key ? `${key}[${name}]` : name));
}

export const urlencoded = (body: Body): string => new URLSearchParams(pairs(body)).toString();

export function multipart(body: Body): FormData {
  const form = new FormData();
  for (const [key, value] of pairs(body)) form.append(key, value);
  return form;
}
