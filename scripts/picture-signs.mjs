// Writes src/pictures/writers/signs.ts: one sign for each kind of object, from the drawings of Lucide (ISC licence).
//   node scripts/picture-signs.mjs
import './require-node.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const PACKAGE = join(createRequire(import.meta.url).resolve('lucide-static/package.json'), '..');
const TARGET = join(import.meta.dirname, '../src/pictures/writers/signs.ts');

/** The drawing of each kind, by its name in Lucide; the first one is of kinds that have none. */
const DRAWINGS = {
  '': 'box',
  lock: 'lock',
  outside: 'earth',
  entities: 'landmark',
  'data-processings': 'scroll-text',
  'security-controls': 'shield-check',
  'macro-processuses': 'layers',
  processes: 'workflow',
  activities: 'activity',
  operations: 'cog',
  tasks: 'list-checks',
  actors: 'user',
  information: 'file-text',
  'application-blocks': 'boxes',
  applications: 'app-window',
  'application-services': 'plug',
  'application-modules': 'puzzle',
  databases: 'database',
  'zone-admins': 'key-round',
  annuaires: 'book-user',
  'forest-ads': 'trees',
  domains: 'globe',
  'admin-users': 'user-cog',
  networks: 'network',
  subnetworks: 'waypoints',
  gateways: 'door-open',
  'external-connected-entities': 'cloud',
  'network-switches': 'arrow-left-right',
  routers: 'route',
  'security-devices': 'shield',
  'dhcp-servers': 'hash',
  dnsservers: 'signpost',
  clusters: 'component',
  'logical-servers': 'server-cog',
  backups: 'archive-restore',
  containers: 'container',
  certificates: 'badge-check',
  vlans: 'tag',
  sites: 'map-pin',
  buildings: 'building-2',
  bays: 'rows-4',
  zones: 'fence',
  'physical-servers': 'server',
  workstations: 'monitor',
  'storage-devices': 'hard-drive',
  peripherals: 'printer',
  phones: 'phone',
  'physical-switches': 'ethernet-port',
  'physical-routers': 'router',
  'wifi-terminals': 'wifi',
  'physical-security-devices': 'brick-wall',
  wans: 'earth',
  mans: 'satellite-dish',
  lans: 'cable',
};

const notice = readFileSync(join(PACKAGE, 'LICENSE'), 'utf8');

/** The shapes of a drawing, without what all of them share. */
function drawing(name) {
  const svg = readFileSync(join(PACKAGE, 'icons', `${name}.svg`), 'utf8');
  const [, inside] = /<svg[^>]*>([^]*)<\/svg>/.exec(svg);
  return inside
    .trim()
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>');
}

const entries = Object.entries(DRAWINGS).map(([kind, name]) => `  '${kind}': '${drawing(name)}',`);
const text = `/**
 * One sign for each kind of object, drawn with lines in a square of 24 units; '' is that of kinds without one. Written by
 * scripts/picture-signs.mjs from the drawings of Lucide, whose notice follows.
 *
${notice
  .trim()
  .split('\n')
  .map((line) => ` * ${line}`.trimEnd())
  .join('\n')}
 */
export const SIGNS: Readonly<Record<string, string>> = {
${entries.join('\n')}
};
`;
writeFileSync(TARGET, await format(text, { ...(await resolveConfig(TARGET)), parser: 'typescript' }));
