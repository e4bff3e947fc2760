import type { ReactNode } from 'react';
import type { TextChange } from '#domain/revisions/text-changes.ts';

export type ViewedKind =
  | 'pdf'
  | 'image'
  | 'video'
  | 'media'
  | 'link'
  | 'download'
  | 'preview-pending'
  | 'preview-failed';

export interface StoredFile {
  readonly byteSize: number;
  /** Reads from `begin` up to but not including `end`. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array>;
}

export interface ViewedDocument {
  readonly id: string;
  readonly title: string;
  readonly kind: ViewedKind;
  /** The address of the file, video or link. For 'pdf', 'image' and 'media', the server must support range requests. */
  readonly url: string;
  readonly downloadUrl?: string | undefined;
  /** For example 'Uploaded on 11/12/2026 at 9:05 AM', in the board's time zone. */
  readonly dateLine: string;
  readonly extension: string;
  readonly byteSize?: number | undefined;
  readonly stored?: StoredFile | undefined;
  readonly markedUrl?: string | undefined;
  readonly printable: boolean;
}

/** `none` hides annotations, for example on a shared link. */
export type AnnotationAccess = 'edit' | 'read-only' | 'none';

export interface SavedAnnotations {
  readonly xfdf: string;
  readonly revision: string | null;
  /** Annotations that are based on a revision earlier than this one were destroyed. */
  readonly base?: number;
}

export interface AnnotationsToSave {
  readonly xfdf: string;
  readonly baseRevision: string | null;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly revision: string }
  /** The reader has saved newer annotations elsewhere. Contains the server's current state. */
  | ({ readonly kind: 'conflict' } & SavedAnnotations)
  | { readonly kind: 'failed'; readonly cause?: unknown }
  /** A retry with the same annotations would be rejected again. */
  | { readonly kind: 'refused'; readonly cause: unknown };

export type ViewerMode = 'normal' | 'maximized' | 'minimized';

export interface FoundPages {
  readonly pages: readonly { readonly page: number; readonly count: number }[];
  /** False until the document's text has been extracted. */
  readonly isRead: boolean;
  readonly isCut: boolean;
}

interface OtherDocument {
  readonly onOpen: () => void;
}

export interface KeptAnnotations extends AnnotationsToSave {
  readonly baseXfdf: string;
}

export interface UnsentAnnotations {
  readonly kept: KeptAnnotations | null;
  readonly keep: (annotations: KeptAnnotations) => void;
  readonly clear: () => void;
}

export interface LaterAnnotations {
  readonly onChange: (listener: () => void) => () => void;
  readonly load: (after: string | null) => Promise<SavedAnnotations | null>;
}

export interface EarlierAnnotations extends OtherDocument {
  readonly count: number;
}

export interface ReadBefore {
  /** For example 'Changed since you read it on 11/12/26: pages 3, 7–9'. */
  readonly sentence: string;
  readonly changes: readonly TextChange[];
  readonly onCompare: () => void;
}

export interface PlacedMarks {
  readonly sentence: string;
  readonly onShow?: (() => void) | undefined;
}

export interface DocumentViewerProps {
  readonly document: ViewedDocument;
  readonly reader: { readonly id: string; readonly name: string };
  readonly timeZone: string;
  readonly annotationAccess: AnnotationAccess;
  readonly isUnmarkable?: boolean | undefined;
  readonly annotations: SavedAnnotations;
  /** If omitted, annotations saved elsewhere are noticed only when saving causes a conflict. */
  readonly later?: LaterAnnotations | undefined;
  /** Must use `keepalive`, because it may be called while the page is closing. */
  readonly onSaveAnnotations: (annotations: AnnotationsToSave) => Promise<SaveOutcome>;
  /** If omitted, unsent annotations are lost with the page. */
  readonly unsent?: UnsentAnnotations | undefined;
  readonly onFind?: ((words: string) => Promise<FoundPages>) | undefined;
  /** Highlighted until the reader searches for other words. */
  readonly searched?: readonly string[] | undefined;
  /** The page to open first, one-based. Undefined until it is known. */
  readonly firstPage?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
  readonly firstAnnotation?: string | undefined;
  readonly otherPapers?: ReactNode;
  readonly previous?: OtherDocument | undefined;
  readonly next?: OtherDocument | undefined;
  readonly earlier?: EarlierAnnotations | undefined;
  readonly newer?: OtherDocument | undefined;
  readonly readBefore?: ReadBefore | undefined;
  readonly placed?: PlacedMarks | undefined;
  /** Called if the document or a page could not be loaded, because it may have been deleted or replaced. */
  readonly onUnreadable?: (() => void) | undefined;
  readonly mode: ViewerMode;
  readonly onModeChange: (mode: ViewerMode) => void;
  readonly onClose: () => void;
  readonly keep?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly onCopyLink?: (() => void) | undefined;
  readonly onDownload: (what?: 'original' | 'marked') => void;
}
