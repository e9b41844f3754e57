/** Logins and addresses that a provider tells of somebody, beside those that are stored here. */

/**
 * Whether two are the same but for the case of ASCII letters. The database finds them without accents, and a provider has
 * somebody else under the same letters with others.
 */
export const isSameName = (one: string | undefined, other: string): boolean => lower(one ?? '') === lower(other);

/** Of other letters the case may make two of them the same. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
