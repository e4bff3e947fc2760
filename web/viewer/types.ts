/** How a document is shown; the caller decides it by the specification's rules (section 4). */
export type ViewedKind = 'pdf' | 'image' | 'video' | 'link' | 'download' | 'preview-pending' | 'preview-failed';

export interface ViewedDocument {
  readonly id: string;
  readonly title: string;
  readonly kind: ViewedKind;
  /** The bytes to show (pdf, image; must answer range requests), or the address of the video or link. */
  readonly url: string;
  /** Absent: there is nothing to download (links). */
  readonly downloadUrl?: string | undefined;
  /** 'Uploaded on 11/12/2026 at 9:05 AM' or 'Added on …', in the board's time zone. */
  readonly dateLine: string;
  /** As in the file glyph: pdf, docx, link, … */
  readonly extension: string;
  readonly byteSize?: number | undefined;
  readonly printable: boolean;
}

export interface Reader {
  readonly id: string;
  readonly name: string;
}

/** `none`: the reader has no marks here, such as on a shared link. */
export type MarksAccess = 'edit' | 'read-only' | 'none';

export interface SavedMarks {
  /** Empty when there are none yet. */
  readonly xfdf: string;
  /** What the server calls this state of the marks; null when there are none yet. */
  readonly revision: string | null;
}

export interface MarksToSave {
  readonly xfdf: string;
  /** The revision that these marks were drawn on. */
  readonly baseRevision: string | null;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: string }
  /** Somebody (the same reader elsewhere) saved in between: what stands there now. */
  | { readonly kind: 'conflict'; readonly xfdf: string; readonly revision: string | null }
  | { readonly kind: 'failed'; readonly cause?: unknown };

export type ViewerMode = 'normal' | 'maximized' | 'minimized';

export interface DocumentViewerProps {
  readonly document: ViewedDocument;
  readonly reader: Reader;
  readonly marksAccess: MarksAccess;
  /** As they stood when the document was opened; later ones come as conflicts. */
  readonly marks: SavedMarks;
  /** May be called while the page is going away: use `keepalive`. */
  readonly onSaveMarks: (marks: MarksToSave) => Promise<SaveOutcome>;
  readonly mode: ViewerMode;
  readonly onModeChange: (mode: ViewerMode) => void;
  readonly onClose: () => void;
  readonly onDownload: () => void;
}
