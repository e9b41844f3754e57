/**
 * What is plugged together and how an outage tears it apart, written from its description alone: plain loops over all objects and
 * cables. Two devices reach each other where cables lead from one to the other and all between them forward.
 */
import { idOf, type PlainEdge, type PlainMap, type Traits } from './build.js';

/** A cable between two devices. */
interface Plug {
  ends: readonly [string, string];
  edge: PlainEdge;
}

/** Forwarding devices that reach each other, and what is plugged into them; or end devices that nothing forwards to any more. */
interface Part {
  core: string[];
  devices: string[];
  isMain: boolean;
}

/** What becomes of one device. */
export interface NaiveCut {
  how: 'cut off' | 'parted' | 'uplink';
  level: 'down' | 'degraded' | 'at_risk';
  /** From what it is cut off. */
  by: string[];
  /** How many of the devices that forward to it still do. */
  standing: number;
  of: number;
}

export interface NaiveSplit {
  /**
   * Of each network that something of is lost, part by part: the devices in it. A way into another network leads to no other part
   * of this one.
   */
  wholes: { devices: string[]; hasMachines: boolean }[][];
  /** Devices of each part but the main ones. */
  parted: string[][];
  cuts: Map<string, NaiveCut>;
}

export class NaiveNetwork {
  private readonly plugs: Plug[] = [];

  /** @param order all objects, in the order of answers */
  constructor(
    private readonly map: PlainMap,
    private readonly order: readonly string[],
  ) {
    for (const edge of map.edges) {
      // Cables of storage and of management are no network.
      if (!map.types.find(({ name }) => name === edge.type)!.plugs || edge.aside) continue;
      for (const one of this.devicesAt(edge.from)) {
        for (const other of this.devicesAt(edge.to)) {
          if (one === other) continue;
          if (this.isInactive(one) || this.isInactive(other)) continue;
          if (this.network(one) === 'storage' || this.network(other) === 'storage') continue;
          this.plugs.push({ ends: [one, other], edge });
        }
      }
    }
  }

  forwards(name: string): boolean {
    return this.network(name) === 'forwards';
  }

  /** Everything at the other ends of an object's cables. */
  near(name: string): string[] {
    const found: string[] = [];
    for (const { ends } of this.plugs) {
      if (ends[0] === name) found.push(ends[1]);
      if (ends[1] === name) found.push(ends[0]);
    }
    return [...new Set(found)];
  }

  edgesBetween(one: string, other: string): PlainEdge[] {
    return this.plugs.filter(({ ends }) => ends.includes(one) && ends.includes(other)).map(({ edge }) => edge);
  }

  edgesAt(name: string): PlainEdge[] {
    return this.plugs.filter(({ ends }) => ends.includes(name)).map(({ edge }) => edge);
  }

  /** The order among equals: the kind, then the id. */
  byKindAndId(a: string, b: string): number {
    const kindOf = (name: string): number =>
      this.map.kinds.findIndex(([path]) => path === name.slice(0, name.lastIndexOf('_')));
    const numberOf = (name: string): number => Number(name.slice(name.lastIndexOf('_') + 1));
    return kindOf(a) - kindOf(b) || numberOf(a) - numberOf(b);
  }

  /** @param lost what fails: the roots of an outage and what the places among them take down */
  split(lost: readonly string[]): NaiveSplit {
    const forwarding = this.order.filter((name) => this.forwards(name) && this.near(name).length > 0);
    const networks = this.groups(forwarding).filter((core) => core.some((name) => lost.includes(name)));
    const left = this.groups(forwarding.filter((name) => !lost.includes(name)));
    const wholes = networks.map((core) => this.partsOf(core, left, lost));
    const cuts = new Map<string, NaiveCut>();
    for (const name of this.order) {
      const cut = this.cutOf(name, wholes.flat(), lost);
      if (cut) cuts.set(name, cut);
    }
    return {
      wholes: wholes.map((parts) =>
        parts.map((part) => ({ devices: part.devices, hasMachines: this.hasMachines(part) })),
      ),
      parted: wholes.flat().flatMap(({ isMain, devices }) => (isMain ? [] : [devices])),
      cuts,
    };
  }

