import {
  ChevronLeft,
  ChevronRight,
  Expand,
  Highlighter,
  MoveHorizontal,
  PanelLeft,
  Redo2,
  RotateCw,
  Search,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useState } from 'react';
import { Button, MenuTrigger, Toolbar } from 'react-aria-components';
import { viewerMessages } from '#domain/messages/documents.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { inkColours } from '#web/viewer/annotations/ink-colours.ts';
import type { Annotating } from '#web/viewer/annotations/use-annotating.ts';
import type { PagePanels } from '#web/viewer/side-panel.tsx';
import { countOf, type Stage, useCurrentPage, useStageState } from '#web/viewer/stage.ts';
import type { DocumentViewerProps } from '#web/viewer/types.ts';
import { NextDocument } from '#web/viewer/viewer-bar.tsx';
import { ColourRow, StylePicker } from './style-picker.tsx';
import { ToolButton, ToolButtons } from './tool-button.tsx';
import styles from './viewer-tools.module.css';

interface OfStage {
  readonly stage: Stage | null;
}

function PageCount({ stage, onEnter }: OfStage & { readonly onEnter: () => void }) {
  const page = useCurrentPage(stage);
  const count = useStageState(stage, countOf);
  const isFixed = useStageState(stage, ({ pageCount }) => pageCount === null || pageCount === 1);
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    if (typed !== null && /^\d{1,6}$/.test(typed)) stage?.goToPage(Number(typed));
    setTyped(null);
  };
  return (
    <form
      className={styles['page-count']}
      onSubmit={(event) => {
        event.preventDefault();
        // Blurring the page number field opens the typed page.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        onEnter();
      }}
    >
      <span className={styles['wide-only']}>Page</span>
      <input
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        disabled={isFixed}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
      />
      <span>of {count}</span>
    </form>
  );
}

function PageSteps({ stage }: { readonly stage: Stage }) {
  const isFirst = useStageState(stage, ({ page }) => page <= 1);
  const isLast = useStageState(stage, ({ page, pageCount }) => page >= (pageCount ?? 1));
  const go = (step: 1 | -1) => stage.goToPage(stage.state.get().page + step);
  return (
    <span className={styles['wide-only']}>
      <ToolButton icon={ChevronLeft} label="Previous page" isDisabled={isFirst} onPress={() => go(-1)} />
      <ToolButton icon={ChevronRight} label="Next page" isDisabled={isLast} onPress={() => go(1)} />
    </span>
  );
}

function ViewMenu({ stage }: OfStage) {
  const percent = useStageState(stage, ({ scale }) => `${Math.round(scale * 100)}%`);
  const isReady = useStageState(stage, ({ kind }) => kind === 'ready');
  return (
    <MenuTrigger>
      <Button className={styles.tool ?? ''} data-text aria-label={`View, ${percent}`} isDisabled={!isReady}>
        {percent}
      </Button>
      <Menu placement="bottom" aria-label="View">
        <MenuItem icon={MoveHorizontal} label="Fit width" onAction={() => stage?.fit()} />
        <MenuItem icon={Expand} label="Fit page" onAction={() => stage?.fitPage()} />
        <MenuItem icon={RotateCw} label="Rotate" onAction={() => stage?.rotate()} />
      </Menu>
    </MenuTrigger>
  );
}

interface ViewerToolsProps extends OfStage, Pick<DocumentViewerProps, 'onFind' | 'previous' | 'next' | 'isUnmarkable'> {
  readonly annotating: Annotating;
  readonly panels: PagePanels;
  readonly hasAnnotations: boolean;
  readonly show: (change: Partial<PagePanels>) => void;
  readonly focusPages: () => void;
}

export function ViewerTools(props: ViewerToolsProps) {
  const { stage, annotating, panels, hasAnnotations, show } = props;
  const isReady = useStageState(stage, ({ kind }) => kind === 'ready');
  const hasSteps = useStageState(stage, ({ pageCount }) => (pageCount ?? 0) > 1);
  const firstTab = stage?.thumbnails ? 'pages' : 'marks';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={styles.tools}
      role="group"
      aria-label="Document tools"
      data-viewer-bar
      onPointerDownCapture={annotating.rememberSelection}
      onKeyDownCapture={annotating.rememberSelection}
    >
      <div className={styles.set}>
        {stage && (stage.thumbnails || hasAnnotations) && (
          <span className={styles['not-small']}>
            <ToolButton
              icon={PanelLeft}
              label="Pages, outline and marks"
              isPressed={panels.side !== null}
              onPress={() => show({ side: panels.side === null ? firstTab : null })}
            />
          </span>
        )}
        <PageCount stage={stage} onEnter={props.focusPages} />
        {stage && hasSteps && <PageSteps stage={stage} />}
      </div>
      {annotating.canEdit && <AnnotationTools annotating={annotating} />}
      {props.isUnmarkable === true && <p className={styles.unmarked}>{viewerMessages.unmarkable}</p>}
      <div className={styles.set} data-end>
        {annotating.canEdit && (
          <span className={styles['small-only']}>
            <ToolButton
              icon={Highlighter}
              label="Annotate"
              isPressed={panels.tray}
              isExpanded={panels.tray}
              onPress={() => show({ tray: !panels.tray })}
            />
          </span>
        )}
        <ToolButton icon={ZoomOut} label="Zoom out" isDisabled={!isReady} onPress={() => stage?.zoomOut()} />
        <ViewMenu stage={stage} />
        <ToolButton icon={ZoomIn} label="Zoom in" isDisabled={!isReady} onPress={() => stage?.zoomIn()} />
        {props.onFind && (
          <>
            <span className={styles.divider} data-wide />
            <ToolButton
              icon={Search}
              label="Search in document"
              shortcut="Ctrl F"
              isDisabled={!isReady}
              isPressed={panels.find}
              onPress={() => show({ find: !panels.find })}
            />
          </>
        )}
        <span className={styles['small-only']}>
          <NextDocument next={props.next} previous={props.previous} />
        </span>
      </div>
    </div>
  );
}

/** The reader is warned when fewer characters than this are left. */
const roomText = 2500;

function AnnotationTools({ annotating }: { readonly annotating: Annotating }) {
  const { held, undo, redo, canUndo, canRedo, room } = annotating;
  return (
    <Toolbar className={styles.set ?? ''} data-marks aria-label="Annotate">
      <ToolButtons annotating={annotating} />
      <span className={styles.divider} />
      <StylePicker held={held} />
      <span className={styles.divider} />
      <ToolButton icon={Undo2} label="Undo" shortcut="Ctrl Z" isDisabled={!canUndo} onPress={undo} />
      <ToolButton icon={Redo2} label="Redo" shortcut="Ctrl Y" isDisabled={!canRedo} onPress={redo} />
      {room < roomText && (
        <span className={styles.room} role="status">
          {`${Math.max(0, room - 1).toLocaleString('en-US')} characters left`}
        </span>
      )}
    </Toolbar>
  );
}

export function ToolTray({ annotating }: { readonly annotating: Annotating }) {
  const { held, undo, redo, canUndo, canRedo, rememberSelection } = annotating;
  return (
    <div className={styles.tray} data-viewer-tray onPointerDownCapture={rememberSelection}>
      <Toolbar className={styles['tray-row'] ?? ''} aria-label="Annotate">
        <ToolButtons annotating={annotating} isNamed />
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
