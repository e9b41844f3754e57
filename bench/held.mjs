// Within a server under test: how long its event loop was held at most, in ms, since it was asked last. SIGUSR2 asks, a file answers.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { BENCH_HELD: file } = process.env;
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(delay.max / 1e6));
    renameSync(`${file}.new`, file);
    delay.reset();
  });
}
