import { ChevronLeft, ChevronRight, Highlighter, PanelLeft, Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import type { MarksStore } from '../marks/marks-store.ts';
import type { Stage, StageState } from '../stage.ts';
import { ColourPicker } from './colour-picker.tsx';
import { PageCount } from './page-count.tsx';
import { ToolButton } from './tool-button.tsx';
import type { Tool, ToolId } from './tools.ts';
import type { ToolState } from './use-tool-state.ts';
import styles from './viewer-tools.module.css';

/** What the reader annotates with. */
export interface Annotate {
  readonly tools: readonly Tool[];
  readonly held: ToolState;
  readonly choose: (tool: ToolId) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly store: MarksStore;
  /** Characters left. */
  readonly room: number;
}

export type ViewerPanel = 'none' | 'thumbnails' | 'tray';

interface ViewerToolsProps {
  readonly state: StageState;
  readonly stage: Stage | null;
  /** Null: the marks can only be read. */
  readonly annotate: Annotate | null;
  readonly panel: ViewerPanel;
  readonly onPanel: (panel: ViewerPanel) => void;
  /** Before a press takes the selection away. */
  readonly onBeforePress: () => void;
}

/** Pages on the left, marks in the middle, zoom on the right; it answers to the viewer's own width. */
export function ViewerTools({ state, stage, annotate, panel, onPanel, onBeforePress }: ViewerToolsProps) {
  const toggle = (wanted: ViewerPanel) => onPanel(panel === wanted ? 'none' : wanted);
  const isReady = state.kind === 'ready';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.tools} role="group" aria-label="Document tools" onPointerDownCapture={onBeforePress}>
      <div className={styles.set}>
        {stage?.thumbnails && (
          <span className={styles['large-only']}>
            <ToolButton
              icon={PanelLeft}
              label="Pages"
              isPressed={panel === 'thumbnails'}
              onPress={() => toggle('thumbnails')}
            />
          </span>
        )}
        <PageCount state={state} onGo={(page) => stage?.goToPage(page)} />
        {(state.pageCount ?? 0) > 1 && (
          <span className={styles['wide-only']}>
            <ToolButton
              icon={ChevronLeft}
              label="Previous page"
              isDisabled={state.page <= 1}
              onPress={() => stage?.goToPage(state.page - 1)}
            />
            <ToolButton
              icon={ChevronRight}
              label="Next page"
              isDisabled={state.page >= (state.pageCount ?? 1)}
              onPress={() => stage?.goToPage(state.page + 1)}
            />
          </span>
        )}
      </div>
      {annotate && <MarkTools annotate={annotate} />}
      <div className={styles.set} data-end>
        {annotate && (
          <span className={styles['small-only']}>
            <ToolButton
              icon={Highlighter}
              label="Annotate"
              isPressed={panel === 'tray'}
              isExpanded={panel === 'tray'}
              onPress={() => toggle('tray')}
            />
          </span>
        )}
        <ToolButton icon={ZoomOut} label="Zoom out" isDisabled={!isReady} onPress={() => stage?.zoomOut()} />
        <FitButton scale={state.scale} isDisabled={!isReady} onPress={() => stage?.fit()} />
        <ToolButton icon={ZoomIn} label="Zoom in" isDisabled={!isReady} onPress={() => stage?.zoomIn()} />
      </div>
    </div>
  );
}

/** Characters left below which the reader is told: room for about five highlights. */
const roomTold = 2500;

function MarkTools({ annotate }: { readonly annotate: Annotate }) {
  const { tools, held, choose, store, canUndo, canRedo, room } = annotate;
  return (
    <Toolbar className={styles.set ?? ''} data-marks aria-label="Annotate">
      {tools.map((tool) => (
        <ToolButton
          key={tool.id}
          icon={tool.icon}
          label={tool.label}
          shortcut={tool.key}
          isHeld={held.tool === tool.id}
          onPress={() => choose(tool.id)}
        />
      ))}
      <span className={styles.divider} />
      <ColourPicker colour={held.colour} onChoose={held.chooseColour} />
      <span className={styles.divider} />
      <ToolButton icon={Undo2} label="Undo" shortcut="Ctrl Z" isDisabled={!canUndo} onPress={store.undo} />
      <ToolButton icon={Redo2} label="Redo" shortcut="Ctrl Y" isDisabled={!canRedo} onPress={store.redo} />
      {room < roomTold && (
        <span className={styles.room} role="status">
          {`${Math.max(0, room - 1).toLocaleString('en-US')} characters left`}
        </span>
      )}
    </Toolbar>
  );
}

function FitButton({
  scale,
  ...rest
}: {
  readonly scale: number;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}) {
  const percent = `${Math.round(scale * 100)}%`;
  return <ToolButton label={`Fit width, now ${percent}`} tooltip="Fit width" text={percent} {...rest} />;
}
