import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { listWriting, Minutes, MinutesSection } from '#contract/meeting-minutes.ts';
import { formatTime } from '#domain/dates.ts';
import type { WithheldPart } from '#domain/meeting-minutes.ts';
import { minutesLabels, minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { fillingLines } from '#domain/minutes-sheet.ts';
import { minutesLine, taskLine } from '#domain/minutes-text.ts';
import { richTextCharactersMax } from '#domain/rich-text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { TextButton, TextLink } from '#web/ui/actions/text-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import styles from './minutes.module.css';
import { WordingsDialog } from './minutes-dialogs.tsx';
import { minutesTexts, sectionPhrase, timesText } from './minutes-labels.ts';
import { ReadNotes, WritableNotes } from './section-notes.tsx';
import type { NotesWriters } from './use-notes-writers.ts';

export type SectionWriter = AnswerOf<typeof listWriting>['writers'][number];

interface MinutesSectionViewProps {
  readonly minutes: Minutes;
  readonly section: MinutesSection;
  /** Is null if the section is read-only. */
  readonly writers: NotesWriters | null;
  readonly isActive: boolean;
  readonly isEditing: boolean;
  readonly writing: readonly SectionWriter[];
  readonly onEdit: () => void;
  readonly onComment: () => void;
  readonly onAddAction: () => void;
}

export const sectionAnchor = (id: string): string => `section-${id}`;

export function MinutesSectionView(props: MinutesSectionViewProps) {
  const { minutes, section, writers, isActive, isEditing, onEdit } = props;
  const timeZone = useTimeZone();
  const anchor = sectionAnchor(section.id);
  return (
    <section
      className={styles['minutes-section']}
      id={anchor}
      data-active={isActive || undefined}
      aria-labelledby={`${anchor}-title`}
    >
      <span className={styles['minutes-number']}>{section.number ?? ''}</span>
      <div>
        <div className={styles['minutes-head']}>
          <h2 className={styles['minutes-title']} id={`${anchor}-title`} tabIndex={-1}>
            {section.title}
          </h2>
          <span className={styles['minutes-time']}>{timesText(section, timeZone)}</span>
        </div>
        {section.agenda_item_id === null && <p className="meta">This item is no longer on the agenda.</p>}
        <MadeParts section={section} />
        {section.has_record_changed && <p className="meta">{minutesTexts.recordChanged}</p>}
        {writers === null ? (
          <div className={styles.read}>
            <ReadNotes section={section} />
          </div>
        ) : (
          <WritableNotes
            section={section}
            writer={writers.of(section)}
            Field={writers.Field}
            isEditing={isEditing}
            onEdit={onEdit}
          />
        )}
        <Foot {...props} canComment={minutes.can.comment && minutes.version > 0} />
      </div>
    </section>
  );
}

function Foot(props: MinutesSectionViewProps & { readonly canComment: boolean }) {
  const { minutes, section, writers, isEditing, writing, canComment, onComment, onAddAction } = props;
  const [isReading, setReading] = useState(false);
  const writer = writers?.of(section);
  const name = sectionPhrase(section);
  return (
    <div className={styles['notes-foot']}>
      {writing.map(({ member_id: id, name, img_url: pictureUrl }) => (
        <span key={id} className={styles.writer} role="status">
          <Avatar size="s" id={id} name={name} pictureUrl={pictureUrl} />
          {name} is writing here
        </span>
      ))}
      {isEditing && <span>{richTextCharactersMax.toLocaleString('en-US')} characters at most</span>}
      {section.circulated_notes !== null && <span>{minutesTexts.changed}</span>}
      {writer !== undefined && section.revision > 0 && (
        <TextButton onPress={() => setReading(true)} aria-label={`${minutesTexts.history} of ${name}`}>
          {minutesTexts.history}
        </TextButton>
      )}
      {writer !== undefined && minutes.can.add_action_item && section.agenda_item_id !== null && (
        <TextButton onPress={onAddAction} aria-label={`${minutesTexts.addAction} to ${name}`}>
          {minutesTexts.addAction}
        </TextButton>
      )}
      {canComment && (
        <TextButton onPress={onComment} aria-label={`${minutesTexts.comment} on ${name}`}>
          {minutesTexts.comment}
        </TextButton>
      )}
      {isReading && writer !== undefined && (
        <WordingsDialog
          section={section}
          onTake={(notes) => {
            writer.settle(notes);
            setReading(false);
          }}
          onClose={() => setReading(false)}
        />
      )}
    </div>
  );
}

export function WithheldSection({ section, isActive }: { readonly section: WithheldPart; readonly isActive: boolean }) {
  return (
    <section
      className={styles['minutes-section']}
      id={sectionAnchor(section.id)}
      data-active={isActive || undefined}
      aria-label={minutesMessages.withheld(section.number ?? '')}
    >
      <span className={styles['minutes-number']}>{section.number ?? ''}</span>
      <p className="muted">{minutesMessages.withheld(section.number ?? '')}</p>
    </section>
  );
}

function MadeParts({ section }: { readonly section: MinutesSection }) {
  const timeZone = useTimeZone();
  const { events, filling, tasks } = section;
  const filled = fillingLines(filling, timeZone);
  const of = filling?.kind === 'minutes' ? filling.of : null;
  if (events.length + filled.length + tasks.length === 0 && of === null) return null;
  return (
    <div className={styles.made}>
      <p className={styles['made-head']}>
        <Icon of={Lock} size="s" />
        From the meeting record
      </p>
      {of !== null && (
        <div className={styles['made-line']}>
          <span />
          <TextLink href={paths.meetingMinutes(of.meeting_id)}>{minutesLabels.title(of.title)}</TextLink>
        </div>
      )}
      {events.map((event) => {
        const { at, text, motion } = minutesLine(event, timeZone);
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
