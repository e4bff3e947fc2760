import { clsx } from 'clsx';
import { Shapes } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { Tool, ToolId } from './tools.ts';
import styles from './viewer-tools.module.css';

interface ShapeMenuProps {
  readonly shapes: readonly Tool[];
  readonly held: ToolId;
  readonly onChoose: (tool: ToolId) => void;
  readonly isNamed?: boolean;
}

export function ShapeMenu({ shapes, held, onChoose, isNamed = false }: ShapeMenuProps) {
  const current = shapes.find(({ id }) => id === held);
  return (
    <MenuTrigger>
      <Tooltip text={current ? `Shape: ${current.label.toLowerCase()}` : 'Shape'}>
        <Button
          aria-label={current ? `Shape, ${current.label.toLowerCase()}` : 'Shape'}
          className={clsx(styles.tool, isNamed && styles['tool-named'])}
          {...(current ? { 'data-held': true } : {})}
        >
          <Icon of={current?.icon ?? Shapes} />
          {isNamed && <span className={styles['tool-name']}>Shape</span>}
        </Button>
      </Tooltip>
      <Menu placement="bottom" aria-label="Shape">
        {shapes.map(({ id, label, icon, key }) => (
          <MenuItem key={id} icon={icon} label={label} description={`Key ${key}`} onAction={() => onChoose(id)} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly icon: IconType;
  readonly shortcut?: string;
  readonly isHeld?: boolean;
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

export function ToolButton(props: ToolButtonProps) {
  const { label, icon, shortcut, isHeld, isPressed, isExpanded, isDisabled = false } = props;
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <Button
        aria-label={label}
        className={styles.tool ?? ''}
        isDisabled={isDisabled}
        {...(isHeld === undefined && isPressed === undefined ? {} : { 'aria-pressed': isHeld ?? isPressed ?? false })}
        {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
        {...(isHeld ? { 'data-held': true } : {})}
        onPress={props.onPress}
      >
        <Icon of={icon} />
      </Button>
    </Tooltip>
  );
}
