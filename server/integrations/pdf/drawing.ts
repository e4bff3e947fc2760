export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((from) => Math.round((Number.parseInt(colour.slice(from, from + 2), 16) / 255) * 1000) / 1000);
}

/** Avoids exponents, because PDF does not allow them. */
export const pdfNumber = (value: number): string => String(Math.round(value * 100) / 100 + 0);
