// Loaded into a server under test by `--profile`: SIGUSR2 begins a CPU profile of its main thread, the next one writes it.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
let running = false;

process.on('SIGUSR2', () => {
  running = !running;
  if (running) {
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: 100 });
    session.post('Profiler.start');
  } else {
    session.post('Profiler.stop', (error, { profile }) =>
      writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile)),
    );
  }
});
