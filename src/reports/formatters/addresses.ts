/** Ranges of addresses as people read them. */
import { rangeOf } from '../../core/text/addresses.js';

/** A range, unless it names the interface of a machine, as `fe80::1%eth0` does: that is no place in a network. */
const rangeIn = (text: string): ReturnType<typeof rangeOf> => (text.includes('%') ? undefined : rangeOf(text.trim()));

/** A range as people read it: `first - last` for IPv4, `first -> last` for IPv6; `N/A` where there is no range. */
export function rangeText(text: string): string {
  const range = text.includes('/') ? rangeIn(text) : undefined;
  if (!range) return 'N/A';
  return range.length === 4
    ? `${dotted(range.low)} - ${dotted(range.high)}`
    : `${grouped(range.low)} -> ${grouped(range.high)}`;
}

const dotted = (hex: string): string =>
  hex
    .match(/../g)!
    .map((byte) => parseInt(byte, 16))
    .join('.');

/** An IPv6 address in its short form: no leading zeros, the longest run of zero groups as `::`. */
function grouped(hex: string): string {
  const groups = hex
    .match(/.{4}/g)!
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
  const runs = groups.match(/\b0(?::0)+\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest ? groups.replace(new RegExp(`(^|:)${longest}(:|$)`), '::') : groups;
}
