/** '1 member', '12 members': a number with its noun, whose plural is told where an s does not make it. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
