import { Check, CloudOff, Download, Maximize2, Minimize2, Minus, RefreshCw, X } from 'lucide-react';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Icon, type IconType } from '../ui/icon.tsx';
import { FileGlyph } from '../ui/rows/file-glyph.tsx';
import styles from './document-viewer.module.css';
import type { SavingState } from './marks/marks-saver.ts';
import type { ViewedDocument, ViewerMode } from './types.ts';

interface ViewerBarProps {
  readonly document: ViewedDocument;
  /** What names the dialog. */
  readonly titleId: string;
  readonly mode: ViewerMode;
  /** Null: there is nothing to save here. */
  readonly saving: SavingState | null;
  readonly isClosing: boolean;
  readonly onModeChange: (mode: ViewerMode) => void;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Title, date and saving state; Download, Minimize, Reset View or Maximize, Close (specification, section 2). */
export function ViewerBar(props: ViewerBarProps) {
  const { document, titleId, mode, saving, onModeChange, onDownload } = props;
  const isMaximized = mode === 'maximized';
  return (
    <header className={styles.bar}>
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
        {document.downloadUrl !== undefined && (
          <>
            <span className={styles['large-only']}>
              <IconButton icon={Download} aria-label="Download" onPress={onDownload} />
            </span>
            <span className={`${styles.divider} ${styles['large-only']}`} />
          </>
        )}
        <IconButton icon={Minus} aria-label="Minimize" onPress={() => onModeChange('minimized')} />
        <span className={styles['large-only']}>
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

const savingWords: Readonly<Record<SavingState, { readonly words: string; readonly icon: IconType }>> = {
  saved: { words: 'Saved', icon: Check },
  saving: { words: 'Saving…', icon: RefreshCw },
  offline: { words: 'Offline: will be saved', icon: CloudOff },
};

function Saving({ state }: { readonly state: SavingState }) {
  const { words, icon } = savingWords[state];
  return (
    <span className={styles.saving} data-state={state} role="status">
      <Icon of={icon} size="s" />
      <span className={styles['saving-words']}>{words}</span>
    </span>
  );
}
