import { useQuery } from '@tanstack/react-query';
import { type AnnotatedDocument, listAnnotatedDocuments } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getLibrary } from '#contract/library.ts';
import { formatListDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { documentPath, paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DocumentList, DocumentRow } from '#web/ui/rows/document-row.tsx';
import { Section } from '#web/ui/rows/section.tsx';

type Latest = AnswerOf<typeof getLibrary>['latest'];

export function LatestDocuments({ documents }: { readonly documents: Latest }) {
  const timeZone = useTimeZone();
  if (documents.length === 0) return null;
  return (
    <Section title="Latest documents">
      <DocumentList>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            title={document.title}
            type={glyphType(document)}
            meta={document.category_name}
            href={paths.library({ document: document.id })}
            date={formatListDate(document.created_at, timeZone)}
            dateTime={document.created_at}
          />
        ))}
      </DocumentList>
    </Section>
  );
}

const shownMax = 5;

export function MyMarks() {
  const { data } = useQuery({ ...queryFor(listAnnotatedDocuments), staleTime: 0, throwOnError: false });
  if (data === undefined) return null;
  const { documents } = data;
  return (
    <Section
      title="My marks"
      {...(documents.length > shownMax ? { aside: <TextLink href={paths.libraryMarks()}>Show all</TextLink> } : {})}
    >
      {documents.length === 0 ? (
        <p className="muted">Documents that you write or draw on appear here. Nobody else sees your marks.</p>
      ) : (
        <DocumentList>
          {documents.slice(0, shownMax).map((document) => (
            <MarkedRow key={document.id} document={document} />
          ))}
        </DocumentList>
      )}
    </Section>
  );
}

function MarkedRow({ document }: { readonly document: AnnotatedDocument }) {
  const timeZone = useTimeZone();
  return (
    <DocumentRow
      title={document.title}
      type={glyphType(document)}
      meta={document.home_name}
      href={documentPath(document)}
      date={formatListDate(document.annotated_at, timeZone)}
      dateTime={document.annotated_at}
    />
  );
}

export function MarkedDocuments() {
  usePageTitle('My marks');
  const query = useQuery({ ...queryFor(listAnnotatedDocuments), staleTime: 0 });
  const { data } = query;
  return (
    <>
      <Breadcrumbs items={[{ label: 'Library', href: paths.library() }]} />
      <PageHead title="My marks" note={data && counted(data.documents.length, 'document')} />
      {data === undefined ? (
        <WhileLoading what="Your marks" query={query}>
          <ListSkeleton />
        </WhileLoading>
      ) : data.documents.length === 0 ? (
        <EmptyState
          title="No marks yet"
          text="Documents that you write or draw on appear here. Only you can see them."
        />
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
