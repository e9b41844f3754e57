/** View 1 of the map report. */
import { importanceWord } from '../../formatters/codes.js';
import { html, links, text, worked, yesNo, type MapField, type Mention, type, type MapView } from '../fields.js';

/** The relations of an entity with who stands at their other ends: those that it gives first, then those that it receives. */
const relationships: MapField = {
  ...links('relationships', 'source_relations'),
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
  ...worked('link', ['source_id', 'destination_id'], () => null),
  refs: ['source_id', 'destination_id'],
  value: (row, related, path) => {
    const [source] = related.referred(path, 'source_id', row['source_id'] as number | null);
    const [destination] = related.referred(path, 'destination_id', row['destination_id'] as number | null);
    return source && destination ? [[source, ' -> ', destination]] : null;
  },
};

export const ecosystem: MapView = {
  number: 1,
  title: 'ecosystemView',
  introduction: 'introEcosystem',
  picture: 'ecosystem',
  types: [
    type('entities', 'entities', [
      html('description', 'description'),
      html('securityLevel', 'security_level'),
      html('pointOfContactHyphens', 'contact_point'),
      yesNo('externalToEnterprise', 'is_external'),
      text('type', 'entity_type'),
      relationships,
      links('supportedProcesses', 'processes'),
    ]),
    type('relationships', 'relations', [
      html('description', 'description'),
      text('nature', 'type', { from: 2 }),
      worked('importance', ['importance'], (row, translate) => importanceWord(row['importance']!, translate) ?? '-', {
        from: 2,
      }),
      link,
    ]),
  ],
};
