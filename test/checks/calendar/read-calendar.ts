/** Reads a calendar as strictly as RFC 5545 is written, and throws for whatever it does not allow. */

export interface ReadEvent {
  uid: string;
  /** `YYYY-MM-DD` */
  day: string;
  summary: string;
  description: string | undefined;
  url: string;
  sequence: number;
}

/** Of each component: its properties, and how often each may, or must, be there. */
const CALENDAR = {
  needed: ['VERSION', 'PRODID'],
  allowed: ['CALSCALE', 'METHOD', 'NAME', 'REFRESH-INTERVAL', 'X-WR-CALNAME'],
};
const EVENT = {
  needed: ['UID', 'DTSTAMP', 'DTSTART'],
  allowed: ['DTEND', 'LAST-MODIFIED', 'SEQUENCE', 'SUMMARY', 'DESCRIPTION', 'URL', 'TRANSP'],
};
/** Properties that hold text. */
const TEXTS = new Set(['UID', 'SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME']);

interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

export function readCalendar(bytes: Buffer): ReadEvent[] {
  const lines = unfolded(bytes);
  const stack: string[] = [];
  const events: ReadEvent[] = [];
  const calendar: Property[] = [];
  let event: Property[] = [];
  let ended = false;
  for (const line of lines) {
    if (ended) throw new Error(`After the end: ${line}`);
    const property = propertyOf(line);
    const { name, value } = property;
    if (name === 'BEGIN') {
      if (value !== (stack.length ? 'VEVENT' : 'VCALENDAR') || stack.length > 1) throw new Error(`BEGIN:${value}`);
      stack.push(value);
      event = [];
    } else if (name === 'END') {
      if (stack.pop() !== value) throw new Error(`END:${value}`);
      if (value === 'VEVENT') events.push(eventOf(event));
      ended = stack.length === 0;
    } else if (!stack.length) throw new Error(`Outside of the calendar: ${line}`);
    else if (stack.length === 2) event.push(property);
    else if (events.length) throw new Error(`Properties of the calendar stand before its components: ${line}`);
    else calendar.push(property);
  }
  if (!ended) throw new Error('It has no end.');
  const valueOf = judged(calendar, CALENDAR);
  if (valueOf('VERSION') !== '2.0') throw new Error('VERSION');
  const uids = events.map(({ uid }) => uid);
  if (new Set(uids).size !== uids.length) throw new Error('Two events have one UID.');
  return events;
}

/** Whole lines: each ends with CRLF, and is no longer than 75 octets as it is sent. */
function unfolded(bytes: Buffer): string[] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.');
  const sent = text.slice(0, -2).split('\r\n');
  const lines: string[] = [];
  for (const line of sent) {
    if (Buffer.byteLength(line) > 75) throw new Error(`Longer than 75 octets: ${line}`);
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line))
      throw new Error(`A control character: ${JSON.stringify(line)}`);
    if (line.startsWith(' ')) lines[lines.length - 1] += line.slice(1);
    else lines.push(line);
  }
  return lines;
}

function propertyOf(line: string): Property {
  const [, name, parameters, value] = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^;:,"]+)*):(.*)$/s.exec(line) ?? [];
  if (name === undefined) throw new Error(`No property: ${line}`);
  const pairs = parameters!
    .split(';')
    .slice(1)
    .map((one) => one.split('=') as [string, string]);
  return { name, parameters: Object.fromEntries(pairs), value: TEXTS.has(name) ? unescaped(value!) : value! };
}

function unescaped(value: string): string {
  if (!/^(?:[^\\;,]|\\[\\;,nN])*$/s.test(value)) throw new Error(`No text: ${value}`);
  return value.replace(/\\(.)/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** The values by name. Throws for what is missing, doubled or unknown. */
function judged(properties: readonly Property[], { needed, allowed }: typeof EVENT): (name: string) => string {
  const names = properties.map(({ name }) => name);
  const lacking = needed.find((name) => !names.includes(name));
  const other = names.find((name, i) => ![...needed, ...allowed].includes(name) || names.indexOf(name) !== i);
  if (lacking ?? other) throw new Error(`${lacking ?? other} in ${names.join()}`);
  return (name) => properties.find((one) => one.name === name)?.value ?? '';
}

function eventOf(properties: readonly Property[]): ReadEvent {
  const valueOf = judged(properties, EVENT);
  for (const name of ['DTSTAMP', 'LAST-MODIFIED'])
    if (!/^\d{8}T\d{6}Z$/.test(valueOf(name))) throw new Error(`${name}:${valueOf(name)}`);
  const [begins, ends] = ['DTSTART', 'DTEND'].map((name) => {
    const { parameters, value } = properties.find((one) => one.name === name)!;
    if (parameters['VALUE'] !== 'DATE' || !/^\d{8}$/.test(value)) throw new Error(`${name}:${value}`);
    const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`;
    if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) throw new Error(`${name}:${value}`);
    return day;
  }) as [string, string];
  if (Date.parse(ends) - Date.parse(begins) !== 86_400_000) throw new Error(`${begins} to ${ends}`);
  if (!/^\d{1,10}$/.test(valueOf('SEQUENCE')) || Number(valueOf('SEQUENCE')) > 2 ** 31 - 1) throw new Error('SEQUENCE');
  if (!URL.canParse(valueOf('URL'))) throw new Error(`URL:${valueOf('URL')}`);
  return {
    uid: valueOf('UID'),
    day: begins,
    summary: valueOf('SUMMARY'),
    description: properties.find(({ name }) => name === 'DESCRIPTION')?.value,
    url: valueOf('URL'),
    sequence: Number(valueOf('SEQUENCE')),
  };
}
