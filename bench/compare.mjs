// Two ways side by side: asked in turn (A B A B), processor time of server and database per request, and their ratio beside a goal.
import { measure } from './measure.mjs';

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Says a figure beside its goal. */
export const judged = (figure, goal) => `(goal ${goal}: ${figure <= goal ? 'reached' : 'missed'})`;

/**
 * Prints what each of two ways costs: medians of rounds behind one to warm up. `requests` make the nth request of each side, and `n`
 * goes on from round to round.
 */
export async function compare(name, sides, requests, { load: { count, connections }, goal, rounds, databasePid }) {
  const [costs, begun] = [
    [[], []],
    [0, 0],
  ];
  for (let round = 0; round <= rounds; round++) {
    for (const i of [0, 1]) {
      const requestOf = () => requests[i](begun[i]++);
      const { cpu } = await measure(sides[i], { requestOf, count, connections, seconds: 20, databasePid });
      if (round) costs[i].push(cpu);
    }
  }
  const [a, b] = costs.map(median);
  const ratio = b / a;
  console.log(`${name}: ${a.toFixed(2)} and ${b.toFixed(2)} ms, ratio ${ratio.toFixed(2)} ${judged(ratio, goal)}`);
}
