import { clsx } from 'clsx';
import { Shapes } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { Annotating } from '#web/viewer/annotations/use-annotating.ts';
import { isShape, type Tool } from './tools.ts';
import styles from './viewer-tools.module.css';

interface ToolButtonsProps {
  readonly annotating: Annotating;
  readonly isNamed?: boolean;
}

/** One button for each tool. The shapes share a menu. */
export function ToolButtons({ annotating, isNamed = false }: ToolButtonsProps) {
  const { usable, held, chooseTool } = annotating;
  const shapes = usable.filter(isShape);
  return usable.map((tool) => {
    const { id, icon, label, key } = tool;
    if (tool === shapes[0]) return <ShapeMenu key={id} shapes={shapes} annotating={annotating} isNamed={isNamed} />;
    if (isShape(tool)) return null;
    const isHeld = held.tool === id;
    const choose = (): void => chooseTool(id);
    if (!isNamed)
      return <ToolButton key={id} icon={icon} label={label} shortcut={key} isHeld={isHeld} onPress={choose} />;
    return (
      <Button
        key={id}
        className={`${styles.tool} ${styles['tool-named']}`}
        aria-pressed={isHeld}
        {...(isHeld ? { 'data-held': true } : {})}
        onPress={choose}
      >
        <Icon of={icon} />
        <span className={styles['tool-name']}>{label}</span>
      </Button>
    );
  });
}

function ShapeMenu({ shapes, annotating, isNamed }: Required<ToolButtonsProps> & { readonly shapes: readonly Tool[] }) {
  const current = shapes.find(({ id }) => id === annotating.held.tool);
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
          <MenuItem
            key={id}
            icon={icon}
            label={label}
            description={`Key ${key}`}
            onAction={() => annotating.chooseTool(id)}
          />
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
