/** Names of related objects, in order, by the id of what they are related to. */
import { ById, Numbers } from './compact.js';

/** Each name is kept once, however many objects have it beside them; the names of one of these are a chain of places. */
export class Names {
  private readonly names: string[] = [];
  private readonly places = new ById();
  private readonly last = new ById();
  private readonly before = new Numbers();
  private readonly placeOf = new Numbers();

  /** Adds a name behind those that `own` has. A pair that comes twice in succession counts once. */
  add(own: number, id: number, name: string): void {
    let place = this.places.get(id);
    if (place === undefined) this.places.set(id, (place = this.names.push(name) - 1));
    const last = this.last.get(own) ?? -1;
    if (last >= 0 && this.placeOf.at(last) === place) return;
    this.before.push(last);
    this.last.set(own, this.placeOf.push(place));
  }

  /** The names beside an object; undefined where it has none. */
  get(own: number): readonly string[] | undefined {
    const found: string[] = [];
    for (let at = this.last.get(own) ?? -1; at >= 0; at = this.before.at(at))
      found.push(this.names[this.placeOf.at(at)]!);
    return found.length ? found.reverse() : undefined;
  }
}
