/** The ETag of a picture: known before anything is laid out, and the same as long as nothing changes that is shown. */
import { createHash } from 'node:crypto';
import { version } from '../core/version.js';
import type { Scene } from './scene/scene.js';

const VERSION = version();

/** A strong entity tag, with its quotation marks, of a scene in a format. */
export function tagOf(scene: Scene, choices: Readonly<Record<string, string | number>>): string {
  const text = JSON.stringify([VERSION, choices, scene]);
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}
