/** View 3 of the map report. */
import { cpe } from '../../formatters/values.js';
import { day, html, links, minutes, needs, ref, text, worked, yesNo, type MapField } from '../field.js';
import { type, type MapView } from '../map-type.js';

const flows = (): MapField[] => [links('Flows out', 'source_flows'), links('Flows in', 'dest_flows')];

export const applications: MapView = {
  number: 3,
  title: 'Applications view',
  introduction: 'The software that supports the processes, what it is made of, and what it exchanges.',
  types: [
    type('Application blocks', 'application-blocks', [
      html('Description', 'description'),
      text('Responsible', 'responsible'),
      links('Applications', 'applications'),
    ]),
    type('Applications', 'applications', [
      worked('CPE Version', ['vendor', 'product', 'version'], (row) =>
        cpe(row['vendor']!, row['product']!, row['version']!),
      ),
      html('Description', 'description'),
      links('Using entities', 'entities'),
      ref('Responsible entity', 'entity_resp_id'),
      text('Technology', 'technology'),
      text('Type of application', 'type'),
      text('Users', 'users'),
      text('Documentation', 'documentation'),
      ...flows(),
      day('Installation date', 'install_date'),
      day('Last update', 'update_date'),
      ...needs(),
      minutes('RTO', 'rto'),
      minutes('RPO', 'rpo'),
      text('External exposure', 'external'),
      links('Process', 'processes'),
      links('Activities', 'activities'),
      links('Services', 'application_services'),
      links('Databases', 'databases'),
      ref('Application block', 'application_block_id'),
      links('Logical Servers', 'logical_servers'),
    ]),
    type('Application Services', 'application-services', [
      html('Description', 'description'),
      links('Modules', 'modules'),
      ...flows(),
      text('Exposure', 'exposition'),
      links('Applications', 'applications'),
    ]),
    type('Application modules', 'application-modules', [
      html('Description', 'description'),
      links('Services', 'application_services'),
      ...flows(),
    ]),
    type('Databases', 'databases', [
      html('Description', 'description'),
      links('User entities', 'entities'),
      ref('Responsible entity', 'entity_resp_id'),
      text('SSI Manager', 'responsible'),
      text('Type of technology', 'type'),
      ...flows(),
      links('Information', 'informations'),
      ...needs(),
      text('External exposure', 'external'),
    ]),
    type('Application Flows', 'application-flows', [
      html('Description', 'description'),
      ref('Application source', 'application_source_id'),
      ref('Service source', 'service_source_id'),
      ref('Module source', 'module_source_id'),
      ref('Database source', 'database_source_id'),
      ref('Application recipient', 'application_dest_id'),
      ref('Service recipient', 'service_dest_id'),
      ref('Module recipient', 'module_dest_id'),
      ref('Database recipient', 'database_dest_id'),
      text('Nature', 'nature'),
      yesNo('Encryption', 'crypted'),
      yesNo('Bidirectional', 'bidirectional'),
      links('Information', 'informations'),
    ]),
  ],
};
