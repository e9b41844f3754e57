/** The checks that come with the release, in words that a person acts on. */
import type { ShippedCheck } from './shipped-check.js';

export const SHIPPED: readonly ShippedCheck[] = [];
