import type { AgendaItem, Meeting } from '../../../contract/meetings.ts';
import {
  agendaContents,
  agendaEndsAt,
  agendaMinutes,
  agendaTotal,
  durationText,
  placeAgenda,
} from '../../../domain/agenda.ts';
import { formatTime } from '../../../domain/dates.ts';
import { AgendaView } from '../../ui/meeting/agenda-view.tsx';
import { DocumentList } from '../../ui/rows/document-row.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { DocumentRows } from '../documents/document-rows.tsx';
import styles from './meeting-agenda.module.css';
import { counted, documentCount } from './meeting-words.ts';

interface MeetingAgendaProps {
  readonly meeting: Pick<Meeting, 'agenda_items' | 'documents' | 'start'>;
  readonly timeZone: string;
  readonly hrefOf: (documentId: string) => string;
  readonly marksNew?: boolean | undefined;
}

/** The agenda as a document: numbers, clock times that follow from the start, presenters, minutes, papers. */
export function MeetingAgenda({ meeting, timeZone, hrefOf, marksNew }: MeetingAgendaProps) {
  const { agenda_items: items, documents } = meeting;
  const start = new Date(meeting.start);
  const entries = items.map((item) => ({ ...item, depth: 0 }));
  const rowsOf = (each: AgendaItem['documents']) => (
    <DocumentRows documents={each} hrefOf={hrefOf} timeZone={timeZone} marksNew={marksNew} />
  );
  const isTimed = agendaMinutes(entries) > 0;
  // An item without minutes leaves the end open.
  const hasEnd = entries.every(({ minutes }) => (minutes ?? 0) > 0);
  return (
    <>
      <Section title="Agenda" aside={items.length > 0 && agendaContents(items.length, documentCount(meeting))}>
        {items.length === 0 ? (
          <p className="muted">No agenda yet.</p>
        ) : (
          <AgendaView
            items={placeAgenda(entries, start).map(({ item, startsAt }) => ({
              key: item.id,
              ...(isTimed && startsAt !== null
                ? { time: formatTime(startsAt, timeZone), dateTime: startsAt.toISOString() }
                : {}),
              title: item.title,
              presenter: item.presenter === '' ? undefined : item.presenter,
              text: item.description === '' ? undefined : <p className={styles.lines}>{item.description}</p>,
              minutes: item.minutes === null || item.minutes === 0 ? undefined : durationText(item.minutes),
              documents: item.documents.length === 0 ? undefined : rowsOf(item.documents),
            }))}
            close={
              hasEnd
                ? {
                    time: formatTime(agendaEndsAt(entries, start), timeZone),
                    label: (
                      <span className={styles.close}>
                        <span>Close</span>
                        <span>{agendaTotal(entries)}</span>
                      </span>
                    ),
                  }
                : undefined
            }
          />
        )}
      </Section>
      {documents.length > 0 && (
        <div className={styles.documents}>
          <Section title="Meeting documents" aside={counted(documents.length, 'document')}>
            <DocumentList>{rowsOf(documents)}</DocumentList>
          </Section>
        </div>
      )}
    </>
  );
}
