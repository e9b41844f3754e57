/** Templates of names and addresses of logical servers. */
import type { ShippedTemplate } from './shipped-template.js';

const SERVERS = { type: 'logical-servers', sort: 'name', include: null, contentType: 'text/plain' } as const;

const HOSTS: ShippedTemplate = {
  key: 'hosts-file',
  about: 'Names and addresses of logical servers, as in /etc/hosts.',
  ...{ ...SERVERS, fileName: 'hosts.txt' },
  body: `# Made by Meridian on {{ today }}: {{ count }} logical servers.
{%- assign servers = objects | with_hosts %}
{%- for server in servers %}
{%- assign addresses = server.address_ip | ips %}
{%- for address in addresses %}
{{ address }} {{ server.host }}
{%- endfor %}
{%- endfor %}
`,
};

const SSH: ShippedTemplate = {
  key: 'ssh-config',
  about: 'Logical servers with an address as hosts of ~/.ssh/config.',
  ...{ ...SERVERS, fileName: 'ssh-config.txt' },
  body: `# Made by Meridian on {{ today }}. Add to ~/.ssh/config: Include ~/.ssh/meridian
{%- assign servers = objects | with_hosts %}
{%- for server in servers %}
{%- assign address = server.address_ip | ip %}
{%- if address != "" %}
Host {{ server.host }}
  HostName {{ address }}
{%- endif %}
{%- endfor %}
`,
};

const ZONE: ShippedTemplate = {
  key: 'dns-zone',
  about: 'Names and addresses of logical servers as records of a zone. Copy it, and put in your own name servers.',
  ...{ ...SERVERS, fileName: 'zone.txt' },
  body: `; Made by Meridian on {{ today }}.
$TTL 3600
@ IN SOA ns.invalid. hostmaster.invalid. ( {{ now | date: "%s" }} 3600 600 604800 300 )
@ IN NS ns.invalid.
{%- assign servers = objects | with_hosts %}
{%- for server in servers %}
{%- assign addresses = server.address_ip | ips %}
{%- for address in addresses %}
{{ server.host }} IN {% if address contains ":" %}AAAA{% else %}A{% endif %} {{ address }}
{%- endfor %}
{%- endfor %}
`,
};

export const NAME_TEMPLATES: readonly ShippedTemplate[] = [HOSTS, SSH, ZONE];
