/** Of an object with many suppliers the picture of its dependencies shows those whose loss may take it down. */
import { whatTakesItDown, type WalkAnswer } from '../../src/pictures/scene/walk.js';

const answerOf = (effects: ReadonlyArray<'down' | 'degraded' | 'at_risk'>): WalkAnswer => ({
  nodes: [undefined, ...effects].map((effect, i) => ({
    ...{ id: `sites_${i}`, label: `Site ${i}`, group: 'sites', icon: null, data: { id: i }, depth: i ? 1 : 0 },
    ...(effect && { effect }),
  })),
  edges: effects.map((_, i) => ({
    ...{ from: `sites_${i + 1}`, to: 'sites_0', edge: 'x', family: 'places', both: false, label: null, object: null },
  })) as WalkAnswer['edges'],
  meta: { snapshot: 'x' },
});
const many = (count: number): Array<'degraded'> => new Array<'degraded'>(count).fill('degraded');

test.each([
  ['few are all drawn', answerOf(['down', ...many(10)]), 12, 0],
  ['of many those that may take it down, with the object', answerOf(['down', 'at_risk', 'down', ...many(60)]), 3, 61],
  ['where none may take it down all are drawn', answerOf(many(60)), 61, 0],
])('%s', (_, whole, nodes, left) => {
  const found = whatTakesItDown(whole);
  expect([found.answer.nodes.length, found.left]).toEqual([nodes, left]);
  expect(found.answer.edges.length).toBe(nodes - 1);
});
