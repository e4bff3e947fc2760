import { Redo2, Undo2 } from 'lucide-react';
import { Button, Toolbar } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { inkColours } from '#web/viewer/annotations/ink-colours.ts';
import { ColourRow } from './style-picker.tsx';
import { ShapeMenu, ToolButton } from './tool-button.tsx';
import { isShape } from './tools.ts';
import styles from './viewer-tools.module.css';
import type { Annotate } from './viewer-tools.tsx';

interface ToolTrayProps {
  readonly annotate: Annotate;
  readonly onBeforePress: () => void;
}

export function ToolTray({
  annotate: { tools, held, choose, undo, redo, canUndo, canRedo },
  onBeforePress,
}: ToolTrayProps) {
  const shapes = tools.filter(isShape);
  return (
    <div className={styles.tray} data-viewer-tray onPointerDownCapture={onBeforePress}>
      <Toolbar className={styles['tray-row'] ?? ''} aria-label="Annotate">
        {tools.map((tool) =>
          tool === shapes[0] ? (
            <ShapeMenu key={tool.id} shapes={shapes} held={held.tool} onChoose={choose} isNamed />
          ) : isShape(tool) ? null : (
            <Button
              key={tool.id}
              className={`${styles.tool} ${styles['tool-named']}`}
              aria-pressed={held.tool === tool.id}
              {...(held.tool === tool.id ? { 'data-held': true } : {})}
              onPress={() => choose(tool.id)}
            >
              <Icon of={tool.icon} />
              <span className={styles['tool-name']}>{tool.label}</span>
            </Button>
          ),
        )}
      </Toolbar>
      <div className={styles['tray-foot']}>
        <ColourRow colour={inkColours[held.style.colour]} onColour={(_, colour) => held.restyle({ colour })} />
        <span className={styles.set} data-end>
          <ToolButton icon={Undo2} label="Undo" isDisabled={!canUndo} onPress={undo} />
          <ToolButton icon={Redo2} label="Redo" isDisabled={!canRedo} onPress={redo} />
        </span>
      </div>
    </div>
  );
}
