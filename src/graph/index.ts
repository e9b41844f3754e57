/** The public face of the graph. */
export type { EndsAnswer, KindsInNumbers, PartAnswer } from './answers/part.js';
export type { DoubtAnswer, ImpactNode } from './answers/impact.js';
export type { ExposedObject } from './answers/exposure.js';
export type { EdgeAnswer } from './answers/shapes.js';
export { DOUBTS, FAMILIES, HITS } from './graph.js';
export { ROUTE_FACTS, USUAL, type Parameter as GraphParameter } from './parameters.js';
export {
  hiddenIn,
  ROUTES,
  type Question as GraphQuestion,
  type Route as GraphRoute,
  type VisibleByKind,
  type Walk as GraphWalk,
} from './questions.js';
export { readQuestion } from './read-question.js';
export { Drawing, type DrawingStyle } from './drawing.js';
export { GraphService } from './graph.service.js';
