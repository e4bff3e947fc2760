import { Shapes } from 'lucide-react';
import { Button } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { Tool, ToolId } from './tools.ts';
import styles from './viewer-tools.module.css';

interface ShapeMenuProps {
  readonly shapes: readonly Tool[];
  readonly held: ToolId;
  readonly onChoose: (tool: ToolId) => void;
}

/** Rectangle, ellipse and arrow behind one button, which shows the one in hand. */
export function ShapeMenu({ shapes, held, onChoose }: ShapeMenuProps) {
  const current = shapes.find(({ id }) => id === held);
  return (
    <MenuTrigger placement="bottom">
      <Tooltip text={current ? `Shape: ${current.label.toLowerCase()}` : 'Shape'}>
        <Button
          aria-label={current ? `Shape, ${current.label.toLowerCase()}` : 'Shape'}
          className={styles.tool ?? ''}
          {...(current ? { 'data-held': true } : {})}
        >
          <Icon of={current?.icon ?? Shapes} />
        </Button>
      </Tooltip>
      <Menu aria-label="Shape">
        {shapes.map(({ id, label, icon, key }) => (
          <MenuItem key={id} icon={icon} description={`Key ${key}`} onAction={() => onChoose(id)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
