import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getDocumentReaders, getDocumentsReport, reportPageSize } from '#contract/reports.ts';
import { formatDocumentTime, formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { Pager } from '#web/ui/rows/pager.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { ColumnChart, timeColumns, unitLabels } from './column-chart.tsx';
import { PersonName, ReportEmpty, ReportHead, ReportPending, useReport } from './report-parts.tsx';
import styles from './reports.module.css';
import type { ReportQuery } from './reports-address.ts';

interface DocumentReadersProps {
  readonly documentId: string;
  readonly title: string;
  readonly query: ReportQuery;
  readonly timeZone: string;
}

/** Who has opened one document and when, and who of those whom it is for has not. */
export function DocumentReaders({ documentId, title, query, timeZone }: DocumentReadersProps) {
  const { data } = useReport(getDocumentReaders, { params: { id: documentId }, query });
  if (data === undefined) return <ListSkeleton rows={2} />;
  const notRead = data.not_read.map(({ name }) => name).join(', ');
  return (
    <div className={styles.readers}>
      {data.readers.length > 0 && (
        <table className={styles.table} aria-label={`Who has opened ${title}`}>
          <thead>
            <tr>
              <th scope="col">Opened by</th>
              <th scope="col" className={styles['wide-only']}>
                First
              </th>
              <th scope="col">Last</th>
              <th scope="col" className={styles.num}>
                Times
              </th>
            </tr>
          </thead>
          <tbody>
            {data.readers.map((reader) => (
              <tr key={reader.member_id}>
                <th scope="row">
                  <PersonName person={reader} />
                </th>
                <td className={styles['wide-only']}>{formatDocumentTime(reader.first_at, timeZone)}</td>
                <td>{formatDocumentTime(reader.last_at, timeZone)}</td>
                <td className={styles.num}>
                  {reader.openings}
                  {reader.downloads > 0 && <span className="meta"> ({reader.downloads} downloaded)</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>
        {notRead === '' ? 'Everybody whom it is for has opened it.' : `Not yet read by ${notRead}.`}
      </p>
    </div>
  );
}

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
          heads={[unitLabels[buckets.unit], 'Openings']}
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
