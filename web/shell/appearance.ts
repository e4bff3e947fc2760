import type { Start, Theme } from '#contract/start.ts';
import { boardOf } from '#web/api/start.ts';

/** Light or dark on <html>; the system decides where the user did not. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The colour that a board has chosen; everything else follows from it in CSS. */
export function showBoardColour(colour: string): void {
  document.documentElement.style.setProperty('--board', colour);
}

/** Theme and colour of the start data, for pages that the server did not render. */
export function showAppearance(start: Start): void {
  showTheme(start.user?.theme ?? 'system');
  const colour = boardOf(start)?.primary_color ?? start.face?.primary_color;
  if (colour !== undefined) showBoardColour(colour);
}
