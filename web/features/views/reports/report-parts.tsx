import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { getAttendanceReport, getPeopleReport, ReportPerson } from '#contract/reports.ts';
import { formatDate } from '#domain/dates.ts';
import type { CallArguments } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './reports.module.css';

export type Attendance = AnswerOf<typeof getAttendanceReport>;
export type PersonWithTerm = AnswerOf<typeof getPeopleReport>['people'][number];

export function useReport<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>) {
  return useQuery<AnswerOf<E>>({
    ...queryFor(endpoint, ...input),
    staleTime: 0,
    placeholderData: keepPreviousData as never,
    throwOnError: (_error, query) => query.state.data === undefined,
  });
}

interface ReportHeadProps {
  readonly figure: string;
  readonly children: ReactNode;
  readonly legend?: ReactNode;
}

export function ReportHead({ figure, children, legend }: ReportHeadProps) {
  return (
    <div className={styles.head}>
      <p className={styles.sum}>
        <span className={styles['figure-value']}>{figure}</span> <span className={styles.words}>{children}</span>
      </p>
      {legend !== undefined && <p className={styles.legend}>{legend}</p>}
    </div>
  );
}

interface ReportSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function ReportSection(props: ReportSectionProps) {
  return (
    <div className={styles.section}>
      <Section {...props} />
    </div>
  );
}

const skeletonRows = [1, 2, 3, 4, 5, 6] as const;

function ReportPending() {
  return (
    <div role="status" aria-busy="true" className={styles.pending}>
      <span className="visually-hidden">Loading</span>
      <Skeleton shape="display" width={40} />
      <div className={styles['pending-plot']} />
      {skeletonRows.map((row) => (
        <div key={row} className={styles['pending-row']}>
          <Skeleton width={30} />
          <Skeleton width={20} end />
        </div>
      ))}
    </div>
  );
}

interface ReportProps<Answer> {
  readonly report: { readonly data: Answer | undefined; readonly isPlaceholderData: boolean };
  readonly isEmpty: (data: Answer) => boolean;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly children: (data: Answer) => ReactNode;
}

export function Report<Answer>({ report, isEmpty, emptyTitle, emptyText, children }: ReportProps<Answer>) {
  const { data, isPlaceholderData } = report;
  if (data === undefined) return <ReportPending />;
  if (isEmpty(data)) {
    return (
      <div className={styles.empty}>
        <EmptyState title={emptyTitle} text={emptyText} />
      </div>
    );
  }
  return <div aria-busy={isPlaceholderData}>{children(data)}</div>;
}

export function PersonName({ person }: { readonly person: ReportPerson }) {
  const follow = useFollowLink();
  const status = memberStatus(person);
  return (
    <span className={styles.person}>
      {person.is_removed ? (
        person.name
      ) : (
        <a href={paths.person(person.slug)} onClick={follow}>
          {person.name}
        </a>
      )}
      {status !== null && <span className="meta">{status}</span>}
    </span>
  );
}

function memberStatus({ status, is_removed: isGone }: Pick<ReportPerson, 'status' | 'is_removed'>): string | null {
  if (isGone) return 'Left';
  if (status === 'active') return null;
  return status === 'invited' ? 'Pending' : 'Inactive';
}

export const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`, 'UTC');
