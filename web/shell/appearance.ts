import type { Start, Theme } from '#contract/start.ts';
import { boardOf } from '#web/api/start.ts';

/** Sets light or dark on <html>. If the user chose neither, the system decides. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Sets the board's colour; CSS derives everything else from it. */
export function showBoardColour(colour: string): void {
  document.documentElement.style.setProperty('--board', colour);
}

export function showAppearance(start: Start): void {
  showTheme(start.user?.theme ?? 'system');
  const colour = boardOf(start)?.primary_color ?? start.face?.primary_color;
  if (colour !== undefined) showBoardColour(colour);
}
