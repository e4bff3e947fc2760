import { useQuery } from '@tanstack/react-query';
import { listAnnotationsBeside } from '#contract/reading.ts';
import { annotationLabels } from '#domain/messages/annotations.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { queryFor } from '#web/api/queries.ts';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { NoOtherPapers, OtherPapersFrame, PaperMarks } from '#web/viewer/side-panel.tsx';

interface OtherPapersProps {
  readonly documentId: string;
  readonly onOpen: (documentId: string, mark: { readonly id: string; readonly page: number }) => void;
}

export function OtherPapers({ documentId, onOpen }: OtherPapersProps) {
  const query = useQuery({
    ...queryFor(listAnnotationsBeside, { params: { id: documentId } }),
    staleTime: 0,
    throwOnError: false,
    select: ({ documents }) =>
      documents.map(({ id, title, xfdf }) => ({ id, title, annotations: annotationsIn(xfdf) })),
  });
  const { data } = query;
  return (
    <OtherPapersFrame title={annotationLabels.otherPapers}>
      {data === undefined ? (
        <NoOtherPapers>
          <WhileLoading what="These marks" query={query}>
            <ListSkeleton rows={2} />
          </WhileLoading>
        </NoOtherPapers>
      ) : data.length === 0 ? (
        <NoOtherPapers>{annotationLabels.noOthers}</NoOtherPapers>
      ) : (
        data.map(({ id, title, annotations }) => (
          <PaperMarks
            key={id}
            title={title}
            annotations={annotations}
            onGoToAnnotation={(mark, page) => onOpen(id, { id: mark, page })}
          />
        ))
      )}
    </OtherPapersFrame>
  );
}

function annotationsIn(xfdf: string) {
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.annotations.annotations : [];
}
