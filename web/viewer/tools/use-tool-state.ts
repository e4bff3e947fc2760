import { useState } from 'react';
import type { InkColour } from '../marks/ink-colours.ts';
import { type ToolId, toolOf } from './tools.ts';

export interface ToolState {
  readonly tool: ToolId;
  /** The colour shown: that of the tool in hand, or of the one before when the tool draws nothing. */
  readonly colour: InkColour;
  readonly colourOf: (tool: ToolId) => InkColour;
  readonly choose: (tool: ToolId) => void;
  readonly chooseColour: (colour: InkColour) => void;
}

/** The tool in hand, and the colour that each tool had last. */
export function useToolState(): ToolState {
  const [tool, setTool] = useState<ToolId>('select');
  const [lastDrawing, setLastDrawing] = useState<ToolId>('highlight');
  const [colours, setColours] = useState<Readonly<Partial<Record<ToolId, InkColour>>>>({});
  const colourOf = (id: ToolId): InkColour => colours[id] ?? toolOf(id).colour ?? 'yellow';
  const drawing = toolOf(tool).colour === null ? lastDrawing : tool;
  return {
    tool,
    colour: colourOf(drawing),
    colourOf,
    choose(id) {
      setTool(id);
      if (toolOf(id).colour !== null) setLastDrawing(id);
    },
    chooseColour: (colour) => setColours({ ...colours, [drawing]: colour }),
  };
}
