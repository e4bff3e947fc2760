import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MinutesSection } from '#contract/meeting-minutes.ts';
import { formatTime } from '#domain/dates.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import { fillingLines, taskLine } from '#domain/minutes-sheet.ts';
import { minutesLine } from '#domain/minutes-text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './minutes.module.css';
import { minutesTexts } from './minutes-labels.ts';

export function MadeParts({ section }: { readonly section: MinutesSection }) {
  const timeZone = useTimeZone();
  const { events, filling, tasks } = section;
  const filled = fillingLines(filling, timeZone);
  const of = filling?.kind === 'minutes' ? filling.of : null;
  if (events.length + filled.length + tasks.length === 0 && of === null) return null;
  return (
    <div className={styles.made}>
      <p className={styles['made-head']}>
        <Icon of={Lock} size="s" />
        {minutesTexts.fromRecord}
      </p>
      {of !== null && (
        <div className={styles['made-line']}>
          <span />
          <TextLink href={paths.meetingMinutes(of.meeting_id)}>{minutesLabels.title(of.title)}</TextLink>
        </div>
      )}
      {events.map((event) => {
        const { at, text, motion } = minutesLine(event, { timeZone });
        return (
          <div className={styles['made-line']} key={`${event.kind} ${at} ${text} ${motion?.text ?? ''}`}>
            <time dateTime={String(at)}>{formatTime(at, timeZone)}</time>
            <div>
              {motion !== null && <p className={styles['made-motion']}>{motion.text}</p>}
              {text}
              {motion?.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {motion?.result != null && (
                <p>
                  <strong>{motion.result}.</strong>
                </p>
              )}
            </div>
          </div>
        );
      })}
      {filled.map((line) => (
        <MadeWords key={line}>{line}</MadeWords>
      ))}
      {tasks.map((task) => (
        <MadeWords key={task.id}>
          <em>{minutesLabels.action}</em> {taskLine(task)}
        </MadeWords>
      ))}
    </div>
  );
}

function MadeWords({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['made-line']}>
      <span />
      <div>{children}</div>
    </div>
  );
}
