import {
  Check,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CloudOff,
  Download,
  Ellipsis,
  Expand,
  Link,
  Maximize2,
  Minimize2,
  Minus,
  PanelLeft,
  Printer,
  RefreshCw,
  RotateCw,
  SkipForward,
  TabletSmartphone,
  X,
} from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import type { SaveStatus } from '#web/serial-save.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './document-viewer.module.css';
import type { Stage } from './stage.ts';
import type { DocumentViewerProps } from './types.ts';

export interface MoreActions
  extends Pick<DocumentViewerProps, 'document' | 'onDownload' | 'onCopyLink' | 'previous' | 'next' | 'keep'> {
  readonly onPrint?: (() => void) | undefined;
  readonly onSidePanel?: (() => void) | undefined;
  readonly stage: Stage | null;
}

export function MoreMenu(props: MoreActions) {
  const { document, onDownload, onCopyLink, previous, keep, onPrint, onSidePanel, stage } = props;
  const isEmpty = document.downloadUrl === undefined && !onCopyLink && !onPrint && !onSidePanel && !previous && !keep;
  if (isEmpty) return null;
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} aria-label="More" />
      <Menu aria-label="More" wide>
        {onSidePanel && <MenuItem icon={PanelLeft} label="Pages, outline and marks" onAction={onSidePanel} />}
        {stage && <MenuItem icon={Expand} label="Fit page" onAction={() => stage.fitPage()} />}
        {stage && <MenuItem icon={RotateCw} label="Rotate" onAction={() => stage.rotate()} />}
        {document.downloadUrl !== undefined && (
          <MenuItem icon={Download} label="Download" onAction={() => onDownload()} />
        )}
        {document.markedUrl !== undefined && (
          <MenuItem icon={Download} label="Download with my marks" onAction={() => onDownload('marked')} />
        )}
        {keep && <MenuItem icon={TabletSmartphone} label={keep.label} onAction={keep.onPress} />}
        {onPrint && <MenuItem icon={Printer} label="Print" onAction={onPrint} />}
        {onCopyLink && <MenuItem icon={Link} label="Copy link" onAction={onCopyLink} />}
        {previous && <MenuItem icon={ChevronLeft} label="Previous document" onAction={previous.onOpen} />}
      </Menu>
    </MenuTrigger>
  );
}

export function NextDocument({ next, previous }: Pick<MoreActions, 'next' | 'previous'>) {
  if (!next && !previous) return null;
  return <IconButton icon={SkipForward} aria-label="Next document" isDisabled={!next} onPress={() => next?.onOpen()} />;
}

interface ViewerBarProps extends MoreActions, Pick<DocumentViewerProps, 'mode' | 'onModeChange' | 'onClose'> {
  readonly titleId: string;
  readonly saving: SaveStatus | null;
  readonly isClosing: boolean;
}

export function ViewerBar(props: ViewerBarProps) {
  const { document, titleId, mode, saving, previous, next, keep, onModeChange, onDownload, onCopyLink, onPrint } =
    props;
  const isMaximized = mode === 'maximized';
  return (
    <header className={styles.bar} data-viewer-bar>
      <FileGlyph type={document.extension} />
      <div className={styles.heading}>
        <h2 className={styles.title} id={titleId}>
          {document.title}
        </h2>
        <p className={styles.date}>
          <span className={styles['date-words']}>{document.dateLine}</span>
          {saving !== null && <Saving state={saving} />}
        </p>
      </div>
      <div className={styles.actions}>
        {(previous || next) && (
          <span className={styles['large-only']}>
            <IconButton
              icon={ChevronLeft}
              aria-label="Previous document"
              isDisabled={!previous}
              onPress={() => previous?.onOpen()}
            />
            <IconButton
              icon={ChevronRight}
              aria-label="Next document"
              isDisabled={!next}
              onPress={() => next?.onOpen()}
            />
            <span className={styles.divider} />
          </span>
        )}
        <span className={styles['large-only']}>
          {document.downloadUrl !== undefined && <DownloadAction document={document} onDownload={onDownload} />}
          {onPrint && <IconButton icon={Printer} aria-label="Print" shortcut="Ctrl P" onPress={onPrint} />}
          {keep && <IconButton icon={TabletSmartphone} aria-label={keep.label} onPress={keep.onPress} />}
          {onCopyLink && <IconButton icon={Link} aria-label="Copy link" onPress={onCopyLink} />}
          {(document.downloadUrl !== undefined || onCopyLink || onPrint || keep) && <span className={styles.divider} />}
        </span>
        <span className={styles['small-only']}>
          {/* A document with pages has this button in its toolbar. */}
          {props.onSidePanel === undefined && <NextDocument next={next} previous={previous} />}
          <MoreMenu {...props} />
        </span>
        <IconButton icon={Minus} aria-label="Minimize" onPress={() => onModeChange('minimized')} />
        <span className={styles['framed-only']}>
          <IconButton
            icon={isMaximized ? Minimize2 : Maximize2}
            aria-label={isMaximized ? 'Reset View' : 'Maximize'}
            onPress={() => onModeChange(isMaximized ? 'normal' : 'maximized')}
          />
        </span>
        <IconButton icon={X} aria-label="Close" isPending={props.isClosing} onPress={props.onClose} />
      </div>
    </header>
  );
}

const savingText: Readonly<Record<SaveStatus, { readonly words: string; readonly icon: IconType }>> = {
  saved: { words: 'Saved', icon: Check },
  saving: { words: 'Saving…', icon: RefreshCw },
  offline: { words: 'Offline: will be saved', icon: CloudOff },
  refused: { words: 'Cannot be saved', icon: CircleAlert },
};

function Saving({ state }: { readonly state: SaveStatus }) {
  const { words, icon } = savingText[state];
  return (
    <span className={styles.saving} data-state={state} role="status">
      <Icon of={icon} size="s" />
      <span className={styles['saving-words']}>{words}</span>
    </span>
  );
}

function DownloadAction({ document, onDownload }: Pick<MoreActions, 'document' | 'onDownload'>) {
  if (document.markedUrl === undefined) {
    return <IconButton icon={Download} aria-label="Download" onPress={() => onDownload()} />;
  }
  return (
    <MenuTrigger>
      <IconButton icon={Download} aria-label="Download" />
      <Menu aria-label="Download">
        <MenuItem label="Without marks" onAction={() => onDownload()} />
        <MenuItem label="With my marks" onAction={() => onDownload('marked')} />
      </Menu>
    </MenuTrigger>
  );
}
