import { useLayoutEffect } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from './appearance.ts';

export function useBoardFace(face: BoardFace | undefined): void {
  // A layout effect runs before painting, so that no other name appears first.
  useLayoutEffect(() => {
    if (face !== undefined) rememberFace(face);
  }, [face]);
}

export function useBoardColour(colour: string | undefined): void {
  // A layout effect runs before painting, so that no other colour appears first.
  useLayoutEffect(() => {
    if (colour !== undefined) showBoardColour(colour);
  }, [colour]);
}
