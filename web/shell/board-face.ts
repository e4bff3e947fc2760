import { useLayoutEffect } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from './appearance.ts';

export function useBoardFace(face: BoardFace | undefined): void {
  // Title, menus and dialogs are outside the page. Runs before painting, so that no other name appears.
  useLayoutEffect(() => {
    if (face !== undefined) rememberFace(face);
  }, [face]);
}

export function useBoardColour(colour: string | undefined): void {
  // React does not render <html>. Runs before painting, so that no other colour appears.
  useLayoutEffect(() => {
    if (colour !== undefined) showBoardColour(colour);
  }, [colour]);
}
