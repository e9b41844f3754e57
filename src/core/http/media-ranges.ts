/** What kinds of answers a client takes. */

/** The media ranges of `Accept`, the preferred one first; without those that are refused. */
export function mediaRanges(accept: string | undefined): string[] {
  return (accept ?? '')
    .split(',')
    .map((range) => {
      const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { type: type!, weight: weight ? Number(weight.slice(2)) || 0 : 1 };
    })
    .filter(({ type, weight }) => type && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ type }) => type);
}
