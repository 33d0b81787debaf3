/** Prints progress, beside the report. */
export const say = (line: string) => process.stderr.write(`${line}\n`);
/** A part of the report. */
export const print = (text: string) => process.stdout.write(`${text}\n\n`);
