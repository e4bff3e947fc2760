import { useLayoutEffect } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from './appearance.ts';

/** Gives the page the name of the board that a link belongs to. */
export function useBoardFace(face: BoardFace | undefined): void {
  // An effect, because title, menus and dialogs are outside the page. It runs before painting, so that no other name
  // appears.
  useLayoutEffect(() => {
    if (face !== undefined) rememberFace(face);
  }, [face]);
}

export function useBoardColour(colour: string | undefined): void {
  // An effect, because the colour is set on <html>, which React does not render. It runs before painting, so that no
  // other colour appears.
  useLayoutEffect(() => {
    if (colour !== undefined) showBoardColour(colour);
  }, [colour]);
}
