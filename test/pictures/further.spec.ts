/** Kinds that no picture names stand in the picture of their view. */
import { withFurtherKinds } from '../../src/pictures/views/further.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { kind } from './made.js';

const view = (name: string): (typeof VIEWS)[number] => VIEWS.find((one) => one.name === name)!;
const camera = { ...kind('cameras'), places: ['cameras.site_id', 'cameras.buildings'] };

describe('a kind that no picture names', () => {
  it('has a box in the picture of its view, within its places', () => {
    const physical = view('physical-infrastructure');
    const drawn = withFurtherKinds(physical, [camera]);
    expect(drawn.kinds).toEqual([...physical.kinds, 'cameras']);
    expect(drawn.nest.slice(physical.nest.length)).toEqual([
      { edge: 'cameras.site_id', container: 'from' },
      { edge: 'cameras.buildings', container: 'from' },
    ]);
  });
  it.each(VIEWS.map(({ name }) => name).filter((name) => name !== 'physical-infrastructure'))(
    'is not in the picture %s',
    (name) => {
      expect(withFurtherKinds(view(name), [camera])).toBe(view(name));
    },
  );
  it.each([
    ['a connector', { ...kind('tunnels') }],
    ['a kind that pictures leave out on purpose', { ...kind('wans'), places: [] }],
    ['a kind that another picture has', { ...kind('zones'), places: [] }],
  ])('is not %s', (_, other) => {
    expect(withFurtherKinds(view('physical-infrastructure'), [other])).toBe(view('physical-infrastructure'));
  });
});
