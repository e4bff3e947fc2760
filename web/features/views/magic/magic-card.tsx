import type { ReactNode } from 'react';
import { formatHeadingDate, formatTimeWithZone } from '#domain/dates.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './magic-card.module.css';
import type { MagicAnswer } from './magic-link.ts';

interface MagicCardProps {
  readonly answer: MagicAnswer;
  /** The page's part of the title: what it is for, and of which meeting. */
  readonly pageTitle: string;
  readonly children: ReactNode;
}

/** Board, meeting and start time, in the board's zone, above what the card asks. */
export function MagicCard({ answer, pageTitle, children }: MagicCardProps) {
  const { board, meeting } = answer;
  usePageTitle(pageTitle);
  return (
    <AuthFrame
      wide
      board={board}
      title={meeting.title}
      lede={
        meeting.date_search === null ? (
          <time dateTime={meeting.start}>
            {formatHeadingDate(meeting.start, board.time_zone)},{' '}
            <span className="nowrap">{formatTimeWithZone(meeting.start, board.time_zone)}</span>
          </time>
        ) : (
          'No date yet'
        )
      }
    >
      <div className={styles.body}>
        <Stack>{children}</Stack>
      </div>
    </AuthFrame>
  );
}
