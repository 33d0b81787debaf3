// Loaded into a service before its own code (`node --import`): measures how long its event loop is held, and reports
// it over a socket of its own (LOOP_WATCH). The processor time of the thread counts, so that other programs of a busy
// machine do not.

import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** How often is looked, in ms. */
const EVERY_MS = 1;

const socket = process.env.LOOP_WATCH;
if (socket !== undefined && isMainThread) {
  let longest = 0;
  let last = performance.now();
  let used = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    longest = Math.max(longest, Math.min(now - last, (user + system) / 1000));
    used = process.threadCpuUsage();
    last = now;
  }, EVERY_MS).unref();
  // The longest time since the last question, in ms.
  createServer((_request, response) => {
    // A hold under way ends with the timer's next turn.
    setTimeout(() => {
      response.end(String(longest));
      longest = 0;
    }, 2 * EVERY_MS);
  })
    .listen(socket)
    .unref();
}
