import type { Minutes, MinutesSection } from '#contract/meeting-minutes.ts';
import { formatHeadingDate, formatTime } from '#domain/dates.ts';
import { isWithheld } from '#domain/meeting-minutes.ts';
import { minutesLabels, minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { approvalText, minutesFacts, type SheetEvent, sheetSection } from '#domain/minutes-sheet.ts';
import { isEmptyRichText } from '#domain/rich-text.ts';
import { useBoard, useTimeZone } from '#web/api/start.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { Mark } from '#web/ui/brand/mark.tsx';
import { pageTitleId } from '#web/ui/page.tsx';
import styles from './minutes.module.css';

export function MinutesSheet({ minutes }: { readonly minutes: Minutes }) {
  const timeZone = useTimeZone();
  const board = useBoard();
  const { meeting, head, sections, approval } = minutes;
  const lede = [meeting.body?.name ?? '', formatHeadingDate(meeting.start, timeZone), meeting.location];
  return (
    <article className={styles.book} aria-labelledby={pageTitleId}>
      <header className={styles['book-head']}>
        <p className={styles['book-board']}>
          <Mark />
          {board?.title}
        </p>
        <h1 className={styles['book-title']} id={pageTitleId}>
          {minutesLabels.title(meeting.title)}
        </h1>
        <p className={styles['book-lede']}>{lede.filter((words) => words !== '').join(', ')}</p>
      </header>
      <dl className={styles['book-facts']}>
        {minutesFacts(head, sections, timeZone).map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {sections.map((section) => (
        <section className={styles['book-section']} key={section.id}>
          <span className={styles['minutes-number']}>{section.number ?? ''}</span>
          {isWithheld(section) ? (
            <p>
              <em>{minutesMessages.withheld(section.number ?? '')}</em>
            </p>
          ) : (
            <SheetSection section={section} />
          )}
        </section>
      ))}
      {minutes.addenda.map(({ id, number, text, at, by }) => (
        <section className={styles['book-addendum']} key={id} aria-label={`Addendum ${number}`}>
          <h2>Addendum {number}</h2>
          <p className={styles['book-words']}>{text}</p>
          <p className="meta">
            {by === null ? '' : `${by}, `}
            {formatHeadingDate(at, timeZone)}
          </p>
        </section>
      ))}
      {approval !== null && <p className={styles['book-foot']}>{approvalText(approval, timeZone)}</p>}
    </article>
  );
}

function SheetSection({ section }: { readonly section: MinutesSection }) {
  const timeZone = useTimeZone();
  const { before, after, tasks } = sheetSection(section, timeZone);
  return (
    <div>
      <h2>
        {section.from !== null && <span className={styles['book-time']}>{formatTime(section.from, timeZone)}</span>}
        {section.title}
      </h2>
      <SheetEvents events={before} />
      {!isEmptyRichText(section.notes) && <RichTextView text={section.notes} />}
      <SheetEvents events={after} />
      {tasks.map((task) => (
        <p key={task}>
          <em>{minutesLabels.action}</em> {task}
        </p>
      ))}
    </div>
  );
}

function SheetEvents({ events }: { readonly events: readonly SheetEvent[] }) {
  return events.map((event) => {
    if (event.kind === 'line') return <p key={event.words}>{event.words}</p>;
    const { at, text, motion } = event;
    return (
      <div className={styles['book-resolution']} key={`${at} ${motion.text}`}>
        <p className={styles['book-words']}>{motion.text}</p>
        <div className={styles['book-result']}>
          <span>{text}</span>
          {motion.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {motion.result !== null && (
            <span>
              <strong>{motion.result}</strong>
            </span>
          )}
        </div>
      </div>
    );
  });
}
