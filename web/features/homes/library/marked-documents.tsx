import { useQuery } from '@tanstack/react-query';
import { listMarkedDocuments } from '#contract/documents.ts';
import { counted } from '#domain/counted.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import { MarkedRow } from './latest-documents.tsx';

/** /library?view=marks: every document that the reader has marked, newest first (product.md, section 4, 'Documents'). */
export function MarkedDocuments() {
  usePageTitle('My marks');
  const query = useQuery({ ...queryFor(listMarkedDocuments), staleTime: 0 });
  const { data } = query;
  const crumbs = <Breadcrumbs items={[{ label: 'Library', href: paths.library() }]} />;
  if (data === undefined) {
    return (
      <>
        {crumbs}
        <PageHead title="My marks" />
        <WhileLoading what="Your marks" query={query}>
          <ListSkeleton />
        </WhileLoading>
      </>
    );
  }
  return (
    <>
      {crumbs}
      <PageHead title="My marks" note={counted(data.documents.length, 'document')} />
      {data.documents.length === 0 ? (
        <EmptyState title="No marks yet" text="Documents that you write or draw on appear here, for you alone." />
      ) : (
        <DocumentList>
          {data.documents.map((document) => (
            <MarkedRow key={document.id} document={document} />
          ))}
        </DocumentList>
      )}
    </>
  );
}
