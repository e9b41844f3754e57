/** A feed cannot be read; the message says why, and holds nothing but what the feed itself shows. */
export class FeedError extends Error {}

/** A feed is larger than what the caller may bring in. */
export class FeedTooLarge extends FeedError {}
