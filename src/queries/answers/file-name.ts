/** The name of the file that a query is answered in. */

/** Letters that do not come apart into one of ASCII and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' },
};

/** `Mes serveurs (été)!` → `mes-serveurs-ete`; `otherwise` where nothing is left. */
export function slugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x00-\x7f]/g, (letter) => LETTERS[letter] ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug || otherwise;
}
