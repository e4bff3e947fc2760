import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import { listActionItemsOfMeeting } from '#contract/action-items.ts';
import { listWriting, type Minutes, type MinutesSection } from '#contract/meeting-minutes.ts';
import { isWithheld } from '#domain/meeting-minutes.ts';
import { minutesFacts } from '#domain/minutes-sheet.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import roomStyles from '#web/features/deciding/room/room.module.css';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './minutes.module.css';
import { MinutesComments } from './minutes-comments.tsx';
import { MinutesHistory, MinutesProgress } from './minutes-history.tsx';
import { commentsText, minutesTexts, sectionLabel } from './minutes-labels.ts';
import { MinutesSectionView, type SectionWriter, sectionAnchor, WithheldSection } from './minutes-section-view.tsx';
import type { NotesWriters } from './use-notes-writers.ts';

const MakeActionDialog = lazyPart(
  () => import('#web/features/deciding/action-items/make-action-dialog.tsx'),
  'MakeActionDialog',
);

const headId = 'head';

const panes = ['text', 'comments', 'history'] as const;
type Pane = (typeof panes)[number];
const paneLabels: Readonly<Record<Pane, string>> = { text: 'Text', comments: 'Comments', history: 'History' };

interface MinutesEditorProps {
  readonly minutes: Minutes;
  /** Is null if the minutes are read-only. */
  readonly writers: NotesWriters | null;
}

export function MinutesEditor({ minutes, writers }: MinutesEditorProps) {
  const [active, setActive] = useState(headId);
  const [editing, setEditing] = useState<string | null>(null);
  const [pane, setPane] = useState<Pane>('text');
  const [actionOf, setActionOf] = useState<MinutesSection | null>(null);
  const writing = useWriting(minutes);
  const { sections } = minutes;
  const current = sections.find(({ id }) => id === active);
  const show = (id: string): void => {
    setActive(id);
    setPane('text');
    requestAnimationFrame(() => document.getElementById(`${sectionAnchor(id)}-title`)?.focus({ preventScroll: true }));
  };
  const goTo = (id: string): void => {
    show(id);
    document.getElementById(sectionAnchor(id))?.scrollIntoView();
  };
  const comment = (id: string): void => {
    setActive(id);
    setPane('comments');
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLTextAreaElement>('#minutes-comments textarea');
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'nearest' });
    });
  };
  return (
    <>
      <div className={styles.panes}>
        <Segmented
          block
          label="Shown"
          options={panes
            .filter((each) => each !== 'comments' || minutes.version > 0)
            .map((value) => ({ value, label: paneLabels[value] }))}
          value={pane}
          onChange={setPane}
        />
      </div>
      <div className={styles['minutes-columns']} data-pane={pane}>
        <SectionList minutes={minutes} active={active} writing={writing} onChoose={goTo} />
        <div className={styles['minutes-list']}>
          <SectionSwitch minutes={minutes} active={active} onChoose={show} />
          <HeadSection minutes={minutes} isActive={active === headId} />
          {sections.map((section) =>
            isWithheld(section) ? (
              <WithheldSection key={section.id} section={section} isActive={active === section.id} />
            ) : (
              <MinutesSectionView
                key={section.id}
                minutes={minutes}
                section={section}
                writers={writers}
                isActive={active === section.id}
                isEditing={editing === section.id}
                writing={writing.filter(({ section_id: of }) => of === section.id)}
                onEdit={() => {
                  setActive(section.id);
                  setEditing(section.id);
                }}
                onComment={() => comment(section.id)}
                onAddAction={() => setActionOf(section)}
              />
            ),
          )}
        </div>
        <aside className={styles.side} aria-label="Comments and history">
          <div className={styles['side-comments']} id="minutes-comments">
            <MinutesComments
              minutes={minutes}
              section={current === undefined || isWithheld(current) ? null : current}
            />
          </div>
          <div className={styles['side-history']}>
            <MinutesProgress minutes={minutes} />
            <MinutesHistory minutes={minutes} />
          </div>
        </aside>
      </div>
      {actionOf !== null && <AddAction minutes={minutes} section={actionOf} onClose={() => setActionOf(null)} />}
    </>
  );
}

/** Milliseconds between fetches of the list of writers, which is polled because a page may close without notice. */
const writingAskedEveryMs = 10_000;

function useWriting(minutes: Minutes): readonly SectionWriter[] {
  const { data } = useQuery({
    ...queryFor(listWriting, { params: { id: minutes.meeting.id } }),
    enabled: minutes.can.write,
    staleTime: 0,
    refetchInterval: writingAskedEveryMs,
    // A failure is not reported, because the minutes are usable without the list of writers.
    meta: { quiet: true },
  });
  return data?.writers ?? [];
}

