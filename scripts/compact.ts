/** Longest line of a written file, as far as its parts allow. */
const WIDTH = 120;

/** JSON whose parts stand in one line each where they fit, so that a diff shows the parts that changed. */
export function compact(value: unknown, indent = '', width = WIDTH): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width) return line;
  const inner = `${indent} `;
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => compact(each, inner, width))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${JSON.stringify(name)}: ${compact(each, inner, width)}`);
  return `${start}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${end}`;
}
