import type { ReactNode } from 'react';
import type { TextChange } from '#domain/revisions/text-changes.ts';

/** The code outside the viewer decides which kind a document is. */
export type ViewedKind =
  | 'pdf'
  | 'image'
  | 'video'
  | 'media'
  | 'link'
  | 'download'
  | 'preview-pending'
  | 'preview-failed';

/** A stored file, which the viewer reads offline instead of an address. */
export interface StoredFile {
  readonly byteSize: number;
  /** Reads from `begin` up to but not including `end`. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array>;
}

export interface ViewedDocument {
  readonly id: string;
  readonly title: string;
  readonly kind: ViewedKind;
  /**
   * The address of the bytes to show (pdf, image and media, which must support range requests), or of the video or
   * link.
   */
  readonly url: string;
  /** Left out if there is nothing to download, as for links. */
  readonly downloadUrl?: string | undefined;
  /** Such as 'Uploaded on 11/12/2026 at 9:05 AM' or 'Added on …', in the board's time zone. */
  readonly dateLine: string;
  /** The type that the file icon uses, such as pdf, docx or link. */
  readonly extension: string;
  readonly byteSize?: number | undefined;
  /** Replaces `url` for a stored PDF. */
  readonly stored?: StoredFile | undefined;
  /** The address of a copy that includes the reader's annotations. Left out if there are none. */
  readonly markedUrl?: string | undefined;
  readonly printable: boolean;
}

export interface Reader {
  readonly id: string;
  readonly name: string;
}

/** `none` means that readers cannot annotate here, as on a shared link. */
export type AnnotationAccess = 'edit' | 'read-only' | 'none';

export interface SavedAnnotations {
  /** Empty if there are no annotations yet. */
  readonly xfdf: string;
  /** The server's revision of the annotations. Null if there are none yet. */
  readonly revision: string | null;
}

export interface AnnotationsToSave {
  readonly xfdf: string;
  /** The revision that these annotations are based on. */
  readonly baseRevision: string | null;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: string }
  /** The same reader has saved in another place in the meantime. Contains the server's current state. */
  | { readonly kind: 'conflict'; readonly xfdf: string; readonly revision: string | null }
  | { readonly kind: 'failed'; readonly cause?: unknown }
  /** A retry with the same annotations would be rejected again. */
  | { readonly kind: 'refused'; readonly cause: unknown };

export type ViewerMode = 'normal' | 'maximized' | 'minimized';

/** The matches in a document by page, counted from 1. */
export interface FoundPages {
  readonly pages: readonly { readonly page: number; readonly count: number }[];
  /** False until the document's text has been extracted. */
  readonly isRead: boolean;
  /** Whether there are more matches than were counted. */
  readonly isCut: boolean;
}

/** Another document in the list from which this one was opened. */
export interface Neighbour {
  readonly onOpen: () => void;
}

/** Annotations that are stored on this device because they could not be sent yet. */
export interface UnsentAnnotations {
  /** Earlier unsent annotations, such as after the browser was closed. */
  readonly kept: { readonly xfdf: string; readonly baseXfdf: string; readonly baseRevision: string | null } | null;
  readonly keep: (annotations: {
    readonly xfdf: string;
    readonly baseXfdf: string;
    readonly baseRevision: string | null;
  }) => void;
  readonly clear: () => void;
}

/** The same reader's annotations on this version that other windows and devices save. */
export interface LaterAnnotations {
  readonly onChange: (listener: () => void) => () => void;
  /** Returns null if there are no annotations after the revision. */
  readonly load: (after: string | null) => Promise<SavedAnnotations | null>;
}

/** Annotations on the previous version. */
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
  /** Set for the preview of a file that is neither PDF nor image. The tools explain why it cannot be annotated. */
  readonly isUnmarkable?: boolean | undefined;
  /** The annotations at the time when the document was opened. */
  readonly annotations: SavedAnnotations;
  /** If this is left out, later changes are noticed only as conflicts. */
  readonly later?: LaterAnnotations | undefined;
  /** May be called while the page is being closed, so it must use `keepalive`. */
  readonly onSaveAnnotations: (annotations: AnnotationsToSave) => Promise<SaveOutcome>;
  /** If this is left out, unsent annotations are lost with the page. */
  readonly unsent?: UnsentAnnotations | undefined;
  /** Left out if the document's text cannot be searched. */
  readonly onFind?: ((words: string) => Promise<FoundPages>) | undefined;
  /**
   * Words of the search from which the document was opened. They are highlighted until the reader searches for others.
   */
  readonly searched?: readonly string[] | undefined;
  /** The page to open, counted from 1. Undefined until known. */
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
  /** The id of the annotation that is selected at first, on `firstPage`. */
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
  /** Left out if the document has no address of its own. */
  readonly onCopyLink?: (() => void) | undefined;
  /** `marked` downloads the copy with the reader's annotations. */
  readonly onDownload: (what?: 'original' | 'marked') => void;
}
