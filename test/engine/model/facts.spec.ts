import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import '../../../src/map/index.js';
import { registry } from '../../../src/engine/index.js';
import { ADDITIONS, additionsOf, isAddition, SPECIFIED, specifiedFacts } from './additions.js';
import { DEVIATIONS, deviationOf } from './deviations.js';
import { differences } from './differences.js';
import { factsOf } from './facts.js';
import { readModel } from './model-json.js';
import { describeWithSpecification } from './shared.js';
import { factsOfModel } from './specification.js';

const DECISIONS = join(__dirname, '../../../docs/decisions');

describe('the facts of the registry beside those of the specification', () => {
  const found = differences(factsOf(registry.all()), specifiedFacts());

  it('nothing of the specification is missing or changed, but where a decision says so', () => {
    expect(found.filter((difference) => !isAddition(difference) && !deviationOf(difference))).toEqual([]);
  });
  it('what was added is what `additions.json` lists: `npm run resource:accept` writes it', () => {
    expect(additionsOf(factsOf(registry.all()))).toEqual(JSON.parse(readFileSync(ADDITIONS, 'utf8')));
  });
  it('every allowed deviation is still one, and its decision is written down', () => {
    const used = new Set(found.map(deviationOf));
    expect(DEVIATIONS.filter((entry) => !used.has(entry))).toEqual([]);
    const decisions = existsSync(DECISIONS) ? readdirSync(DECISIONS) : [];
    const missing = DEVIATIONS.filter(({ decision }) => !decisions.includes(decision));
    expect(missing.map(({ decision }) => decision)).toEqual([]);
  });
  it('a resource, a column, a link and a code list of our own are additions; what is changed or missing is none', () => {
    const facts = specifiedFacts();
    facts.enumerations['colours'] = '1 red';
    facts.resources['drones'] = { about: 'class Drone', columns: { id: 'x' }, links: {} };
    facts.resources['sites']!.columns['colour'] = 'x';
    facts.resources['sites']!.links['drones'] = 'x';
    facts.resources['vlans']!.columns['name'] += '; more';
    delete facts.resources['phones'];
    expect(additionsOf(facts)).toEqual([
      'drones',
      'enumerations.colours',
      'sites.columns.colour',
      'sites.links.drones',
    ]);
    const wrong = differences(facts, specifiedFacts()).filter((one) => !isAddition(one));
    expect(new Set(wrong.map(({ path }) => path.split('.')[0]))).toEqual(new Set(['vlans', 'phones']));
  });
});

describe('the facts of the specification', () => {
  it('are complete: 61 resources, 836 columns, 176 links', () => {
    const all = Object.values(specifiedFacts().resources);
    const count = (part: 'columns' | 'links'): number => all.flatMap((facts) => Object.keys(facts[part])).length;
    expect([all.length, count('columns'), count('links')]).toEqual([61, 836, 176]);
  });
});

describeWithSpecification('the committed facts', () => {
  it('are those of model.json: `UPDATE_FACTS=1 npx jest test/engine/model` writes them anew', () => {
    const specified = factsOfModel(readModel());
    if (process.env['UPDATE_FACTS']) writeFileSync(SPECIFIED, `${JSON.stringify(specified, null, 2)}\n`);
    expect(specifiedFacts()).toEqual(specified);
  });
});
