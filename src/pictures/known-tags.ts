/** Tags of pictures of one state of the map. */

/** Kept at most: about 100 bytes each. */
const MAX_KEPT = 1000;

export class KnownTags {
  private snapshot = '';
  private readonly tags = new Map<string, string>();

  /** The tag of the picture of this key, if it is known for this state of the map. */
  find(snapshot: string, key: string): string | undefined {
    return snapshot === this.snapshot ? this.tags.get(key) : undefined;
  }

  /** Keeps a tag. Those of another state go. */
  keep(snapshot: string, key: string, tag: string): void {
    if (snapshot !== this.snapshot) this.tags.clear();
    this.snapshot = snapshot;
    if (this.tags.size >= MAX_KEPT) this.tags.delete(this.tags.keys().next().value!);
    this.tags.set(key, tag);
  }
}
