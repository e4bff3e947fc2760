import { useLayoutEffect } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from './appearance.ts';

export function useBoardFace(face: BoardFace | undefined): void {
  useLayoutEffect(() => {
    if (face !== undefined) rememberFace(face);
  }, [face]);
}

export function useBoardColour(colour: string | undefined): void {
  useLayoutEffect(() => {
    if (colour !== undefined) showBoardColour(colour);
  }, [colour]);
}
