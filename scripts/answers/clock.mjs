// A clock that only the recorder moves: two walks see the same times, so that timestamps, tags, cursors, file names and the
// times inside workbooks are equal byte for byte and need no rule. Loaded before a program with NODE_OPTIONS=--import, which its
// threads inherit; ANSWERS_CLOCK names the file that holds the time, in ms, as 8 bytes.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** The time at which a walk begins. Any would do; years from now tokens must not have expired before they were given. */
export const BEGIN = Date.UTC(2026, 5, 15, 8, 0, 0);

/** The handle by which the recorder sets the time that a program with this file sees. */
export function openClock(path) {
  const file = openSync(path, 'w');
  const bytes = Buffer.alloc(8);
  const set = (seconds) => {
    bytes.writeDoubleLE(BEGIN + seconds * 1000);
    writeSync(file, bytes, 0, 8, 0);
  };
  set(0);
  return { path, set, close: () => closeSync(file) };
}

/** Lets this process see the time in the file at `path`; returns what gives the real time back. */
export function installClock(path) {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(8);
  const now = () => {
    readSync(file, bytes, 0, 8, 0);
    return bytes.readDoubleLE();
  };
  const Real = globalThis.Date;
  const realNow = Real.now;
  Real.now = now;
  const constructorOf = Real.prototype.constructor;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
    apply: () => new Real(now()).toString(),
  });
  Real.prototype.constructor = globalThis.Date;
  return () => {
    Real.now = realNow;
    Real.prototype.constructor = constructorOf;
    globalThis.Date = Real;
    closeSync(file);
  };
}

if (process.env.ANSWERS_CLOCK) installClock(process.env.ANSWERS_CLOCK);