interface SectionListProps {
  readonly minutes: Minutes;
  readonly active: string;
  readonly writing: readonly SectionWriter[];
  readonly onChoose: (id: string) => void;
}

function SectionList({ minutes, active, writing, onChoose }: SectionListProps) {
  const { sections, comments } = minutes;
  return (
    <nav className={styles.pointers} aria-label={minutesTexts.sections}>
      <Section title={minutesTexts.sections} aside={sections.length + 1}>
        <ol className={roomStyles.pointer}>
          <li>
            <PointerItem isActive={active === headId} onChoose={() => onChoose(headId)}>
              <span className={roomStyles['pointer-number']}>
                <Icon of={Users} size="s" />
              </span>
              <span>{minutesTexts.head}</span>
            </PointerItem>
          </li>
          {sections.map((section) => {
            const writer = writing.find(({ section_id: of }) => of === section.id);
            const meta = writer === undefined ? commentsText(comments, section.id) : `${writer.name} is writing`;
            return (
              <li key={section.id}>
                <PointerItem isActive={active === section.id} onChoose={() => onChoose(section.id)}>
                  <span className={roomStyles['pointer-number']}>{section.number ?? ''}</span>
                  <span>{isWithheld(section) ? minutesTexts.withheldItem : section.title}</span>
                  {meta !== '' && <span className={roomStyles['pointer-meta']}>{meta}</span>}
                </PointerItem>
              </li>
            );
          })}
        </ol>
      </Section>
    </nav>
  );
}

interface PointerItemProps {
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function PointerItem({ isActive, onChoose, children }: PointerItemProps) {
  return (
    <PlainButton
      className={roomStyles['pointer-item'] ?? ''}
      onPress={onChoose}
      {...(isActive ? { 'aria-current': 'true' as const } : {})}
    >
      {children}
    </PlainButton>
  );
}

function SectionSwitch({ minutes, active, onChoose }: Omit<SectionListProps, 'writing'>) {
  const ids = [headId, ...minutes.sections.map(({ id }) => id)];
  const at = ids.indexOf(active);
  const [before, after] = [ids[at - 1], ids[at + 1]];
  const current = minutes.sections[at - 1];
  const comments = commentsText(minutes.comments, active);
  return (
    <div className={styles['section-switch']}>
      <IconButton
        icon={ChevronLeft}
        aria-label="Section before"
        isDisabled={before === undefined}
        onPress={() => before !== undefined && onChoose(before)}
      />
      <span>
        <strong>{current === undefined ? minutesTexts.head : sectionLabel(current)}</strong>
        <span className="meta">
          {at + 1} of {ids.length}
          {comments !== '' && `, ${comments}`}
        </span>
      </span>
      <IconButton
        icon={ChevronRight}
        aria-label="Section after"
        isDisabled={after === undefined}
        onPress={() => after !== undefined && onChoose(after)}
      />
    </div>
  );
}

function HeadSection({ minutes, isActive }: { readonly minutes: Minutes; readonly isActive: boolean }) {
  const timeZone = useTimeZone();
  const facts = minutesFacts(minutes.head, minutes.sections, timeZone);
  const anchor = sectionAnchor(headId);
  return (
    <section
      className={styles['minutes-section']}
      id={anchor}
      data-active={isActive || undefined}
      aria-labelledby={`${anchor}-title`}
    >
      <span className={styles['minutes-number']}>
        <Icon of={Users} />
      </span>
      <div>
        <h2 className={styles['minutes-title']} id={`${anchor}-title`} tabIndex={-1}>
          {minutesTexts.head}
        </h2>
        {facts.length === 0 ? (
          <p className="muted">Nobody has been recorded as present.</p>
        ) : (
          <dl className={styles.facts}>
            {facts.map(({ label, words }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

interface AddActionProps {
  readonly minutes: Minutes;
  readonly section: MinutesSection;
  readonly onClose: () => void;
}

function AddAction({ minutes, section, onClose }: AddActionProps) {
  const { data } = useQuery(queryFor(listActionItemsOfMeeting, { params: { id: minutes.meeting.id } }));
  if (data === undefined) return null;
  const agenda = minutes.sections.flatMap((each) =>
    isWithheld(each) || each.agenda_item_id === null
      ? []
      : [{ id: each.agenda_item_id, title: each.title, number: each.number ?? '' }],
  );
  return (
    <MakeActionDialog
      of={{ kind: 'meeting', id: minutes.meeting.id, agenda, agendaItem: section.agenda_item_id }}
      today={data.today}
      onClose={onClose}
    />
  );
}
