import { BaseResource, Choice, Name, Resource, Str, Text } from '../../engine/index.js';
import { GRAPH_CLASS } from '../../map/codes.js';

/** A drawing that somebody made by hand in the older application, which alone shows and changes what it draws. */
@Resource('graphs', {
  titles: { en: ['Diagram', 'Diagrams'], fr: ['Diagramme', 'Diagrammes'] },
  synonyms: ['drawings', 'BPMN', 'mxGraph', 'dessins'],
  view: 'configuration',
  node: false,
  key: 'graph',
  morph: 'Graph',
  cartographiable: false,
  extRefs: false,
  about: 'A diagram drawn by hand in Mercator, and kept for it.',
})
export class Diagram extends BaseResource {
  @Choice(GRAPH_CLASS, { about: 'What it is: a map or a BPMN diagram' }) class!: number | null;
  @Name({ unique: false, about: 'Name of the diagram' }) name!: string;
  @Str({ about: 'Kind of map or diagram' }) type!: string | null;
  @Text({
    long: true,
    exact: true,
    about: 'What is drawn, as XML: stored and answered to the byte, and never read',
    example: '<mxGraphModel><root><mxCell id="0"/></root></mxGraphModel>',
  })
  content!: string | null;
  deleted_at!: string | null;
}
