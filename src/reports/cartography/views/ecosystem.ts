/** View 1 of the map report. */
import { importance } from '../../formatters/values.js';
import { html, links, text, worked, yesNo, type MapField, type Mention } from '../field.js';
import { type, type MapView } from '../map-type.js';

/** The relations of an entity with who stands at their other ends: those that it gives first, then those that it receives. */
const relationships: MapField = {
  ...links('Relationships', 'source_relations'),
  links: ['source_relations', 'destination_relations'],
  value: ({ id }, related) => {
    const towards = (own: string, arrow: string, other: string): Mention[] =>
      related.linked(`entities.${own}`, id as number).flatMap((relation) => {
        const end = related.owner(`entities.${other}`, relation.id);
        return end ? [[relation, arrow, end]] : [];
      });
    return [
      ...towards('source_relations', ' -> ', 'destination_relations'),
      ...towards('destination_relations', ' <- ', 'source_relations'),
    ];
  },
};

/** Both ends of a relation. */
const link: MapField = {
  ...worked('Link', ['source_id', 'destination_id'], () => null),
  refs: ['source_id', 'destination_id'],
  value: (row, related, path) => {
    const [source] = related.referred(path, 'source_id', row['source_id'] as number | null);
    const [destination] = related.referred(path, 'destination_id', row['destination_id'] as number | null);
    return source && destination ? [[source, ' -> ', destination]] : null;
  },
};

export const ecosystem: MapView = {
  number: 1,
  title: 'Ecosystem view',
  introduction: 'The organisations around the information system, and what binds them to it.',
  types: [
    type('Entities', 'entities', [
      html('Description', 'description'),
      html('Security Level', 'security_level'),
      html('Point-of-contact', 'contact_point'),
      yesNo('External to enterprise', 'is_external'),
      text('Type', 'entity_type'),
      relationships,
      links('Supported processes', 'processes'),
    ]),
    type('Relationships', 'relations', [
      html('Description', 'description'),
      text('Nature', 'type', { from: 2 }),
      worked('Importance', ['importance'], (row) => importance(row['importance']!) ?? '-', { from: 2, words: true }),
      link,
    ]),
  ],
};
