import { join } from 'node:path';
import { makeFolder } from '#test/harness/process.ts';
import { crashAll, openStage } from './kill.ts';
import type { Finding, Part, PartContext } from './part.ts';
import { compileUndo, cutPower } from './undo.ts';

/** Power cuts within which the control has to lose a write: NORMAL loses in most. */
const CONTROL_CUTS = 40;

/** Cuts the power over and over; answers the losses, and the problems of an audit at the end. */
async function cutRepeatedly(context: PartContext, library: string, file?: string) {
  const folder = makeFolder();
  const journal = join(folder, 'journal');
  let undone = 0;
  const env = { LD_PRELOAD: library, UNDO_JOURNAL: journal, UNDO_PREFIX: folder };
  const stage = await openStage(context.random, {
    env,
    dir: join(folder, 'data'),
    ...(file === undefined ? {} : { file }),
  });
  const counts: Record<string, number> = {};
  const lost = await crashAll(stage, context, counts, () => {
    undone += cutPower(journal, context.random).undone;
  });
  const all: Record<string, number> = { ...counts, writesUndone: undone };
  return { stage, counts: all, lost };
}

/** Power cuts: kill -9, and every write that was not synced is undone, wholly or in part. */
export const power: Part = {
  name: 'power',
  words:
    'The power is cut: kill -9, and of the writes to the database that were not synced all, or a random half, are undone. A control with `synchronous=NORMAL` has to lose orders.',
  share: 3,
  goals: [{ count: 'cuts', atLeast: 500 }],
  async run(context): Promise<Finding> {
    const library = compileUndo(makeFolder());
    if (library === undefined) {
      return { counts: { cuts: 0 }, problems: [], notes: ['There is no gcc here: no power was cut.'] };
    }
    const control = await runControl(context, library);
    const { stage, counts, lost } = await cutRepeatedly(
      { ...context, isOver: (now) => context.isOver({ ...now, cuts: now.crashes ?? 0 }) },
      library,
    );
    const { crashes, ...others } = counts;
    const problems = lost.length === 0 ? [] : [`Gone after a power cut: ${lost.slice(0, 5).join(', ')}.`];
    if (control.lost === 0) {
      problems.push(`The control lost nothing in ${control.cuts} power cuts: they do not prove anything.`);
    }
    const found = await stage.end();
    return {
      counts: {
        cuts: crashes ?? 0,
        ...others,
        controlCuts: control.cuts,
        controlLost: control.lost,
        ...found.counts,
      },
      problems: [...problems, ...found.problems],
      notes: [],
    };
  },
};

async function runControl(context: PartContext, library: string): Promise<{ cuts: number; lost: number }> {
  const isOver = (now: Readonly<Record<string, number>>) => (now.crashes ?? 0) >= CONTROL_CUTS;
  const found = await cutRepeatedly({ ...context, isOver }, library, 'prove/serve-normal.ts').catch(String);
  if (typeof found === 'string') {
    // It lost so much that it does not start any more.
    context.say(`the control: ${found}`);
    return { cuts: 1, lost: 1 };
  }
  const { stage, counts, lost } = found;
  await stage.abandon();
  return { cuts: counts.crashes ?? 0, lost: lost.length };
}
