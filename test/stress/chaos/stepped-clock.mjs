// Loaded into a process before its program (`node --import`). Shifts the time of day that the
// process sees by the milliseconds in the file, which is read again at every SIGUSR2. As with a
// real clock step, timers and performance.now() are unaffected.
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET_FILE;
const RealDate = Date;
let offsetMs = 0;

const now = () => RealDate.now() + offsetMs;

function read() {
  try {
    offsetMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}

const SteppedDate = new Proxy(RealDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made === SteppedDate ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

if (file) {
  read();
  process.on('SIGUSR2', read);
  globalThis.Date = SteppedDate;
}
