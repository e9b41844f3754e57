/** Recognises what a file is that is none of the kind that was asked for, so that its refusal can say it. */
import { Message } from '../../core/i18n/messages.js';

/** What a file is. */
export interface Recognised {
  what: Message | string;
  /** The connector that reads it. */
  connector?: string;
}

/** Characters of a version or a name that are told. */
const MAX_TOLD = 60;

/** How files begin that are no text. */
const BINARY: ReadonlyArray<readonly [start: string, what: ConstructorParameters<typeof Message>[0]]> = [
  ['\x1f\x8b', 'feedIsGzip'],
  ['%PDF', 'feedIsPdf'],
  ['PK\x03\x04', 'feedIsZip'],
  ['\xff\xfe', 'feedIsUtf16'],
  ['\xfe\xff', 'feedIsUtf16'],
];

/** What a file is that begins with these bytes; undefined for one that is none of those that are known. */
export function recognised(head: Buffer): Recognised | undefined {
  const start = head.toString('latin1', 0, 4);
  const binary = BINARY.find(([sign]) => start.startsWith(sign));
  if (binary) return { what: new Message(binary[1]) };
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('<')) return xml(text);
  if (/^[{[]\s*[{["]/.test(text)) return json(text);
  const spdx = /^SPDXVersion:[ \t]*(\S{1,60})/.exec(text)?.[1];
  if (spdx !== undefined) return { what: spdx };
  return /^(?:version: 1\r?\n|#[^\n]*\n|\s)*dn::? /.test(text) ? { what: 'LDIF', connector: 'ldif' } : undefined;
}

/** By the name of the first tag, and of its namespace. */
function xml(text: string): Recognised | undefined {
  const root = /<(?![?!])(?:[\w-]{1,60}:)?([\w.-]{1,60})((?:\s[^>]*)?)/.exec(withoutComments(text));
  if (!root) return undefined;
  const [, name, attributes] = root as unknown as [string, string, string];
  const as = (what: string, connector?: string): Recognised => ({
    what: new Message('feedAsXml', { name: what }),
    ...(connector !== undefined && { connector }),
  });
  const version = /cyclonedx\.org\/schema\/bom\/([\d.]{1,10})/.exec(attributes)?.[1];
  if (name === 'bom') return as(named('CycloneDX', version), 'cyclonedx');
  if (/^(?:html|doctype)$/i.test(name)) return { what: new Message('feedIsHtml') };
  if (name === 'nmaprun') return { what: 'nmap -oX', connector: 'nmap' };
  if (name === 'REQUEST')
    return { what: new Message('feedAsXml', { name: new Message('feedIsInventory') }), connector: 'glpi' };
  if (/^(?:RDF|SpdxDocument)$/.test(name) && /spdx/i.test(attributes)) return as('SPDX');
  // Headings of a list may stand in such brackets too.
  const isXml = /^<[?!]|^<[^<>]*>\s*</.test(text);
  return isXml ? { what: new Message('feedIsXml', { name }) } : undefined;
}

/** By members that its kind has; of a large file they stand in its beginning. */
function json(text: string): Recognised | undefined {
  const of = (name: string): string | undefined =>
    new RegExp(`"${name}"\\s*:\\s*"([^"]{1,${MAX_TOLD}})"`).exec(text)?.[1];
  const has = (name: string): boolean => text.includes(`"${name}"`);
  const as = (what: string, connector?: string): Recognised => ({
    what: new Message('feedAsJson', { name: what }),
    ...(connector !== undefined && { connector }),
  });
  if (of('bomFormat') !== undefined) return as(named('CycloneDX', of('specVersion')), 'cyclonedx');
  if (of('spdxVersion') !== undefined) return as(of('spdxVersion')!, 'spdx');
  const third = /spdx\.org\/rdf\/v?(\d[\d.]{0,10})\//.exec(text)?.[1];
  if (third !== undefined && has('@context')) return as(named('SPDX', third), 'spdx');
  if (has('deviceid') && has('content')) return { what: new Message('feedIsInventory'), connector: 'glpi' };
  if (has('ansible_facts') || has('hostvars') || has('ansible_distribution'))
    return { what: new Message('feedIsFacts'), connector: 'ansible' };
  if (of('apiVersion') !== undefined && of('kind') !== undefined)
    return { what: `Kubernetes ${of('apiVersion')} ${of('kind')}`, connector: 'k8s' };
  if (/"url"\s*:\s*"[^"]{1,200}\/api\/[a-z-]{1,40}\/[a-z-]{1,60}\/\d{1,15}\/?"/.test(text))
    return { what: new Message('feedIsAnswer', { name: 'NetBox' }), connector: 'netbox' };
  if (has('hostid') && has('host'))
    return { what: new Message('feedIsAnswer', { name: 'Zabbix' }), connector: 'zabbix' };
  if (/"type"\s*:\s*"(?:qemu|lxc)"/.test(text)) return { what: 'Proxmox VE', connector: 'proxmox' };
  if (/"type"\s*:\s*"(?:SCHEMA|RECORD|STATE)"/.test(text)) return { what: 'Singer', connector: 'singer' };
  return { what: 'JSON' };
}

const named = (name: string, version: string | undefined): string => [name, version].filter(Boolean).join(' ');

/** Why a file is refused, with what it is instead; the reason alone where it is of the kind that was asked for. */
export function otherThan(reason: Message, { what, connector }: Recognised, asked: string): Message {
  if (connector === asked) return reason;
  return connector === undefined
    ? new Message('feedIsOther', { reason, other: what })
    : new Message('feedIsOtherRead', { reason, other: what, connector });
}

/** An XML text without its comments; what is behind one that does not end is part of it. */
function withoutComments(text: string): string {
  const [before = '', ...comments] = text.split('<!--');
  return comments.reduce((rest, comment) => {
    const end = comment.indexOf('-->');
    return end < 0 ? rest : rest + comment.slice(end + 3);
  }, before);
}
