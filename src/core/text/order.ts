/** The order of texts where the engine has no collation: that of MariaDB's utf8mb4_unicode_ci. */
import { fold } from './fold.js';

/** Signs, digits and letters whose order is not that of their code points, in the order of the collation. */
const ORDER =
  '\u2028\u2029 `´^¯‾¨¸_‗\u00ad-‐‒–—―⁓,;⁏:!¡?¿‽.·\'‘’‚‛‹›"“”„‟«»()[]{}⁅⁆§¶⁋©®@*⁎⁑/⁄\\&⁊#%‰‱⁒†‡•‣‧⁃⁌⁍′‵‸※‿⁔⁀⁐⁁⁂°+±÷×<=>¬|¦‖~¤¢$£¥₠₡₢₣₤₥₦₧₩₪₫€₭₮₯₰₱' +
  '0123456789aæbƀƃcƈdđƌȡðeǝfƒgǥƣhƕħiıjkƙlłƚȴƛmnƞȵŋoøȣpƥqĸrsƪtŧƫƭȶuvwxyƴzƶȥƹƺȝþƿƻƨƽƅǀǁǂǃ';

/** What stands for a letter in a key, so that keys compared unit by unit come in the order of the collation. */
const ranks = new Map([...ORDER].map((letter, rank) => [letter, String.fromCharCode(0x20 + rank)]));

/** Letters that the table does not know follow it, in the order of their code points. */
const BEYOND = 0x20 + ORDER.length;

const cache = new Array<string | undefined>(0x10000);

/**
 * The key by which a text is sorted and compared (contract 4): keys compare unit by unit as MariaDB compares the texts,
 * for Latin letters, digits and the usual signs.
 * @param text any text
 * @returns its key, to be compared with other keys only
 */
export function sortKey(text: string): string {
  const folded = fold(text);
  let key = '';
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.charCodeAt(i);
    key += cache[unit] ??= rankOf(folded.charAt(i), unit);
  }
  return key;
}

const rankOf = (letter: string, unit: number): string =>
  ranks.get(letter) ?? (unit < BEYOND ? String.fromCharCode(BEYOND) : letter);
