/** The request list: what is asked of the map in `same-map.ts`, and what the contract says to answer. */
import type { Asked } from './asked.js';
import { numbersAndDates, orders, texts } from './asked-filters.js';
import { hidden, hostile, pages } from './asked-refused.js';
import { includes, others, relations } from './asked-relations.js';

export const REQUESTS: readonly Asked[] = [
  ...texts,
  ...numbersAndDates,
  ...orders,
  ...relations,
  ...others,
  ...includes,
  ...pages,
  ...hidden,
  ...hostile,
];
