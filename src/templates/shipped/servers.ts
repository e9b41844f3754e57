/** Templates of logical servers: inventories and monitoring. */
import type { ShippedTemplate } from './shipped-template.js';

/**
 * By environment, domain and cluster (Ansible, YAML inventories). Names of groups are variables in Ansible. What people wrote is
 * `!unsafe`: Ansible would run what stands in braces.
 */
const ANSIBLE: ShippedTemplate = {
  key: 'ansible-inventory',
  about: 'Logical servers as an inventory of Ansible, in groups by environment, domain and cluster.',
  ...{ type: 'logical-servers', sort: 'name', include: 'domain,clusters' },
  ...{ contentType: 'application/yaml', fileName: 'inventory.yml' },
  body: `# Made by Meridian on {{ today }} from {{ source }}.
{% assign servers = objects | with_hosts -%}
all:
  hosts:
{%- if count == 0 %} {}{% endif %}
{%- for server in servers %}
{%- assign address = server.address_ip | ip %}
    {{ server.host | yaml }}:
{%- if address != "" %}
      ansible_host: {{ address | yaml }}
{%- endif %}
      meridian_id: {{ server.id }}
      meridian_name: !unsafe {{ server.name | yaml }}
      meridian_os: !unsafe {{ server.operating_system | default: "" | yaml }}
{%- endfor %}
  children:
    from_meridian:
      hosts: {}
{%- assign environments = servers | where_has: "environment" | group_by_exp: "server", "server.environment | slug | default: 'unnamed'" %}
{%- for group in environments %}
    env_{{ group.name | replace: "-", "_" }}:
      hosts:
{%- for server in group.items %}
        {{ server.host | yaml }}: {}
{%- endfor %}
{%- endfor %}
{%- assign domains = servers | group_by_each: "domain" %}
{%- for group in domains %}
    domain_{{ group.one.id }}_{{ group.one.name | slug | replace: "-", "_" }}:
      hosts:
{%- for server in group.items %}
        {{ server.host | yaml }}: {}
{%- endfor %}
{%- endfor %}
{%- assign clusters = servers | group_by_each: "clusters" %}
{%- for group in clusters %}
    cluster_{{ group.one.id }}_{{ group.one.name | slug | replace: "-", "_" }}:
      hosts:
{%- for server in group.items %}
        {{ server.host | yaml }}: {}
{%- endfor %}
{%- endfor %}
`,
};

/** What Prometheus asks for by \`http_sd_configs\`; servers without an address are left out. */
const PROMETHEUS: ShippedTemplate = {
  key: 'prometheus-targets',
  about:
    'Logical servers with an address as targets of Prometheus (http_sd): port 9100 of node_exporter, 9182 of windows_exporter.',
  ...{ type: 'logical-servers', sort: 'name', include: null },
  ...{ contentType: 'application/json', fileName: 'targets.json' },
  body: `[{% assign comma = "" %}
{%- for server in objects %}
{%- assign address = server.address_ip | ip %}
{%- if address != "" %}
{%- if address contains ":" %}{% assign address = address | prepend: "[" | append: "]" %}{% endif %}
{%- assign system = server.operating_system | downcase %}
{%- if system contains "windows" %}{% assign port = ":9182" %}{% else %}{% assign port = ":9100" %}{% endif %}
{{- comma }}
  {"targets": [{{ address | append: port | json }}], "labels": {"__meta_meridian_id": "{{ server.id }}", "name": {{ server.name | json }}, "environment": {{ server.environment | default: "" | json }}, "os": {{ server.operating_system | default: "" | json }}}}
{%- assign comma = "," %}
{%- endif %}
{%- endfor %}
]
`,
};

/** Hosts as Zabbix 7 imports them. Technical names hold letters, digits and hyphens. */
const ZABBIX: ShippedTemplate = {
  key: 'zabbix-hosts',
  about: 'Logical servers with an address as hosts of Zabbix 7, with an interface of its agent.',
  ...{ type: 'logical-servers', sort: 'name', include: null },
  ...{ contentType: 'application/yaml', fileName: 'zabbix-hosts.yaml' },
  body: `zabbix_export:
  version: '7.0'
  host_groups:
    - uuid: 5f1c0b7c0d4e4c0f9a3b6d2e8f7a1b90
      name: Meridian
  hosts:
{%- assign servers = objects | where_has: "address_ip" | with_hosts %}
{%- assign found = 0 %}
{%- for server in servers %}
{%- assign address = server.address_ip | ip %}
{%- if address != "" %}
{%- assign found = 1 %}
    - host: {{ server.host | yaml }}
      name: {{ server.name | line | yaml }}
      groups:
        - name: Meridian
      interfaces:
        - ip: {{ address | yaml }}
          interface_ref: if1
      tags:
        - tag: meridian_id
          value: '{{ server.id }}'
{%- if server.environment and server.environment != "" %}
        - tag: environment
          value: {{ server.environment | line | yaml }}
{%- endif %}
      inventory_mode: DISABLED
{%- endif %}
{%- endfor %}
{%- if found == 0 %} []{% endif %}
`,
};

/** Objects of Icinga 2. */
const ICINGA: ShippedTemplate = {
  key: 'icinga-hosts',
  about: 'Logical servers with an address as hosts of Icinga 2.',
  ...{ type: 'logical-servers', sort: 'name', include: null },
  ...{ contentType: 'text/plain', fileName: 'meridian-hosts.conf' },
  body: `// Made by Meridian on {{ today }}.
{%- assign servers = objects | where_has: "address_ip" | with_hosts %}
{%- for server in servers %}
{%- assign address = server.address_ip | ip %}
{%- if address != "" %}
object Host {{ server.host | json }} {
  import "generic-host"
  {% if address contains ":" %}address6{% else %}address{% endif %} = {{ address | json }}
  display_name = {{ server.name | line | json }}
  vars.meridian_id = {{ server.id }}
  vars.environment = {{ server.environment | line | json }}
}
{%- endif %}
{%- endfor %}
`,
};

export const SERVER_TEMPLATES: readonly ShippedTemplate[] = [ANSIBLE, PROMETHEUS, ZABBIX, ICINGA];
