import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getDocumentsReport, reportPageSize } from '#contract/reports.ts';
import { counted } from '#domain/counted.ts';
import { formatListDate } from '#domain/dates.ts';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { Pager } from '#web/ui/rows/pager.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { ColumnChart } from './column-chart.tsx';
import { DocumentReaders } from './document-readers.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportEmpty, ReportPending } from './report-states.tsx';
import styles from './reports.module.css';
import type { ReportQuery } from './reports-address.ts';
import { timeColumns, unitWords } from './time-columns.ts';
import { useReport } from './use-report.ts';

type DocumentRow = AnswerOf<typeof getDocumentsReport>['documents'][number];

interface DocumentsReportProps {
  readonly query: ReportQuery;
  readonly timeZone: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Which papers were opened, by whom and when; never what anybody marked in them (product.md, section 4). */
export function DocumentsReport({ query, timeZone, page, onPage }: DocumentsReportProps) {
  const asked = page === 1 ? query : { ...query, page: String(page) };
  const { data, isPlaceholderData } = useReport(getDocumentsReport, { query: asked });
  if (data === undefined) return <ReportPending />;
  if (data.documents.length === 0) {
    return (
      <ReportEmpty
        title="No documents to report"
        text="Documents of published meetings and announcements and of the library are listed here, with who has opened them."
      />
    );
  }
  const { total, buckets } = data;
  return (
    <div aria-busy={isPlaceholderData}>
      <ReportHead figure={String(total.openings)}>
        {total.openings === 1 ? 'opening' : 'openings'} of {counted(total.documents, 'document')} by{' '}
        {counted(total.readers, 'member')}
      </ReportHead>
      {buckets.counts.length > 1 && total.openings > 0 && (
        <ColumnChart
          caption="Openings over time"
          heads={[unitWords[buckets.unit], 'Openings']}
          columns={timeColumns(buckets)}
        />
      )}
      <div className={styles.section}>
        <Section title="By document" aside={counted(data.found, 'document')}>
          <TableWrap label="Documents opened">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Document</th>
                  <th scope="col">Read by</th>
                  <th scope="col" className={styles['wide-only']}>
                    Not yet read by
                  </th>
                  <th scope="col" className={styles.num}>
                    Last opened
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.documents.map((document) => (
                  <DocumentLines key={document.id} document={document} query={query} timeZone={timeZone} />
                ))}
              </tbody>
            </table>
          </TableWrap>
          <Pager page={page} found={data.found} size={reportPageSize} onPage={onPage} />
        </Section>
      </div>
    </div>
  );
}

interface DocumentLinesProps {
  readonly document: DocumentRow;
  readonly query: ReportQuery;
  readonly timeZone: string;
}

/** A document, and below it who has opened it, when that is asked for. */
function DocumentLines({ document, query, timeZone }: DocumentLinesProps) {
  const [isOpen, setOpen] = useState(false);
  const { read_by: read, audience } = document;
  return (
    <>
      <tr>
        <th scope="row">
          <span className={styles.document}>
            <FileGlyph type={document.extension} />
            <span className={styles.title}>
              <Button className={styles.toggle ?? ''} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
                {document.title}
                <Icon of={isOpen ? ChevronDown : ChevronRight} size="s" />
              </Button>
              <span className="meta">
                {document.home_name}
                {document.page_count !== null && `, ${counted(document.page_count, 'page')}`}
              </span>
            </span>
          </span>
        </th>
        <td className={styles['read-cell']}>
          {audience === 0 ? (
            <span className="meta">For nobody here</span>
          ) : (
            <span className={styles['read-line']}>
              <ProgressBar label={`Read by ${read} of ${audience}`} value={read} max={audience} />
              <span className="figures">
                {read} of {audience}
              </span>
            </span>
          )}
        </td>
        <td className={styles['wide-only']}>
          <span className="meta">{audience > 0 && notReadWords(document)}</span>
        </td>
        <td className={styles.num}>
          {document.last_opened_at === null ? 'Never' : formatListDate(document.last_opened_at, timeZone)}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.opened}>
          <td colSpan={4}>
            <DocumentReaders documentId={document.id} title={document.title} query={query} timeZone={timeZone} />
          </td>
        </tr>
      )}
    </>
  );
}

function notReadWords({ audience, read_by: read, not_read: names }: DocumentRow): string {
  const count = audience - read;
  if (count === 0) return 'Nobody';
  return count <= names.length ? names.join(', ') : counted(count, 'member');
}
