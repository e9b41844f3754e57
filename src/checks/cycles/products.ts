/** How the products of the table of cycles are written in maps, and which part of a text is their cycle. */

/** A product as the table names it. */
export interface Product {
  /** As endoflife.date names it. */
  name: string;
  title: string;
  /** Finds the product in a text; the group `cycle` is how the table names its version, as far as it goes. */
  pattern: RegExp;
  /** Turns what was found into the name of the cycle, where that differs. */
  cycle?: (found: string) => string;
}

const spaced = (text: string): string => text.replaceAll(' ', '-').toLowerCase();
const major = (found: string): string => found.split('.')[0]!;

/** The first that matches counts. */
export const PRODUCTS: readonly Product[] = [
  {
    ...{ name: 'windows-server', title: 'Windows Server' },
    pattern: /\bwin(?:dows)? ?(?:\(r\)|®)? ?(?:server|srv) ?(?:\(r\)|®)? ?(?<cycle>20\d\d(?: ?r2)?)/i,
    cycle: (found) => spaced(found.replace(/ ?r2/i, ' R2')),
  },
  {
    ...{ name: 'windows', title: 'Windows' },
    pattern: /\b(?:microsoft )?windows ?(?:\(r\)|®)? ?(?<cycle>xp|vista|7|8\.1|8|1[01](?:[^\n]{0,60}?\b\d\dh[12])?)\b/i,
    cycle: (found) => {
      const [, version, release] = /^(1[01])(?:[^\n]{0,60}?\b(\d\dh[12]))?$/i.exec(found.trim()) ?? [];
      if (version === undefined) return found.trim().toLowerCase();
      return release ? `${version}-${release.toLowerCase()}` : version;
    },
  },
  { name: 'debian', title: 'Debian', pattern: /\bdebian\b[^\d\n]{0,30}(?<cycle>\d{1,2})\b/i },
  { name: 'ubuntu', title: 'Ubuntu', pattern: /\bubuntu\b[^\d\n]{0,30}(?<cycle>\d{2}\.\d{2})\b/i },
  {
    ...{ name: 'rhel', title: 'Red Hat Enterprise Linux' },
    pattern: /\b(?:red ?hat(?: enterprise)?(?: linux)?|rhel)\b[^\d\n]{0,30}(?<cycle>\d{1,2})(?:\.\d+)?\b/i,
  },
  { name: 'centos-stream', title: 'CentOS Stream', pattern: /\bcentos stream\b[^\d\n]{0,20}(?<cycle>\d{1,2})\b/i },
  { name: 'centos', title: 'CentOS', pattern: /\bcentos\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?/i },
  { name: 'rocky-linux', title: 'Rocky Linux', pattern: /\brocky\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?\b/i },
  { name: 'almalinux', title: 'AlmaLinux', pattern: /\balma ?linux\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?\b/i },
  {
    name: 'oracle-linux',
    title: 'Oracle Linux',
    pattern: /\boracle linux\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?\b/i,
  },
  {
    ...{ name: 'sles', title: 'SUSE Linux Enterprise Server' },
    pattern: /\b(?:suse linux enterprise server|sles)\b[^\d\n]{0,20}(?<cycle>\d{2}(?:[ .-]{0,3}sp ?\d|\.\d)?)/i,
    cycle: (found) => found.replace(/[ .-]{0,3}sp ?/i, '.'),
  },
  {
    ...{ name: 'esxi', title: 'VMware ESXi' },
    pattern: /\b(?:vmware )?(?:esxi|vsphere(?: hypervisor)?)\b[^\d\n]{0,20}(?<cycle>\d\.\d)/i,
  },
  { name: 'proxmox-ve', title: 'Proxmox VE', pattern: /\bproxmox\b[^\d\n]{0,20}(?<cycle>\d{1,2})/i },
  { name: 'freebsd', title: 'FreeBSD', pattern: /\bfreebsd\b[^\d\n]{0,20}(?<cycle>\d{1,2}\.\d)/i },
  {
    name: 'macos',
    title: 'macOS',
    pattern: /\b(?:mac ?os(?: x)?|os x)\b[^\d\n]{0,20}(?<cycle>10\.\d{1,2}|\d{2})/i,
  },
  {
    ...{ name: 'mssqlserver', title: 'SQL Server' },
    pattern: /\b(?:microsoft )?(?:ms ?)?sql ?server\b[^\d\n]{0,20}(?<cycle>20\d\d(?: ?r2)?)/i,
    cycle: (found) => spaced(found.replace(/ ?r2/i, ' R2')),
  },
  {
    ...{ name: 'msexchange', title: 'Exchange Server' },
    pattern: /\bexchange(?: server)?\b[^\d\n]{0,20}(?<cycle>20\d\d)/i,
  },
  {
    ...{ name: 'postgresql', title: 'PostgreSQL' },
    pattern: /\bpostgres(?:ql)?\b[^\d\n]{0,20}(?<cycle>9\.\d|\d{2})/i,
  },
  { name: 'mariadb', title: 'MariaDB', pattern: /\bmariadb\b[^\d\n]{0,20}(?<cycle>\d{1,2}\.\d{1,2})/i },
  { name: 'mysql', title: 'MySQL', pattern: /\bmysql\b[^\d\n]{0,20}(?<cycle>\d\.\d)/i },
  { name: 'mongodb', title: 'MongoDB', pattern: /\bmongodb\b[^\d\n]{0,20}(?<cycle>\d\.\d)/i },
  { name: 'php', title: 'PHP', pattern: /\bphp\b[^\d\n]{0,20}(?<cycle>\d\.\d)/i },
  { name: 'python', title: 'Python', pattern: /\bpython\b[^\d\n]{0,20}(?<cycle>\d\.\d{1,2})/i },
  { name: 'nodejs', title: 'Node.js', pattern: /\bnode(?:\.?js)\b[^\d\n]{0,20}(?<cycle>\d{1,2})/i },
  { name: 'tomcat', title: 'Apache Tomcat', pattern: /\btomcat\b[^\d\n]{0,20}(?<cycle>10\.\d|\d{1,2})/i },
  {
    name: 'dotnet',
    title: '.NET',
    pattern: /(?:^| )\.net(?: core)? (?<cycle>\d{1,2}(?:\.\d)?)/i,
    cycle: (found) => (Number(found) >= 5 ? major(found) : found),
  },
];
