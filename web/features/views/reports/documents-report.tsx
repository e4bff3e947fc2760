import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getDocumentReaders, getDocumentsReport, reportPageSize } from '#contract/reports.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { Pager } from '#web/ui/rows/pager.tsx';
import { ColumnChart, timeColumns, unitLabels } from './column-chart.tsx';
import type { ReportQuery } from './report-filters.tsx';
import { PersonName, Report, ReportHead, ReportSection, useReport } from './report-parts.tsx';
import styles from './reports.module.css';

type Documents = AnswerOf<typeof getDocumentsReport>;
type ReportedDocument = Documents['documents'][number];

interface DocumentsReportProps {
  readonly query: ReportQuery;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export function DocumentsReport(props: DocumentsReportProps) {
  const { query, page } = props;
  const pageQuery = page === 1 ? query : { ...query, page: String(page) };
  const report = useReport(getDocumentsReport, { query: pageQuery });
  return (
    <Report
      report={report}
      isEmpty={({ documents }) => documents.length === 0}
      emptyTitle="No documents to report"
      emptyText="Documents from published meetings, announcements and the library are listed here, with the people who have opened them."
    >
      {(data) => <DocumentsFigures data={data} {...props} />}
    </Report>
  );
}

function DocumentsFigures({ data, query, page, onPage }: DocumentsReportProps & { readonly data: Documents }) {
  const timeZone = useTimeZone();
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const { total, buckets } = data;
  const toggle = (id: string): void =>
    setOpenIds((open) => (open.includes(id) ? open.filter((each) => each !== id) : [...open, id]));
  return (
    <>
      <ReportHead figure={String(total.openings)}>
        {total.openings === 1 ? 'view' : 'views'} of {counted(total.documents, 'document')} by{' '}
        {counted(total.readers, 'member')}
      </ReportHead>
      {buckets.counts.length > 1 && total.openings > 0 && (
        <ColumnChart
          caption="Views over time"
          headers={[unitLabels[buckets.unit], 'Views']}
          columns={timeColumns(buckets)}
        />
      )}
      <ReportSection title="By document" aside={counted(data.found, 'document')}>
        <DataTable
          label="Documents opened"
          rows={data.documents}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'document',
              header: 'Document',
              cell: (document) => (
                <DocumentTitle
                  document={document}
                  isOpen={openIds.includes(document.id)}
                  onToggle={() => toggle(document.id)}
                />
              ),
            },
            { id: 'read', header: 'Opened by', cell: (document) => <ReadShare document={document} /> },
            {
              id: 'not-read',
              header: 'Not yet opened by',
              wideOnly: true,
              cell: (document) => <span className="meta">{document.audience > 0 && notReadText(document)}</span>,
            },
            {
              id: 'last',
              header: 'Last opened',
              align: 'end',
              cell: ({ last_opened_at: at }) => (at === null ? 'Never' : formatListDate(at, timeZone)),
            },
          ]}
          detailOf={({ id, title }) =>
            openIds.includes(id) && <DocumentReaders documentId={id} title={title} query={query} />
          }
        />
        <Pager page={page} found={data.found} size={reportPageSize} onPage={onPage} />
      </ReportSection>
    </>
  );
}

interface DocumentTitleProps {
  readonly document: ReportedDocument;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DocumentTitle({ document, isOpen, onToggle }: DocumentTitleProps) {
  return (
    <span className={styles.document}>
      <FileGlyph type={document.extension} />
      <span className={styles.title}>
        <Button className={styles.toggle ?? ''} aria-expanded={isOpen} onPress={onToggle}>
          {document.title}
          <Icon of={isOpen ? ChevronDown : ChevronRight} size="s" />
        </Button>
        <span className="meta">
          {document.home_name}
          {document.page_count !== null && `, ${counted(document.page_count, 'page')}`}
        </span>
      </span>
    </span>
  );
}

function ReadShare({ document }: { readonly document: ReportedDocument }) {
  const { read_by: read, audience } = document;
  if (audience === 0) return <span className="meta">Not shared with any of these people</span>;
  return (
    <span className={styles['read-line']}>
      <ProgressBar label={`Opened by ${read} of ${audience}`} value={read} max={audience} />
      <span className="figures">
        {read} of {audience}
      </span>
    </span>
  );
}

function notReadText({ audience, read_by: read, not_read: names }: ReportedDocument): string {
  const count = audience - read;
  if (count === 0) return 'Nobody';
  return count <= names.length ? names.join(', ') : counted(count, 'member');
}

interface DocumentReadersProps {
  readonly query: ReportQuery;
  readonly documentId: string;
  readonly title: string;
}

function DocumentReaders({ documentId, title, query }: DocumentReadersProps) {
  const timeZone = useTimeZone();
  const { data } = useReport(getDocumentReaders, { params: { id: documentId }, query });
  if (data === undefined) return <ListSkeleton rows={2} />;
  const notRead = data.not_read.map(({ name }) => name).join(', ');
  return (
    <div className={styles.readers}>
      {data.readers.length > 0 && (
        <DataTable
          label={`Who has opened ${title}`}
          rows={data.readers}
          keyOf={(reader) => reader.member_id}
          columns={[
            { id: 'reader', header: 'Opened by', cell: (reader) => <PersonName person={reader} /> },
            {
              id: 'first',
              header: 'First',
              wideOnly: true,
              cell: (reader) => formatDocumentTime(reader.first_at, timeZone),
            },
            { id: 'last', header: 'Last', cell: (reader) => formatDocumentTime(reader.last_at, timeZone) },
            {
              id: 'times',
              header: 'Times',
              align: 'end',
              cell: ({ openings, downloads }) => (
                <>
                  {openings}
                  {downloads > 0 && <span className="meta"> ({downloads} downloaded)</span>}
                </>
              ),
            },
          ]}
        />
      )}
      <p className={styles.note}>
        {notRead === '' ? 'Everybody in its audience has opened it.' : `Not yet opened by ${notRead}.`}
      </p>
    </div>
  );
}
