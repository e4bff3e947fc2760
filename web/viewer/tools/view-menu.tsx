import { Expand, MoveHorizontal, RotateCw } from 'lucide-react';
import { Button } from 'react-aria-components';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import type { Stage } from '#web/viewer/stage.ts';
import styles from './viewer-tools.module.css';

interface ViewMenuProps {
  readonly stage: Stage | null;
  readonly scale: number;
  readonly isDisabled: boolean;
}

/** The zoom as it is, and what fits or turns the pages. */
export function ViewMenu({ stage, scale, isDisabled }: ViewMenuProps) {
  const percent = `${Math.round(scale * 100)}%`;
  return (
    <MenuTrigger placement="bottom">
      <Button className={styles.tool ?? ''} data-text aria-label={`View, now ${percent}`} isDisabled={isDisabled}>
        {percent}
      </Button>
      <Menu aria-label="View">
        <MenuItem icon={MoveHorizontal} onAction={() => stage?.fit()}>
          Fit width
        </MenuItem>
        <MenuItem icon={Expand} onAction={() => stage?.fitPage()}>
          Fit page
        </MenuItem>
        <MenuItem icon={RotateCw} onAction={() => stage?.rotate()}>
          Rotate
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
