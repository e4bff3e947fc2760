import { createContext, type RefObject } from 'react';
import type { Placement } from 'react-aria-components';

/** State passed from the button of a menu to the menu, which is loaded later. */
export interface OpenMenu {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  /** The item that gets the focus; `true` focuses the menu itself. */
  readonly focus: 'first' | 'last' | true;
  readonly close: () => void;
  readonly placement: Placement;
  /** Id of the button that names the menu. Without it, the menu's own label does. */
  readonly labelledBy?: string;
}

export const OpenMenuContext = createContext<OpenMenu | null>(null);
