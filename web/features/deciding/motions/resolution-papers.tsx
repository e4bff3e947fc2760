import type { WrittenResolution } from '#contract/resolutions.ts';
import { useTimeZone } from '#web/api/start.ts';
import { DocumentRows } from '#web/features/papers/documents/editing/document-rows.tsx';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './resolutions.module.css';

const DocumentsOfHome = lazyPart(
  () => import('#web/features/papers/documents/editing/documents-of-home.tsx'),
  'DocumentsOfHome',
);

export function ResolutionPapers({ resolution }: { readonly resolution: WrittenResolution }) {
  const { id, documents, can } = resolution;
  const timeZone = useTimeZone();
  if (can.edit_papers) {
    return (
      <div className={styles.papers}>
        <DocumentsOfHome title="Papers" home="resolution" id={id} slot={`resolution ${id}`} documents={documents} />
      </div>
    );
  }
  if (documents.length === 0) return null;
  return (
    <div className={styles.papers}>
      <Section title="Papers">
        <DocumentList>
          <DocumentRows
            documents={documents}
            hrefOf={(document) => paths.resolution(id, { document })}
            timeZone={timeZone}
          />
        </DocumentList>
      </Section>
    </div>
  );
}