  /** Sets of some devices that hang together by cables among themselves: each takes over the name of its lowest neighbour. */
  private groups(names: readonly string[]): string[][] {
    const group = new Map(names.map((name, i) => [name, i]));
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { ends } of this.plugs) {
        const [a, b] = [group.get(ends[0]), group.get(ends[1])];
        if (a === undefined || b === undefined || a === b) continue;
        for (const name of ends) group.set(name, Math.min(a, b));
        isChanged = true;
      }
    }
    return [...new Set(group.values())].map((number) => names.filter((name) => group.get(name) === number));
  }

  private partsOf(network: readonly string[], left: readonly string[][], lost: readonly string[]): Part[] {
    const parts: Part[] = [];
    for (const core of left) {
      if (!network.includes(core[0]!)) continue;
      const isIn = (name: string): boolean =>
        core.includes(name) || (!this.forwards(name) && this.near(name).some((one) => core.includes(one)));
      parts.push({ core, devices: this.order.filter((name) => isIn(name) && !lost.includes(name)), isMain: false });
    }
    // Devices that were plugged into this network and that nothing forwards to any more, with those of them on their own cables.
    const isStranded = (name: string): boolean => {
      const ways = this.near(name).filter((one) => this.forwards(one));
      if (this.forwards(name) || lost.includes(name) || !ways.some((one) => network.includes(one))) return false;
      return ways.every((one) => lost.includes(one));
    };
    for (const devices of this.groups(this.order.filter(isStranded))) parts.push({ core: [], devices, isMain: false });
    // A device that is left alone is no part that anything could go on in.
    let main: Part | undefined;
    for (const part of parts) {
      if (!part.core.length && part.devices.length === 1) continue;
      if (!main || this.isBefore(part, main, lost)) main = part;
    }
    if (main) main.isMain = true;
    return parts;
  }

  /** More machines as on the map before, then more devices, then the lowest of those that are not in both. */
  private isBefore(one: Part, other: Part, lost: readonly string[]): boolean {
    const machines = ({ core, devices }: Part): number => {
      const inside = core.length ? core : devices;
      const wasIn = (name: string): boolean =>
        devices.includes(name) || (lost.includes(name) && this.near(name).some((near) => inside.includes(near)));
      return this.order.filter((name) => this.network(name) === 'machine' && wasIn(name)).length;
    };
    if (machines(one) !== machines(other)) return machines(one) > machines(other);
    if (one.devices.length !== other.devices.length) return one.devices.length > other.devices.length;
    const lowest = (a: Part, b: Part): string =>
      a.devices.filter((name) => !b.devices.includes(name)).sort((x, y) => this.byKindAndId(x, y))[0]!;
    return this.byKindAndId(lowest(one, other), lowest(other, one)) < 0;
  }

  private cutOf(name: string, parts: readonly Part[], lost: readonly string[]): NaiveCut | undefined {
    const own = parts.filter(({ devices }) => devices.includes(name));
    const ways = this.near(name).filter((one) => this.forwards(one));
    if (lost.includes(name) || (!own.length && !ways.some((way) => lost.includes(way)))) return undefined;
    // A cable between two end devices is no way into a network.
    if (!ways.length && !this.forwards(name)) return undefined;
    const partOf = (way: string): Part | undefined => parts.find(({ core }) => core.includes(way));
    const isGone = (way: string): boolean => {
      const part = partOf(way);
      return lost.includes(way) || (!!part && !part.isMain && !this.hasMachines(part));
    };
    const gone = ways.filter(isGone);
    const counts = { standing: ways.length - gone.length, of: ways.length };
    const by = this.ordered(own.flatMap((part) => this.goneFrom(part, lost)));
    if (this.forwards(name)) {
      const [part] = own as [Part];
      if (part.isMain) return undefined;
      return this.hasMachines(part)
        ? { how: 'parted', level: 'degraded', by, ...counts }
        : { how: 'cut off', level: 'down', by, ...counts };
    }
    const isElsewhere = ways.some((way) => !lost.includes(way) && !partOf(way));
    const isLastCableDead = this.near(name).every((one) => lost.includes(one));
    if (!isLastCableDead && (isElsewhere || own.some(({ isMain }) => isMain))) {
      // What is left is its main part, or a network that nothing happened to: it works, without a reserve where a way is gone.
      const because = gone.flatMap((way) => (lost.includes(way) ? [way] : this.goneFrom(partOf(way)!, lost)));
      return gone.length ? { how: 'uplink', level: 'at_risk', by: this.ordered(because), ...counts } : undefined;
    }
    if (isLastCableDead || own.every((part) => !this.hasMachines(part)))
      return { how: 'cut off', level: 'down', by, ...counts };
    return { how: 'parted', level: 'degraded', by, ...counts };
  }

  /** What is lost right beside a part: of what forwards what forwarded, of end devices whatever they were plugged into. */
  private goneFrom({ core, devices }: Part, lost: readonly string[]): string[] {
    const inside = core.length ? core : devices;
    return lost.filter(
      (name) => (!core.length || this.forwards(name)) && this.near(name).some((one) => inside.includes(one)),
    );
  }

  private hasMachines({ devices }: Part): boolean {
    return devices.some((name) => this.network(name) === 'machine');
  }

  /** A cable that ends at a place ends at the devices in it: its routers, where there are none its switches. */
  private devicesAt(name: string): string[] {
    if (this.network(name) !== 'place') return [name];
    const places = this.map.types.filter(({ family }) => family === 'places');
    const inside = [name];
    for (let before = 0; before !== inside.length;) {
      before = inside.length;
      for (const { type, from, to } of this.map.edges)
        if (places.some((place) => place.name === type) && inside.includes(from) && !inside.includes(to))
          inside.push(to);
    }
    const usable = inside.filter((one) => !this.isInactive(one));
    const routers = usable.filter((one) => this.traits(one)?.placeEnd === 1);
    return routers.length ? routers : usable.filter((one) => this.traits(one)?.placeEnd === 2);
  }

  private ordered(names: readonly string[]): string[] {
    return this.order.filter((name) => names.includes(name));
  }

  private readonly kindOf = (name: string): string => name.slice(0, name.lastIndexOf('_'));

  private traits(name: string): Traits | undefined {
    return this.map.kinds.find(([path]) => path === this.kindOf(name))![2];
  }

  private readonly network = (name: string): Traits['network'] => this.traits(name)?.network;

  private isInactive(name: string): boolean {
    return !!this.map.nodes.find((node) => idOf(node) === name)!.inactive;
  }
}
