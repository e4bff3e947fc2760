import { lazy, type ReactNode, Suspense } from 'react';
import type { Document } from '#contract/documents.ts';
import { formatListDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { revisionMessages } from '#domain/messages/annotations.ts';
import { documentMeta } from '#web/features/papers/documents/viewed-document.ts';
import { DocumentRow } from '#web/ui/rows/document-row.tsx';

const EditedDocuments = lazy(async () => ({
  default: (await import('./edited-documents.tsx')).EditedDocuments,
}));

function newLabelOf({ is_new_version: isNewVersion, changed_pages: pages }: Document): string | undefined {
  if (!isNewVersion) return undefined;
  return pages === null || pages === 0 ? 'New version' : revisionMessages.changedPages(pages);
}

interface DocumentRowsProps {
  readonly documents: readonly Document[];
  readonly hrefOf: (documentId: string) => string;
  readonly timeZone: string;
  /** False on shared links, where the last visit is unknown. */
  readonly marksNew?: boolean | undefined;
  readonly canEdit?: boolean | undefined;
}

export function DocumentRows(props: DocumentRowsProps) {
  const { documents, hrefOf, timeZone, marksNew = true, canEdit = false } = props;
  const row = (document: Document, menu?: ReactNode) => (
    <DocumentRow
      key={document.id}
      title={document.title}
      href={hrefOf(document.id)}
      type={glyphType(document)}
      meta={documentMeta(document)}
      date={formatListDate(document.uploaded_at, timeZone)}
      dateTime={document.uploaded_at}
      isNew={marksNew && document.is_new}
      newLabel={newLabelOf(document)}
      end={menu}
    />
  );
  const plain = documents.map((document) => row(document));
  if (!canEdit) return plain;
  return (
    <Suspense fallback={plain}>
      <EditedDocuments documents={documents}>{row}</EditedDocuments>
    </Suspense>
  );
}
