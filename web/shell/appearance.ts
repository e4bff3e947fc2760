import type { Start, Theme } from '#contract/start.ts';
import { boardOf } from '#web/api/start.ts';

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function showBoardColour(colour: string): void {
  document.documentElement.style.setProperty('--board', colour);
}

export function showAppearance(start: Start): void {
  showTheme(start.user?.theme ?? 'system');
  const colour = boardOf(start)?.primary_color ?? start.face?.primary_color;
  if (colour !== undefined) showBoardColour(colour);
}
