import { ChevronLeft, ChevronRight, Download, Ellipsis, Expand, PanelLeft, Printer, RotateCw } from 'lucide-react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import type { Stage } from './stage.ts';
import type { DocumentViewerProps } from './types.ts';

export interface MoreActions extends Pick<DocumentViewerProps, 'document' | 'onDownload' | 'previous' | 'next'> {
  /** Absent: printing is off for this document, or there are no pages. */
  readonly onPrint?: (() => void) | undefined;
  /** Absent: there are no pages. */
  readonly onSidePanel?: (() => void) | undefined;
  readonly stage: Stage | null;
}

/** On small screens: all that the bars have no room for. */
export function MoreMenu({ document, onDownload, previous, next, onPrint, onSidePanel, stage }: MoreActions) {
  const isEmpty = document.downloadUrl === undefined && !onPrint && !onSidePanel && !previous && !next;
  if (isEmpty) return null;
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} aria-label="More" />
      <Menu aria-label="More" wide>
        {onSidePanel && (
          <MenuItem icon={PanelLeft} onAction={onSidePanel}>
            Pages, outline and marks
          </MenuItem>
        )}
        {stage && (
          <MenuItem icon={Expand} onAction={() => stage.fitPage()}>
            Fit page
          </MenuItem>
        )}
        {stage && (
          <MenuItem icon={RotateCw} onAction={() => stage.rotate()}>
            Rotate
          </MenuItem>
        )}
        {document.downloadUrl !== undefined && (
          <MenuItem icon={Download} onAction={() => onDownload()}>
            Download
          </MenuItem>
        )}
        {document.markedUrl !== undefined && (
          <MenuItem icon={Download} onAction={() => onDownload('marked')}>
            Download with my marks
          </MenuItem>
        )}
        {onPrint && (
          <MenuItem icon={Printer} onAction={onPrint}>
            Print
          </MenuItem>
        )}
        {previous && (
          <MenuItem icon={ChevronLeft} onAction={previous.onOpen}>
            Previous document
          </MenuItem>
        )}
        {next && (
          <MenuItem icon={ChevronRight} onAction={next.onOpen}>
            Next document
          </MenuItem>
        )}
      </Menu>
    </MenuTrigger>
  );
}
