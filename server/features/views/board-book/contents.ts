import type { LeftOutReason } from '#domain/board-book.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';
import type { BookPlan } from '#server/integrations/pdf/book/plan.ts';

export interface BookPaper {
  readonly document: DocumentRow;
  readonly label: string;
  readonly pages:
    | { readonly kind: 'pdf' | 'picture'; readonly key: string; readonly marksRevision: number | null }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'left-out'; readonly why: LeftOutReason };
}

export interface BookContents {
  readonly frame: Pick<BookPlan, 'board' | 'colour' | 'paper' | 'logo' | 'title' | 'facts' | 'entries'>;
  readonly papers: readonly BookPaper[];
  readonly fingerprint: string;
  readonly hasMarks: boolean;
}

export interface VersionFiles {
  readonly storage_key: string;
  readonly preview_key: string | null;
  readonly revision: number | null;
}

export interface BookRow {
  readonly id: string;
  readonly fingerprint: string;
  readonly state: 'waiting' | 'made' | 'failed';
  readonly papers_done: number;
  readonly requested_at: Date;
  readonly storage_key: string | null;
  readonly byte_size: number | null;
  readonly page_count: number | null;
  readonly left_out: readonly { readonly id: string; readonly why: LeftOutReason }[];
  readonly made_at: Date | null;
}
