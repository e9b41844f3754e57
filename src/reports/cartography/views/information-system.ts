/** View 2 of the map report. */
import { html, links, minutes, needs, text, type, type MapView } from '../fields.js';

export const informationSystem: MapView = {
  number: 2,
  title: 'informationSystem',
  introduction: 'introInformationSystem',
  picture: 'information-system',
  types: [
    type(
      'macroProcess',
      'macro-processuses',
      [
        html('description', 'description'),
        html('incomingAndOutgoingElements', 'io_elements'),
        ...needs(),
        text('owner', 'owner', { from: 3 }),
        links('process', 'processes'),
      ],
      { from: 2 },
    ),
    type('process', 'processes', [
      html('description', 'description'),
      html('incomingAndOutgoingElements', 'in_out'),
      links('activities', 'activities'),
      links('entities', 'entities'),
      links('applicationsUsed', 'applications'),
      ...needs(),
      text('responsible', 'owner'),
    ]),
    type(
      'activities',
      'activities',
      [
        html('description', 'description'),
        links('operations', 'operations'),
        minutes('rto', 'recovery_time_objective'),
        minutes('mtd', 'maximum_tolerable_downtime'),
        minutes('rpo', 'recovery_point_objective'),
        minutes('mtdl', 'maximum_tolerable_data_loss'),
      ],
      { from: 3 },
    ),
    type('operations', 'operations', [
      html('description', 'description'),
      links('tasks', 'tasks', { from: 3 }),
      links('actors', 'actors', { from: 2 }),
    ]),
    type('tasks', 'tasks', [html('description', 'description'), links('operations', 'operations')], { from: 3 }),
    type(
      'actors',
      'actors',
      [text('nature', 'nature'), text('type', 'type'), links('operations', 'operations'), text('contact', 'contact')],
      { from: 2 },
    ),
    type('information', 'information', [
      html('description', 'description'),
      text('owner', 'owner'),
      text('administrator', 'administrator'),
      text('storage', 'storage'),
      links('process', 'processes'),
      ...needs(),
      text('sensitivity', 'sensitivity'),
      html('constraints', 'constraints', { from: 3 }),
    ]),
  ],
};
