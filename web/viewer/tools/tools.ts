import { Eraser, Highlighter, type LucideIcon, MousePointer2, PenLine, Underline } from 'lucide-react';
import type { TextMarkupKind } from '../../../domain/xfdf/mark.ts';
import type { InkColour } from '../marks/ink-colours.ts';

export type ToolId = 'select' | 'highlight' | 'underline' | 'ink' | 'eraser';

/** What the pointer does on a page while the tool is held. */
export type ToolGesture =
  | { readonly kind: 'select' }
  | { readonly kind: 'text'; readonly markup: TextMarkupKind }
  | { readonly kind: 'draw' }
  | { readonly kind: 'erase' };

export interface Tool {
  readonly id: ToolId;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed alone, outside a field. */
  readonly key: string;
  readonly gesture: ToolGesture;
  /** What it draws with until the reader chooses; null: it draws nothing. */
  readonly colour: InkColour | null;
}

/** In the order of the toolbar. */
export const tools: readonly Tool[] = [
  { id: 'select', label: 'Select', icon: MousePointer2, key: 'V', gesture: { kind: 'select' }, colour: null },
  {
    id: 'highlight',
    label: 'Highlight',
    icon: Highlighter,
    key: 'H',
    gesture: { kind: 'text', markup: 'highlight' },
    colour: 'yellow',
  },
  {
    id: 'underline',
    label: 'Underline',
    icon: Underline,
    key: 'U',
    gesture: { kind: 'text', markup: 'underline' },
    colour: 'red',
  },
  { id: 'ink', label: 'Ink', icon: PenLine, key: 'I', gesture: { kind: 'draw' }, colour: 'red' },
  { id: 'eraser', label: 'Eraser', icon: Eraser, key: 'E', gesture: { kind: 'erase' }, colour: null },
];

export function toolOf(id: ToolId): Tool {
  const tool = tools.find((each) => each.id === id);
  if (!tool) throw new Error(`There is no tool ${id}`);
  return tool;
}
