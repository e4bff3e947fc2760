import { useLayoutEffect } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from './appearance.ts';

/** Names the page after the board that a link belongs to. */
export function useBoardFace(face: BoardFace | undefined): void {
  // An effect, because title, menus and dialogs are outside of the page; before painting, so that no other name shows.
  useLayoutEffect(() => {
    if (face !== undefined) rememberFace(face);
  }, [face]);
}

export function useBoardColour(colour: string | undefined): void {
  // An effect, because the colour is set on <html>, above React; before painting, so that no other colour shows.
  useLayoutEffect(() => {
    if (colour !== undefined) showBoardColour(colour);
  }, [colour]);
}
