export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((from) => Math.round((Number.parseInt(colour.slice(from, from + 2), 16) / 255) * 1000) / 1000);
}
