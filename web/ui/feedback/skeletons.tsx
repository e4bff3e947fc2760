import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import personStyles from '#web/ui/identity/person-line.module.css';
import layoutStyles from '#web/ui/layout.module.css';
import meetingStyles from '#web/ui/meeting/next-meeting.module.css';
import rsvpStyles from '#web/ui/meeting/rsvp-bar.module.css';
import pageStyles from '#web/ui/page.module.css';
import sectionStyles from '#web/ui/rows/section.module.css';
import timelineStyles from '#web/ui/rows/timeline.module.css';
import styles from './skeletons.module.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'display' | 'round' | 'control' | undefined;
  readonly width?: 20 | 30 | 40 | 50 | 60 | 75 | 90 | undefined;
  readonly end?: boolean | undefined;
}

export function Skeleton({ shape = 'line', width, end = false }: SkeletonProps) {
  return (
    <span
      className={clsx(
        styles.skeleton,
        shape !== 'line' && styles[`skeleton-${shape}`],
        width && styles[`w-${width}`],
        end && 'end',
      )}
    />
  );
}

function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">Loading</span>
      {children}
    </div>
  );
}

const WIDTHS = [40, 50, 30, 60, 40] as const;
const LINES = [90, 75, 90, 60] as const;

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function EntryBars({ rows = 5 }: { readonly rows?: number | undefined }) {
  return indexes(rows).map((index) => (
    <div key={index} className={timelineStyles.entry}>
      <Skeleton shape="title" />
      <div className={clsx(layoutStyles.stack, layoutStyles['stack-s'])}>
        <Skeleton shape="title" width={WIDTHS[index % WIDTHS.length]} />
        <Skeleton width={50} />
      </div>
    </div>
  ));
}

function PersonBars() {
  return LINES.map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
    <div key={index} className={personStyles['person-row']}>
      <Skeleton shape="round" />
      <span className={clsx(layoutStyles.stack, layoutStyles['stack-s'], styles['skeleton-lines'])}>
        <Skeleton width={width} />
        <Skeleton width={40} />
      </span>
    </div>
  ));
}

function HeadBar({ width = 40 }: { readonly width?: 40 | 50 }) {
  return (
    <div className={sectionStyles['section-head']}>
      <Skeleton shape="title" width={width} />
    </div>
  );
}

function ColumnBars({ spaced = false }: { readonly spaced?: boolean }) {
  return (
    <div className={clsx(pageStyles.columns, spaced && pageStyles['columns-spaced'])}>
      <div>
        <HeadBar />
        <EntryBars />
      </div>
      <div>
        <HeadBar width={50} />
        <PersonBars />
      </div>
    </div>
  );
}

export function ListSkeleton({ rows }: { readonly rows?: number | undefined }) {
  return (
    <Loading>
      <HeadBar />
      <EntryBars rows={rows} />
    </Loading>
  );
}

export function PageSkeleton() {
  return (
    <Loading>
      <div className={pageStyles['page-head']}>
        <span className={styles['skeleton-head']}>
          <Skeleton shape="display" width={40} />
        </span>
      </div>
      <ColumnBars />
    </Loading>
  );
}

export function MeetingSkeleton({ withPeople = true }: { readonly withPeople?: boolean | undefined }) {
  return (
    <Loading>
      <div className={meetingStyles['next-meeting']}>
        <div className={styles['date-block-loading']} />
        <div className={meetingStyles['next-meeting-body']}>
          <Skeleton width={20} />
          <Skeleton shape="display" width={60} />
          <Skeleton width={75} />
          <div data-ui="rsvp" className={clsx(rsvpStyles.rsvp, rsvpStyles['rsvp-flush'])}>
            <Skeleton shape="title" width={20} />
            <Skeleton shape="control" width={50} end />
          </div>
          <div className={meetingStyles['next-meeting-side']}>
            <span className={styles['skeleton-button']}>
              <Skeleton shape="control" />
            </span>
            <span className={styles['skeleton-button']}>
              <Skeleton shape="control" />
            </span>
          </div>
        </div>
      </div>
      {withPeople ? (
        <ColumnBars spaced />
      ) : (
        <div className={styles['skeleton-below']}>
          <HeadBar />
          <EntryBars />
        </div>
      )}
    </Loading>
  );
}
