// The service as it is, but for one word: SQLite with `synchronous = normal`, which does not sync its log at a commit.
// It is the control of the power cuts: they have to lose something here, or they prove nothing.

import { DatabaseSync } from 'node:sqlite';
import { serve } from '#src/main.ts';

const exec = DatabaseSync.prototype.exec;
let changed = false;

DatabaseSync.prototype.exec = function (text: string): void {
  const weaker = text.replace(/synchronous = full/, 'synchronous = normal');
  changed ||= weaker !== text;
  exec.call(this, weaker);
};
process.on('exit', () => {
  if (!changed) process.stderr.write('The control found no `synchronous = full` to weaken.\n');
});

await serve(process.argv.slice(2));
