import type { Document } from '../../../contract/documents.ts';
import { formatListDate } from '../../../domain/dates.ts';
import { glyphType } from '../../../domain/file-words.ts';
import { DocumentRow } from '../../ui/rows/document-row.tsx';
import { documentMeta } from './viewed-document.ts';

interface DocumentRowsProps {
  readonly documents: readonly Document[];
  /** The page with this document open over it. */
  readonly hrefOf: (documentId: string) => string;
  readonly timeZone: string;
  /** False on shared links, where nobody's last visit is known. */
  readonly marksNew?: boolean | undefined;
}

export function DocumentRows({ documents, hrefOf, timeZone, marksNew = true }: DocumentRowsProps) {
  return documents.map((document) => (
    <DocumentRow
      key={document.id}
      title={document.title}
      href={hrefOf(document.id)}
      type={glyphType(document)}
      meta={documentMeta(document)}
      date={formatListDate(document.created_at, timeZone)}
      dateTime={document.created_at}
      isNew={marksNew && document.is_new}
    />
  ));
}
