import { createContext, type RefObject } from 'react';
import type { Placement } from 'react-aria-components';

/** What the button of a menu tells the menu, which is loaded later. */
export interface OpenMenu {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  /** The item that takes the focus; true: the menu itself. */
  readonly focus: 'first' | 'last' | true;
  readonly close: () => void;
  readonly placement: Placement;
  /** The id of a button that names the menu; without it the menu's own label does. */
  readonly labelledBy?: string;
}

export const OpenMenuContext = createContext<OpenMenu | null>(null);
