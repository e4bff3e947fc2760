/** One line of JSON from a process; null for half a line, as a process that is ended may leave. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
