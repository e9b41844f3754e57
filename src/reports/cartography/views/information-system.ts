/** View 2 of the map report. */
import { html, links, minutes, needs, text } from '../field.js';
import { type, type MapView } from '../map-type.js';

export const informationSystem: MapView = {
  number: 2,
  title: 'Information system',
  introduction:
    'What the organisation does: its processes, their activities, who carries them out and on what information.',
  types: [
    type(
      'Macro-process',
      'macro-processuses',
      [
        html('Description', 'description'),
        html('Incoming and outgoing elements', 'io_elements'),
        ...needs(),
        text('Owner', 'owner', { from: 3 }),
        links('Process', 'processes'),
      ],
      { from: 2 },
    ),
    type('Process', 'processes', [
      html('Description', 'description'),
      html('Incoming and outgoing elements', 'in_out'),
      links('Activities', 'activities'),
      links('Entities', 'entities'),
      links('Applications used', 'applications'),
      ...needs(),
      text('Responsible', 'owner'),
    ]),
    type(
      'Activities',
      'activities',
      [
        html('Description', 'description'),
        links('Operations', 'operations'),
        minutes('RTO', 'recovery_time_objective'),
        minutes('MTD', 'maximum_tolerable_downtime'),
        minutes('RPO', 'recovery_point_objective'),
        minutes('MTDL', 'maximum_tolerable_data_loss'),
      ],
      { from: 3 },
    ),
    type('Operations', 'operations', [
      html('Description', 'description'),
      links('Tasks', 'tasks', { from: 3 }),
      links('Actors', 'actors', { from: 2 }),
    ]),
    type('Tasks', 'tasks', [html('Description', 'description'), links('Operations', 'operations')], { from: 3 }),
    type(
      'Actors',
      'actors',
      [text('Nature', 'nature'), text('Type', 'type'), links('Operations', 'operations'), text('Contact', 'contact')],
      { from: 2 },
    ),
    type('Information', 'information', [
      html('Description', 'description'),
      text('Owner', 'owner'),
      text('Administrator', 'administrator'),
      text('Storage', 'storage'),
      links('Process', 'processes'),
      ...needs(),
      text('Sensitivity', 'sensitivity'),
      html('Constraints', 'constraints', { from: 3 }),
    ]),
  ],
};
