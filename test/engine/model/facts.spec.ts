import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import '../../../src/map/index.js';
import { registry } from '../../../src/engine/index.js';
import { BEYOND_THE_MODEL, inTheModel } from './beyond.js';
import { DEVIATIONS, deviationOf } from './deviations.js';
import { differences, type Facts } from './differences.js';
import { factsOf } from './facts.js';
import { readModel } from './model-json.js';
import { describeWithSpecification } from './shared.js';
import { factsOfModel } from './specification.js';

const FILE = join(__dirname, 'facts.snapshot.json');
const DECISIONS = join(__dirname, '../../../docs/adr');

// After a wanted change of the entity files: UPDATE_FACTS=1 npx jest test/engine/model
if (process.env['UPDATE_FACTS']) writeFileSync(FILE, `${JSON.stringify(factsOf(registry.all()), null, 2)}\n`);
const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Facts;

describe('the facts of the registry', () => {
  it('are the committed ones', () => {
    expect(differences(factsOf(registry.all()), committed)).toEqual([]);
  });
  it('are complete: 61 resources, 836 columns, 176 links, and what we add', () => {
    const all = Object.values(inTheModel(committed).resources);
    const count = (part: 'columns' | 'links'): number => all.flatMap((facts) => Object.keys(facts[part])).length;
    expect([all.length, count('columns'), count('links')]).toEqual([61, 836, 176]);
    const added = Object.keys(committed.resources).filter((path) => BEYOND_THE_MODEL.has(path));
    expect(added).toEqual([...BEYOND_THE_MODEL.keys()].sort());
  });
});

describeWithSpecification('the committed facts beside the specification', () => {
  const found = differences(inTheModel(committed), factsOfModel(readModel()));

  it('differ nowhere but where a decision says so', () => {
    expect(found.filter((difference) => !deviationOf(difference))).toEqual([]);
  });
  it('every allowed deviation is still one, and its decision is written down', () => {
    const used = new Set(found.map(deviationOf));
    expect(DEVIATIONS.filter((entry) => !used.has(entry))).toEqual([]);
    const decisions = existsSync(DECISIONS) ? readdirSync(DECISIONS) : [];
    const missing = DEVIATIONS.filter(({ adr }) => !decisions.some((file) => file.endsWith(adr)));
    expect(missing.map(({ adr }) => adr)).toEqual([]);
  });
});
