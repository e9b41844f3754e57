/** How bodies may be compressed, and what a client says it takes. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** The smallest coding that a client takes by its header Accept-Encoding; undefined if that is none of ours. */
export const codingFor = (accepted: string | string[] | undefined): Coding | undefined =>
  CODINGS.find((one) => takes(accepted, one));

/** Returns true if a header such as Accept names something, and not only to refuse it. */
export const takes = (header: string | string[] = '', name: string): boolean =>
  String(header)
    .split(',')
    .map((one) =>
      one
        .toLowerCase()
        .split(';')
        .map((part) => part.trim()),
    )
    .some(([one, ...parameters]) => one === name && !parameters.some((part) => /^q=0(\.0*)?$/.test(part)));
