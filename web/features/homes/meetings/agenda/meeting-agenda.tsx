import { EyeOff, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgendaItem, Meeting } from '#contract/meetings.ts';
import {
  agendaContents,
  agendaEndsAt,
  agendaItemCount,
  agendaMinutes,
  agendaPurposeLabels,
  agendaTotal,
  durationText,
  type NumberedAgendaItem,
  numberAgenda,
  untimedItemCount,
} from '#domain/agenda.ts';
import { formatListDate, formatTime } from '#domain/dates.ts';
import { linkedText } from '#domain/links.ts';
import { withheldText } from '#domain/messages/interests.ts';
import { counted } from '#domain/text.ts';
import { documentCount } from '#web/features/homes/meetings/meeting-labels.ts';
import { DocumentRows } from '#web/features/papers/documents/editing/document-rows.tsx';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AgendaView, type AgendaViewItem } from '#web/ui/meeting/agenda-view.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './meeting-agenda.module.css';

interface MeetingAgendaProps {
  readonly meeting: Pick<Meeting, 'agenda_items' | 'documents' | 'start' | 'date_search'>;
  readonly timeZone: string;
  readonly hrefOf: (documentId: string) => string;
  readonly marksNew?: boolean | undefined;
  readonly canEdit?: boolean | undefined;
  readonly below?: ((item: Pick<AgendaItem, 'id' | 'kind'> & { readonly number: string }) => ReactNode) | undefined;
}

export function MeetingAgenda({ meeting, timeZone, hrefOf, marksNew, canEdit, below }: MeetingAgendaProps) {
  const { agenda_items: items, documents } = meeting;
  const start = meeting.date_search === null && meeting.start !== null ? new Date(meeting.start) : null;
  const rowsOf = (each: AgendaItem['documents']) => (
    <DocumentRows documents={each} hrefOf={hrefOf} timeZone={timeZone} marksNew={marksNew} canEdit={canEdit} />
  );
  return (
    <>
      <Section
        title="Agenda"
        aside={
          items.length > 0 && (
            <span className={styles.aside}>
              {agendaContents(agendaItemCount(items), documentCount(meeting))}
              <span className={styles.print}>
                <IconButton icon={Printer} size="s" aria-label="Print agenda" onPress={() => window.print()} />
              </span>
            </span>
          )
        }
      >
        {items.length === 0 ? (
          <p className="muted">No agenda yet.</p>
        ) : (
          <AgendaView
            items={numberAgenda(items, start).map((placed, nth) => ({
              ...viewItem(placed, timeZone),
              ...(isFirstWithheld(items, nth) ? { text: <WithheldNote item={placed.item} timeZone={timeZone} /> } : {}),
              documents: placed.item.documents.length === 0 ? undefined : rowsOf(placed.item.documents),
              after:
                placed.item.withheld === null &&
                below?.({ id: placed.item.id, kind: placed.item.kind, number: placed.number }),
            }))}
            close={
              start !== null && agendaMinutes(items) > 0
                ? {
                    time: formatTime(agendaEndsAt(items, start), timeZone),
                    label: (
                      <span className={styles.close}>
                        <span>{untimedItemCount(items) === 0 ? 'Close' : 'Earliest close'}</span>
                        <span>{agendaTotal(items)}</span>
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

function viewItem(placed: NumberedAgendaItem<AgendaItem>, timeZone: string): AgendaViewItem {
  const { item, number, lengthMinutes, startsAt } = placed;
  const { presenter, presenter_slug: slug } = item;
  return {
    key: item.id,
    number,
    depth: item.depth,
    ...(startsAt === null ? {} : { time: formatTime(startsAt, timeZone), dateTime: startsAt.toISOString() }),
    title: item.title,
    isMasked: item.withheld !== null,
    presenter:
      presenter === '' ? undefined : slug === null ? (
        presenter
      ) : (
        <TextLink href={paths.person(slug)}>{presenter}</TextLink>
      ),
    purpose: item.purpose === null ? undefined : agendaPurposeLabels[item.purpose],
    text: item.description === '' ? undefined : <LinkedText className={styles.lines} text={item.description} />,
    minutes: lengthMinutes === 0 ? undefined : durationText(lengthMinutes),
  };
}

const isFirstWithheld = (items: readonly AgendaItem[], nth: number): boolean =>
  items[nth]?.withheld !== null && (items[nth]?.depth === 0 || items[nth - 1]?.withheld === null);

function WithheldNote({ item, timeZone }: { readonly item: AgendaItem; readonly timeZone: string }) {
  const { withheld } = item;
  if (withheld === null) return null;
  const { by, at, reason } = withheld;
  return (
    <p className={styles.withheld}>
      <Icon of={EyeOff} size="s" />
      <span>{withheldText({ by, on: formatListDate(at, timeZone), reason })}</span>
    </p>
  );
}

export function LinkedText({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  let at = 0;
  return (
    <p className={className}>
      {linkedText(text).map((part) => {
        const key = at;
        at += part.text.length;
        return part.href === null ? (
          <span key={key}>{part.text}</span>
        ) : (
          <TextLink key={key} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </TextLink>
        );
      })}
    </p>
  );
}
