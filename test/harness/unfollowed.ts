// The runner notes of every promise, timer and socket which test it came of, so that it can say whose an error is that
// nobody caught, and where tests belong that are declared meanwhile. That is a tenth and more of the processor's time of
// tests that work much. Once all tests of a process are declared it can do without: such an error then fails the file. A
// file that is run by itself names the test.

import hooks, { type AsyncHook } from 'node:async_hooks';

const { createHook } = hooks;
let followed: AsyncHook | undefined;

// The runner's is the first that is made; it is loaded behind this.
Object.assign(hooks, {
  createHook: (...given: Parameters<typeof createHook>) => {
    Object.assign(hooks, { createHook });
    followed = createHook(...given);
    return followed;
  },
});

/** From now on nothing is noted; of errors that nobody caught the runner says the message alone, and we where they are from. */
export function unfollow(): void {
  if (followed === undefined) return;
  followed.disable();
  followed = undefined;
  process.on('uncaughtException', say).on('unhandledRejection', say);
}

const say = (error: unknown) => console.error(error);
