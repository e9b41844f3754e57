import { Message, type MessageKey, type Values } from '../../core/i18n/messages.js';

/** A feed cannot be read; the message says why, and holds nothing but what the feed itself shows. */
export class FeedError extends Error {
  readonly phrase: Message;

  constructor(key: MessageKey, values: Values = {}) {
    const phrase = new Message(key, values);
    super(phrase.in('en'));
    this.phrase = phrase;
  }
}

/** A feed is larger than what the caller may bring in. */
export class FeedTooLarge extends FeedError {}
