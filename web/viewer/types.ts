import type { ReactNode } from 'react';

/** How a document is shown; decided outside the viewer by the specification's rules (section 4). */
export type ViewedKind =
  | 'pdf'
  | 'image'
  | 'video'
  | 'media'
  | 'link'
  | 'download'
  | 'preview-pending'
  | 'preview-failed';

export interface ViewedDocument {
  readonly id: string;
  readonly title: string;
  readonly kind: ViewedKind;
  /** The bytes to show (pdf, image, media; must answer range requests), or the address of the video or link. */
  readonly url: string;
  /** Absent: there is nothing to download (links). */
  readonly downloadUrl?: string | undefined;
  /** 'Uploaded on 11/12/2026 at 9:05 AM' or 'Added on …', in the board's time zone. */
  readonly dateLine: string;
  /** As in the file glyph: pdf, docx, link, … */
  readonly extension: string;
  readonly byteSize?: number | undefined;
  /** A copy with the reader's marks in it; absent where there are none to put in. */
  readonly markedUrl?: string | undefined;
  readonly printable: boolean;
}

export interface Reader {
  readonly id: string;
  readonly name: string;
}

/** `none`: the reader has no marks here, such as on a shared link. */
export type AnnotationAccess = 'edit' | 'read-only' | 'none';

export interface SavedAnnotations {
  /** Empty when there are none yet. */
  readonly xfdf: string;
  /** What the server calls this state of the marks; null when there are none yet. */
  readonly revision: string | null;
}

export interface AnnotationsToSave {
  readonly xfdf: string;
  /** The revision that these marks were drawn on. */
  readonly baseRevision: string | null;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: string }
  /** Somebody (the same reader elsewhere) saved in between: what stands there now. */
  | { readonly kind: 'conflict'; readonly xfdf: string; readonly revision: string | null }
  | { readonly kind: 'failed'; readonly cause?: unknown }
  /** The same marks would be refused again. */
  | { readonly kind: 'refused'; readonly cause: unknown };

export type ViewerMode = 'normal' | 'maximized' | 'minimized';

/** Where words are in a document, by page from 1. */
export interface FoundPages {
  readonly pages: readonly { readonly page: number; readonly count: number }[];
  /** False while nothing is known of the document's text. */
  readonly isRead: boolean;
  /** There is more than was counted. */
  readonly isCut: boolean;
}

/** Another document of the list that this one was opened from. */
export interface Neighbour {
  readonly onOpen: () => void;
}

/** The marks that wait on this machine because they could not be sent yet. */
export interface UnsentAnnotations {
  /** What waits from before, such as after the browser was closed. */
  readonly kept: { readonly xfdf: string; readonly baseXfdf: string; readonly baseRevision: string | null } | null;
  readonly keep: (annotations: {
    readonly xfdf: string;
    readonly baseXfdf: string;
    readonly baseRevision: string | null;
  }) => void;
  readonly clear: () => void;
}

/** The same reader's marks on this version, as other windows and devices save them. */
export interface LaterAnnotations {
  /** Returns what ends it. */
  readonly onChange: (listener: () => void) => () => void;
  /** Null where there are none after the revision. */
  readonly load: (after: string | null) => Promise<SavedAnnotations | null>;
}

/** Marks on the version before this one. */
export interface EarlierAnnotations {
  readonly count: number;
  readonly onOpen: () => void;
}

/** A version that has come after this one. */
export interface NewerVersion {
  readonly onOpen: () => void;
}

export interface DocumentViewerProps {
  readonly document: ViewedDocument;
  readonly reader: Reader;
  /** The board's: of the days that are shown. */
  readonly timeZone: string;
  readonly annotationAccess: AnnotationAccess;
  /** It is a preview of what is neither PDF nor picture; its tools say why there is nothing to mark with. */
  readonly isUnmarkable?: boolean | undefined;
  /** As they stood when the document was opened. */
  readonly annotations: SavedAnnotations;
  /** Absent: later ones come as conflicts alone. */
  readonly later?: LaterAnnotations | undefined;
  /** May be called while the page is going away: use `keepalive`. */
  readonly onSaveAnnotations: (annotations: AnnotationsToSave) => Promise<SaveOutcome>;
  /** Absent: unsent marks are lost with the page. */
  readonly unsent?: UnsentAnnotations | undefined;
  /** Absent: the document's text cannot be searched. */
  readonly onFind?: ((words: string) => Promise<FoundPages>) | undefined;
  /** Words that the reader came to look for: marked until others are searched here. */
  readonly searched?: readonly string[] | undefined;
  /** The page to open on, from 1; absent until it is known. */
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
  /** The id of a mark to begin with, on `firstPage`. */
  readonly firstAnnotation?: string | undefined;
  /** Marks on other documents, for the list of marks. */
  readonly otherPapers?: ReactNode;
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  readonly earlier?: EarlierAnnotations | undefined;
  readonly newer?: NewerVersion | undefined;
  /** The document, or a page of it, could not be had: it may have gone, or have been replaced. */
  readonly onUnreadable?: (() => void) | undefined;
  readonly mode: ViewerMode;
  readonly onModeChange: (mode: ViewerMode) => void;
  readonly onClose: () => void;
  /** Absent: the document has no address of its own. */
  readonly onCopyLink?: (() => void) | undefined;
  /** `marked`: the copy with the reader's marks. */
  readonly onDownload: (what?: 'original' | 'marked') => void;
}
