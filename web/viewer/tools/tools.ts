import {
  Circle,
  Eraser,
  Highlighter,
  type LucideIcon,
  MousePointer2,
  MoveUpRight,
  PenLine,
  Square,
  StickyNote,
  Strikethrough,
  Type,
  Underline,
} from 'lucide-react';
import { useState } from 'react';
import type { TextMarkupKind } from '#domain/xfdf/annotation.ts';
import type { InkColour } from '#web/viewer/annotations/ink-colours.ts';
import type { ShapeKind } from '#web/viewer/annotations/new-annotation.ts';

export type ToolId =
  | 'select'
  | 'highlight'
  | 'underline'
  | 'strikeout'
  | 'ink'
  | 'note'
  | 'rectangle'
  | 'ellipse'
  | 'arrow'
  | 'text'
  | 'eraser';

export type ToolGesture =
  | { readonly kind: 'select' }
  | { readonly kind: 'text'; readonly markup: TextMarkupKind }
  | { readonly kind: 'draw' }
  | { readonly kind: 'shape'; readonly shape: ShapeKind }
  | { readonly kind: 'place'; readonly what: 'note' | 'text' }
  | { readonly kind: 'erase' };

export interface Tool {
  readonly id: ToolId;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly key: string;
  readonly gesture: ToolGesture;
  /** The initial colour. Null if the tool draws nothing. */
  readonly colour: InkColour | null;
}

const tool = (id: ToolId, label: string, icon: LucideIcon, rest: Pick<Tool, 'key' | 'gesture' | 'colour'>): Tool => ({
  id,
  label,
  icon,
  ...rest,
});

export const tools: readonly Tool[] = [
  tool('select', 'Select', MousePointer2, { key: 'V', gesture: { kind: 'select' }, colour: null }),
  tool('highlight', 'Highlight', Highlighter, {
    key: 'H',
    gesture: { kind: 'text', markup: 'highlight' },
    colour: 'yellow',
  }),
  tool('underline', 'Underline', Underline, {
    key: 'U',
    gesture: { kind: 'text', markup: 'underline' },
    colour: 'red',
  }),
  tool('strikeout', 'Strike-out', Strikethrough, {
    key: 'S',
    gesture: { kind: 'text', markup: 'strikeout' },
    colour: 'red',
  }),
  tool('ink', 'Ink', PenLine, { key: 'I', gesture: { kind: 'draw' }, colour: 'red' }),
  tool('note', 'Note', StickyNote, { key: 'N', gesture: { kind: 'place', what: 'note' }, colour: 'yellow' }),
  tool('rectangle', 'Rectangle', Square, { key: 'R', gesture: { kind: 'shape', shape: 'square' }, colour: 'red' }),
  tool('ellipse', 'Ellipse', Circle, { key: 'O', gesture: { kind: 'shape', shape: 'circle' }, colour: 'red' }),
  tool('arrow', 'Arrow', MoveUpRight, { key: 'A', gesture: { kind: 'shape', shape: 'line' }, colour: 'red' }),
  tool('text', 'Text', Type, { key: 'T', gesture: { kind: 'place', what: 'text' }, colour: 'black' }),
  tool('eraser', 'Eraser', Eraser, { key: 'E', gesture: { kind: 'erase' }, colour: null }),
];

export function toolOf(id: ToolId): Tool {
  const found = tools.find((each) => each.id === id);
  if (!found) throw new Error(`There is no tool ${id}`);
  return found;
}

export const isShape = ({ gesture }: Tool): boolean => gesture.kind === 'shape';

const hasWidth = (each: Tool): boolean => each.gesture.kind === 'draw' || isShape(each);

interface ToolStyle {
  readonly colour: InkColour;
  readonly width: number;
  readonly opacity: number;
}

export type ToolState = Readonly<ReturnType<typeof useToolState>>;

/** Line width in points. */
const usualWidth = 2;

export function useToolState() {
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
    hasWidth: hasWidth(toolOf(drawing)),
    choose(id: ToolId): void {
      setTool(id);
      if (toolOf(id).colour !== null) setLastDrawing(id);
    },
    restyle: (style: Partial<ToolStyle>): void =>
      setStyles({ ...styles, [drawing]: { ...styleOf(drawing), ...style } }),
  };
}
