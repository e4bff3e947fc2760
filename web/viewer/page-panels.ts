import type { SidePanelTab } from './side-panel.tsx';

export interface PagePanels {
  readonly side: SidePanelTab | null;
  readonly tray: boolean;
  readonly find: boolean;
  readonly print: boolean;
}

export const noPanels: PagePanels = { side: null, tray: false, find: false, print: false };
