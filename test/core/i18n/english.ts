/** Words that tell an English sentence, none of which is French. */
const WORDS =
  /\b(the|is|are|was|must|not|cannot|be|been|there|this|that|these|you|your|they|should|has|have|of|here|again|found|unknown|than|more|less|between|without|expected|unsupported|too|many|few)\b/gi;

/**
 * The English words of a French sentence. What it quotes from the request, or names, is not looked at: words in capitals,
 * with signs in them, or within quotes.
 */
export const englishIn = (sentence: string): string[] =>
  (sentence.replace(/"[^"]*"|'[^' ]*'|\{\w+\}|\S*[_=/[\]]\S*/g, ' ').match(WORDS) ?? []).filter(
    (word) => word !== word.toUpperCase(),
  );
