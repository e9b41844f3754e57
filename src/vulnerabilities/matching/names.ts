/** The names of vendors and products, as they are compared (they come from people, from CPEs and from CVE records). */

/** `S/4HANA` and `s\/4hana` are one name, `Billing Suite` and `billing_suite` too. */
export const normalise = (name: string): string => name.replaceAll('\\', '').trim().toLowerCase().replace(/\s+/g, '_');

/** Words that stand where nothing is named. */
const NAMELESS = new Set(['', '*', '-', 'n/a']);

/** Whether a normalised name names anything. */
export const isNamed = (name: string): boolean => !NAMELESS.has(name);

/** A vendor and a product as the key of a map. */
export const pairKey = (vendor: string, product: string): string => `${vendor}\n${product}`;
