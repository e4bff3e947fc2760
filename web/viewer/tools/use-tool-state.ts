import { useState } from 'react';
import type { InkColour } from '#web/viewer/annotations/ink-colours.ts';
import { type ToolId, toolOf } from './tools.ts';

/** What a tool draws with. */
export interface ToolStyle {
  readonly colour: InkColour;
  /** Points. */
  readonly width: number;
  /** 0 to 1. */
  readonly opacity: number;
}

export interface ToolState {
  readonly tool: ToolId;
  /** The style shown: that of the tool in hand, or of the one before when the tool draws nothing. */
  readonly style: ToolStyle;
  readonly styleOf: (tool: ToolId) => ToolStyle;
  readonly hasWidth: boolean;
  readonly choose: (tool: ToolId) => void;
  readonly restyle: (style: Partial<ToolStyle>) => void;
}

/** Points; a fine felt-tip. */
const usualWidth = 2;

/** The tool in hand, and the style that each tool had last. */
export function useToolState(): ToolState {
  const [tool, setTool] = useState<ToolId>('select');
  const [lastDrawing, setLastDrawing] = useState<ToolId>('highlight');
  const [styles, setStyles] = useState<Readonly<Partial<Record<ToolId, ToolStyle>>>>({});
  const styleOf = (id: ToolId): ToolStyle =>
    styles[id] ?? { colour: toolOf(id).colour ?? 'yellow', width: usualWidth, opacity: 1 };
  const drawing = toolOf(tool).colour === null ? lastDrawing : tool;
  return {
    tool,
    style: styleOf(drawing),
    styleOf,
    hasWidth: toolOf(drawing).hasWidth,
    choose(id) {
      setTool(id);
      if (toolOf(id).colour !== null) setLastDrawing(id);
    },
    restyle: (style) => setStyles({ ...styles, [drawing]: { ...styleOf(drawing), ...style } }),
  };
}
