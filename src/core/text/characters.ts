/** Lengths as people and databases count them. */

/** The characters of a text: not UTF-16 units, of which rare characters take two. */
export function charactersIn(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) length--;
  }
  return length;
}
