import { useState } from 'react';
import type { InkColour } from '#web/viewer/annotations/ink-colours.ts';
import { type ToolId, toolOf } from './tools.ts';

export interface ToolStyle {
  readonly colour: InkColour;
  readonly width: number;
  readonly opacity: number;
}

export interface ToolState {
  readonly tool: ToolId;
  readonly style: ToolStyle;
  readonly styleOf: (tool: ToolId) => ToolStyle;
  readonly hasWidth: boolean;
  readonly choose: (tool: ToolId) => void;
  readonly restyle: (style: Partial<ToolStyle>) => void;
}

/** Line width in points. */
const usualWidth = 2;

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
