import type { StageState } from './stage.ts';

/** Infinity while the number of pages is unknown (specification, section 2). */
export function countOf(state: StageState): string {
  return state.pageCount === null ? '∞' : String(state.pageCount);
}

/** 'Page 3 of 42' */
export function pageLineOf(state: StageState): string {
  return `Page ${state.page} of ${countOf(state)}`;
}
