/** Templates of applications and flows: catalogues, models and matrices. */
import type { ShippedTemplate } from './shipped-template.js';

/** What a logical flow may begin and end at, as its references are called. */
const ENDS = [
  ...['logical_server', 'peripheral', 'physical_server', 'storage_device', 'workstation'],
  ...['physical_security_device', 'security_device', 'subnetwork', 'cluster'],
];
/** The name of whatever stands at one end, and its addresses; of a subnetwork that is its range. */
const nameOf = (side: 'source' | 'dest'): string =>
  ENDS.map((end) => {
    const one = `flow.${end}_${side}`;
    const addresses = `${one}.${end === 'subnetwork' ? 'address' : 'address_ip'}`;
    return `{% if ${one} %}{% assign ${side} = ${one}.name %}{% assign ${side}_addresses = ${addresses} %}{% endif %}`;
  }).join('');

/** One row for each flow: the addresses that it says itself, otherwise those of its ends. Logical flows do not say whether they are encrypted: that column is for whoever asks for the rule. */
const MATRIX: ShippedTemplate = {
  key: 'flow-matrix-csv',
  about: 'Logical flows as a matrix for requests to a firewall: one row for each pair of ends.',
  ...{ type: 'logical-flows', sort: 'id', contentType: 'text/csv', fileName: 'flows-{{ today }}.csv' },
  include: ['source', 'dest'].flatMap((side) => ENDS.map((end) => `${end}_${side}`)).join(','),
  body: `source,source addresses,destination,destination addresses,ports,protocol,encrypted,action,justification
{%- for flow in objects %}
{%- assign source = "" %}{% assign source_addresses = "" %}${nameOf('source')}
{%- assign dest = "" %}{% assign dest_addresses = "" %}${nameOf('dest')}
{{ source | csv }},{{ flow.source_ip_range | default: source_addresses | csv }},{{ dest | csv }},{{ flow.dest_ip_range | default: dest_addresses | csv }},{{ flow.dest_port | csv }},{{ flow.protocol | csv }},"",{{ flow.action | csv }},{{ flow.description | strip_html | csv }}
{%- endfor %}
`,
};

/** Names in a catalogue are unique in their kind, of 63 letters, digits and hyphens: the id keeps them apart. */
const BACKSTAGE: ShippedTemplate = {
  key: 'backstage-catalog',
  about: 'Blocks, applications and databases as systems, components and resources of a catalogue of Backstage.',
  ...{ type: 'applications', sort: 'name', include: 'application_block,databases,entity_resp' },
  ...{ contentType: 'application/yaml', fileName: 'catalog-info.yaml' },
  body: `# Made by Meridian on {{ today }}.
{%- assign blocks = objects | group_by_each: "application_block" %}
{%- for group in blocks %}
---
apiVersion: backstage.io/v1alpha1
kind: System
metadata:
  name: {{ group.one.name | slug | truncate: 48, "" | default: "unnamed" | append: "-" | append: group.one.id | yaml }}
  title: {{ group.one.name | yaml }}
spec:
  owner: unknown
{%- endfor %}
{%- for application in objects %}
---
apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: {{ application.name | slug | truncate: 48, "" | default: "unnamed" | append: "-" | append: application.id | yaml }}
  title: {{ application.name | yaml }}
spec:
  type: service
  lifecycle: production
{%- assign owner = application.entity_resp.name | slug | truncate: 63, "" %}
  owner: {{ owner | default: "unknown" | yaml }}
{%- if application.application_block %}
  system: {{ application.application_block.name | slug | truncate: 48, "" | default: "unnamed" | append: "-" | append: application.application_block.id | yaml }}
{%- endif %}
{%- if application.databases.size > 0 %}
  dependsOn:
{%- for database in application.databases %}
    - {{ database.name | slug | truncate: 48, "" | default: "unnamed" | append: "-" | append: database.id | prepend: "resource:default/" | yaml }}
{%- endfor %}
{%- endif %}
{%- endfor %}
{%- assign databases = objects | group_by_each: "databases" %}
{%- for group in databases %}
---
apiVersion: backstage.io/v1alpha1
kind: Resource
metadata:
  name: {{ group.one.name | slug | truncate: 48, "" | default: "unnamed" | append: "-" | append: group.one.id | yaml }}
  title: {{ group.one.name | yaml }}
spec:
  type: database
  owner: unknown
{%- endfor %}
`,
};

/** Flows between applications that are both in the list; texts in quotes have no escapes there but \\". */
const STRUCTURIZR: ShippedTemplate = {
  key: 'structurizr-dsl',
  about: 'Blocks, applications and the flows between them as a workspace of Structurizr.',
  ...{ type: 'applications', sort: 'name', include: 'application_block,source_flows' },
  ...{ contentType: 'text/plain', fileName: 'workspace.txt' },
  body: `{%- capture known %},{% for application in objects %}{{ application.id }},{% endfor %}{% endcapture -%}
workspace "Meridian" "Made on {{ today }}" {
  model {
{%- assign blocks = objects | group_by_each: "application_block" %}
{%- for group in blocks %}
    group {{ group.one.name | dsl }} {
{%- for application in group.items %}
      a{{ application.id }} = softwareSystem {{ application.name | dsl: application.id }}
{%- endfor %}
    }
{%- endfor %}
{%- for application in objects %}
{%- unless application.application_block %}
    a{{ application.id }} = softwareSystem {{ application.name | dsl: application.id }}
{%- endunless %}
{%- endfor %}
{%- for application in objects %}
{%- for flow in application.source_flows %}
{%- capture dest %},{{ flow.application_dest_id }},{% endcapture %}
{%- if flow.application_dest_id and known contains dest and flow.application_dest_id != application.id %}
    a{{ application.id }} -> a{{ flow.application_dest_id }} {{ flow.name | dsl: flow.id }}
{%- endif %}
{%- endfor %}
{%- endfor %}
  }
  views {
    systemLandscape {
      include *
      autoLayout
    }
  }
}
`,
};

export const ARCHITECTURE_TEMPLATES: readonly ShippedTemplate[] = [MATRIX, BACKSTAGE, STRUCTURIZR];
