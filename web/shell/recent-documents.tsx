import { useId } from 'react';
import { Link } from 'react-aria-components';
import { glyphType } from '#domain/file-words.ts';
import { useStart } from '#web/api/start.ts';
import { documentPath } from '#web/paths.ts';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './sidebar.module.css';

/** The recently opened documents, newest first; each opens where it stands. */
export function RecentDocuments() {
  const { recent_documents: documents } = useStart();
  const titleId = useId();
  if (documents.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby={titleId}>
      <h2 className={styles['recent-title']} id={titleId}>
        Recently opened
      </h2>
      <ul>
        {documents.map((document) => (
          <li key={document.id}>
            <Link className={styles['recent-item'] ?? ''} href={documentPath(document)}>
              <FileGlyph type={glyphType(document)} size="s" />
              <span className="truncate">{document.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
