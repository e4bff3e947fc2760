import type { ReactNode } from 'react';
import type { TextChange } from '#domain/revisions/text-changes.ts';

/** Decided outside the viewer. */
export type ViewedKind =
  | 'pdf'
  | 'image'
  | 'video'
  | 'media'
  | 'link'
  | 'download'
  | 'preview-pending'
  | 'preview-failed';

/** A stored file. Without a connection, the viewer reads it instead of an address. */
export interface StoredFile {
  readonly byteSize: number;
  /** From `begin` to before `end`. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array>;
}

export interface ViewedDocument {
  readonly id: string;
  readonly title: string;
  readonly kind: ViewedKind;
  /** The bytes to show (pdf, image, media; must support range requests), or the address of the video or link. */
  readonly url: string;
  /** Absent if there is nothing to download (links). */
  readonly downloadUrl?: string | undefined;
  /** 'Uploaded on 11/12/2026 at 9:05 AM' or 'Added on …', in the board's time zone. */
  readonly dateLine: string;
  /** Same as for the file icon: pdf, docx, link, … */
  readonly extension: string;
  readonly byteSize?: number | undefined;
  /** For a PDF, instead of `url`. */
  readonly stored?: StoredFile | undefined;
  /** A copy that includes the reader's marks. Absent if there are none to include. */
  readonly markedUrl?: string | undefined;
  readonly printable: boolean;
}

export interface Reader {
  readonly id: string;
  readonly name: string;
}

/** `none`: readers cannot annotate here, such as on a shared link. */
export type AnnotationAccess = 'edit' | 'read-only' | 'none';

export interface SavedAnnotations {
  /** Empty if there are none yet. */
  readonly xfdf: string;
  /** The server's revision of the marks. Null if there are none yet. */
  readonly revision: string | null;
}

export interface AnnotationsToSave {
  readonly xfdf: string;
  /** The revision that these marks are based on. */
  readonly baseRevision: string | null;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: string }
  /** The same reader has saved elsewhere in between. Contains the server's current state. */
  | { readonly kind: 'conflict'; readonly xfdf: string; readonly revision: string | null }
  | { readonly kind: 'failed'; readonly cause?: unknown }
  /** A retry with the same marks would be rejected again. */
  | { readonly kind: 'refused'; readonly cause: unknown };

export type ViewerMode = 'normal' | 'maximized' | 'minimized';

/** Matches in a document, by page from 1. */
export interface FoundPages {
  readonly pages: readonly { readonly page: number; readonly count: number }[];
  /** False until the document's text has been extracted. */
  readonly isRead: boolean;
  /** There are more matches than counted. */
  readonly isCut: boolean;
}

/** Another document of the list from which this one was opened. */
export interface Neighbour {
  readonly onOpen: () => void;
}

/** Marks stored on this device because they could not be sent yet. */
export interface UnsentAnnotations {
  /** Unsent marks from before, such as after the browser was closed. */
  readonly kept: { readonly xfdf: string; readonly baseXfdf: string; readonly baseRevision: string | null } | null;
  readonly keep: (annotations: {
    readonly xfdf: string;
    readonly baseXfdf: string;
    readonly baseRevision: string | null;
  }) => void;
  readonly clear: () => void;
}

/** The same reader's marks on this version, saved by other windows and devices. */
export interface LaterAnnotations {
  readonly onChange: (listener: () => void) => () => void;
  /** Returns null if there are none after the revision. */
  readonly load: (after: string | null) => Promise<SavedAnnotations | null>;
}

/** Marks on the previous version. */
export interface EarlierAnnotations {
  readonly count: number;
  readonly onOpen: () => void;
}

/** How the document differs from the version that the reader read before. */
export interface ReadBefore {
  /** 'Changed since you read it on 11/12/26: pages 3, 7–9' */
  readonly sentence: string;
  readonly changes: readonly TextChange[];
  readonly onCompare: () => void;
}

/** Marks of an earlier version that came along, or did not. */
export interface PlacedMarks {
  readonly sentence: string;
  /** Absent if none stayed behind. */
  readonly onShow?: (() => void) | undefined;
}

/** A version newer than this one. */
export interface NewerVersion {
  readonly onOpen: () => void;
}

export interface DocumentViewerProps {
  readonly document: ViewedDocument;
  readonly reader: Reader;
  /** The board's time zone, used for dates. */
  readonly timeZone: string;
  readonly annotationAccess: AnnotationAccess;
  /** A preview of a file that is neither PDF nor image. The tools explain why it cannot be annotated. */
  readonly isUnmarkable?: boolean | undefined;
  /** State when the document was opened. */
  readonly annotations: SavedAnnotations;
  /** Without it, later changes only arrive as conflicts. */
  readonly later?: LaterAnnotations | undefined;
  /** May be called while the page is closing: use `keepalive`. */
  readonly onSaveAnnotations: (annotations: AnnotationsToSave) => Promise<SaveOutcome>;
  /** Without it, unsent marks are lost with the page. */
  readonly unsent?: UnsentAnnotations | undefined;
  /** Absent if the document's text cannot be searched. */
  readonly onFind?: ((words: string) => Promise<FoundPages>) | undefined;
  /** Words of the search that led here, highlighted until the reader searches for others. */
  readonly searched?: readonly string[] | undefined;
  /** The page to open, starting at 1. Absent until known. */
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
  /** The id of the mark to select at first, on `firstPage`. */
  readonly firstAnnotation?: string | undefined;
  readonly otherPapers?: ReactNode;
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  readonly earlier?: EarlierAnnotations | undefined;
  readonly newer?: NewerVersion | undefined;
  readonly readBefore?: ReadBefore | undefined;
  readonly placed?: PlacedMarks | undefined;
  /** The document or a page of it could not be loaded. It may have been deleted or replaced. */
  readonly onUnreadable?: (() => void) | undefined;
  readonly mode: ViewerMode;
  readonly onModeChange: (mode: ViewerMode) => void;
  readonly onClose: () => void;
  /** Offers to keep the document on this device. */
  readonly keep?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Absent if the document has no address of its own. */
  readonly onCopyLink?: (() => void) | undefined;
  /** `marked`: the copy with the reader's marks. */
  readonly onDownload: (what?: 'original' | 'marked') => void;
}
