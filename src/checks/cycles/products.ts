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

const spaced = (text: string): string => text.replace(/\s+/g, '-').toLowerCase();
const major = (found: string): string => found.split('.')[0]!;

/** The first that matches counts. */
export const PRODUCTS: readonly Product[] = [
  {
    ...{ name: 'windows-server', title: 'Windows Server' },
    pattern: /\bwin(?:dows)?\s*(?:\(r\)|®)?\s*(?:server|srv)\s*(?:\(r\)|®)?\s*(?<cycle>20\d\d(?:\s*r2)?)/i,
    cycle: (found) => spaced(found.replace(/\s*r2/i, ' R2')),
  },
  {
    ...{ name: 'windows', title: 'Windows' },
    pattern: /\b(?:microsoft\s+)?windows\s*(?:\(r\)|®)?\s*(?<cycle>xp|vista|7|8\.1|8|1[01](?:[^\n]*?\b\d\dh[12])?)\b/i,
    cycle: (found) => {
      const [, version, release] = /^(1[01])(?:.*?\b(\d\dh[12]))?$/i.exec(found.trim()) ?? [];
      if (version === undefined) return found.trim().toLowerCase();
      return release ? `${version}-${release.toLowerCase()}` : version;
    },
  },
  { name: 'debian', title: 'Debian', pattern: /\bdebian\b[^\d\n]{0,30}(?<cycle>\d{1,2})\b/i },
  { name: 'ubuntu', title: 'Ubuntu', pattern: /\bubuntu\b[^\d\n]{0,30}(?<cycle>\d{2}\.\d{2})\b/i },
  {
    ...{ name: 'rhel', title: 'Red Hat Enterprise Linux' },
    pattern: /\b(?:red\s?hat(?:\s+enterprise)?(?:\s+linux)?|rhel)\b[^\d\n]{0,30}(?<cycle>\d{1,2})(?:\.\d+)?\b/i,
  },
  { name: 'centos-stream', title: 'CentOS Stream', pattern: /\bcentos\s+stream\b[^\d\n]{0,20}(?<cycle>\d{1,2})\b/i },
  { name: 'centos', title: 'CentOS', pattern: /\bcentos\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)*\b/i },
  { name: 'rocky-linux', title: 'Rocky Linux', pattern: /\brocky\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?\b/i },
  { name: 'almalinux', title: 'AlmaLinux', pattern: /\balma\s?linux\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?\b/i },
  {
    name: 'oracle-linux',
    title: 'Oracle Linux',
    pattern: /\boracle\s+linux\b[^\d\n]{0,20}(?<cycle>\d{1,2})(?:\.\d+)?\b/i,
  },
  {
    ...{ name: 'sles', title: 'SUSE Linux Enterprise Server' },
    pattern: /\b(?:suse\s+linux\s+enterprise\s+server|sles)\b[^\d\n]{0,20}(?<cycle>\d{2}(?:[ .-]*sp\s*\d|\.\d)?)/i,
    cycle: (found) => found.replace(/[ .-]*sp\s*/i, '.'),
  },
  {
    ...{ name: 'esxi', title: 'VMware ESXi' },
    pattern: /\b(?:vmware\s+)?(?:esxi|vsphere(?:\s+hypervisor)?)\b[^\d\n]{0,20}(?<cycle>\d\.\d)/i,
  },
  { name: 'proxmox-ve', title: 'Proxmox VE', pattern: /\bproxmox\b[^\d\n]{0,20}(?<cycle>\d{1,2})/i },
  { name: 'freebsd', title: 'FreeBSD', pattern: /\bfreebsd\b[^\d\n]{0,20}(?<cycle>\d{1,2}\.\d)/i },
  {
    name: 'macos',
    title: 'macOS',
    pattern: /\b(?:mac\s?os(?:\s+x)?|os\s+x)\b[^\d\n]{0,20}(?<cycle>10\.\d{1,2}|\d{2})/i,
  },
  {
    ...{ name: 'mssqlserver', title: 'SQL Server' },
    pattern: /\b(?:microsoft\s+)?(?:ms\s*)?sql\s*server\b[^\d\n]{0,20}(?<cycle>20\d\d(?:\s*r2)?)/i,
    cycle: (found) => spaced(found.replace(/\s*r2/i, ' R2')),
  },
  {
    ...{ name: 'msexchange', title: 'Exchange Server' },
    pattern: /\bexchange(?:\s+server)?\b[^\d\n]{0,20}(?<cycle>20\d\d)/i,
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
    pattern: /(?:^|\s)\.net(?:\s+core)?\s+(?<cycle>\d{1,2}(?:\.\d)?)/i,
    cycle: (found) => (Number(found) >= 5 ? major(found) : found),
  },
];
