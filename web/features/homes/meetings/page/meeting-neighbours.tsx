import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Meeting } from '#contract/meetings.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import styles from './meeting-neighbours.module.css';

/** The ways to the meeting before and the one after. */
export function MeetingNeighbours({ meeting }: { readonly meeting: Pick<Meeting, 'previous_id' | 'next_id'> }) {
  const { previous_id: previous, next_id: next } = meeting;
  if (previous === null && next === null) return null;
  return (
    <nav className={styles.neighbours} aria-label="Other meetings">
      {previous !== null && (
        <LinkButton variant="quiet" size="s" icon={ChevronLeft} href={paths.meeting(previous)}>
          Previous meeting
        </LinkButton>
      )}
      {next !== null && (
        <span className={styles.next}>
          <LinkButton variant="quiet" size="s" iconEnd={ChevronRight} href={paths.meeting(next)}>
            Next meeting
          </LinkButton>
        </span>
      )}
    </nav>
  );
}
