import { RotateCcw } from 'lucide-react';
import { undeleteMeeting } from '#contract/meeting-acts.ts';
import type { DeletedMeeting } from '#contract/meetings.ts';
import { counted } from '#domain/counted.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './deleted-meetings.module.css';
import { shortDay } from './short-day.ts';

/** What its editors can still bring back. */
export function DeletedMeetings({ meetings }: { readonly meetings: readonly DeletedMeeting[] }) {
  return (
    <Section title="Recently deleted" id="deleted" aside={counted(meetings.length, 'meeting')}>
      <ul>
        {meetings.map((meeting) => (
          <DeletedRow key={meeting.id} meeting={meeting} />
        ))}
      </ul>
    </Section>
  );
}

function DeletedRow({ meeting }: { readonly meeting: DeletedMeeting }) {
  const timeZone = useTimeZone();
  const restore = useCall(undeleteMeeting, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => void showToast(`${meeting.title} is back`),
  });
  const start = meeting.finds_date ? null : meeting.start;
  return (
    <li className={styles.row}>
      {start === null ? (
        <span className={styles.day}>–</span>
      ) : (
        <time className={styles.day} dateTime={isoDate(start, timeZone)}>
          {shortDay(start, { timeZone, now: new Date() }).day}
        </time>
      )}
      <span className={styles.text}>
        <span className={styles.title}>{meeting.title}</span>
        <span className="meta">
          Deleted on {formatDate(meeting.deleted_at, timeZone)}, removed for good on{' '}
          {formatDate(meeting.purged_at, timeZone)}
        </span>
      </span>
      <Button
        size="s"
        icon={RotateCcw}
        aria-label={`Restore ${meeting.title}`}
        isPending={restore.isPending}
        onPress={() => restore.mutate({ params: { id: meeting.id }, body: {} })}
      >
        Restore
      </Button>
    </li>
  );
}
