/** Sentences as they are kept until somebody reads them, in their language. */
import { Message, type MessageKey, type Values } from '../../core/i18n/messages.js';

/** A sentence that waits for whoever reads it, and their language. */
export interface StoredMessage {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string | number | StoredMessage>>;
}

export function storedMessage({ key, values }: Message): StoredMessage {
  const stored: Record<string, string | number | StoredMessage> = {};
  for (const [name, value] of Object.entries(values)) {
    stored[name] = value instanceof Message ? storedMessage(value) : value;
  }
  return { key, values: stored };
}

export function messageOf({ key, values }: StoredMessage): Message {
  const read: Record<string, string | number | Message> = {};
  for (const [name, value] of Object.entries(values)) read[name] = typeof value === 'object' ? messageOf(value) : value;
  return new Message(key, read as Values);
}
