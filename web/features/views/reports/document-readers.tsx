import { getDocumentReaders } from '#contract/reports.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { PersonName } from './person-name.tsx';
import styles from './reports.module.css';
import type { ReportQuery } from './reports-address.ts';
import { useReport } from './use-report.ts';

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
