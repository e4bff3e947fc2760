/** The colour that a board chose, and what can be read on it (the look, 'Any board colour'). */

export function isBoardColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Relative luminance by WCAG 2.2, 0 for black to 1 for white. `color` is '#rrggbb'. */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The luminance at which black and white text contrast alike. */
const evenLuminance = 0.179;

/** The colour of text on the board's colour, for mail, PDF and calendars; the screens let CSS find it. */
export function onBoardColor(color: string): '#ffffff' | '#000000' {
  return luminance(color) < evenLuminance ? '#ffffff' : '#000000';
}

/** Contrast ratio by WCAG 2.2, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
