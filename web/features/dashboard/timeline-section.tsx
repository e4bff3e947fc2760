import { CalendarDays, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { TimelineItem } from '../../../contract/timeline.ts';
import { formatTime, isoDate } from '../../../domain/dates.ts';
import { useTimeZone } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Reply } from '../../ui/meeting/reply.tsx';
import { Menu, MenuItem, MenuTrigger } from '../../ui/overlays/menu.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { Timeline, TimelineRow, TimelineToday } from '../../ui/rows/timeline.tsx';
import { counted, meetingTypeLabels, replyOf } from '../meetings/meeting-words.ts';
import { shortDay } from '../meetings/short-day.ts';
import { ofType, splitAtToday, type TimelineFilter } from './timeline-view.ts';

interface TimelineSectionProps {
  /** Newest first. */
  readonly items: readonly TimelineItem[];
  readonly now: Date;
  readonly canCreate: boolean;
}

const filterLabels: Readonly<Record<TimelineFilter, string>> = {
  all: 'All',
  meeting: 'Meetings',
  announcement: 'Announcements',
};

/** Meetings and announcements, newest first, with a filter by type. */
export function TimelineSection({ items, now, canCreate }: TimelineSectionProps) {
  const timeZone = useTimeZone();
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const shown = ofType(items, filter);
  const { coming, past } = splitAtToday(shown, { now, timeZone });
  return (
    <Section
      title="Meetings and announcements"
      {...(items.length === 0 ? {} : { aside: <TypeFilter filter={filter} onChange={setFilter} /> })}
    >
      {shown.length === 0 ? (
        <NothingYet filter={filter} canCreate={canCreate} />
      ) : (
        <Timeline label="Meetings and announcements">
          {coming.map((item) => (
            <Entry key={item.id} item={item} now={now} />
          ))}
          {coming.length > 0 && past.length > 0 && <TimelineToday />}
          {past.map((item) => (
            <Entry key={item.id} item={item} now={now} />
          ))}
        </Timeline>
      )}
    </Section>
  );
}

interface TypeFilterProps {
  readonly filter: TimelineFilter;
  readonly onChange: (filter: TimelineFilter) => void;
}

function TypeFilter({ filter, onChange }: TypeFilterProps) {
  return (
    <MenuTrigger>
      <Button variant="quiet" size="s" iconEnd={ChevronDown} aria-label={`Show: ${filterLabels[filter]}`}>
        {filterLabels[filter]}
      </Button>
      <Menu
        aria-label="Show"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[filter]}
        onAction={(key) => onChange(key as TimelineFilter)}
      >
        {(['all', 'meeting', 'announcement'] as const).map((each) => (
          <MenuItem key={each} id={each}>
            {filterLabels[each]}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}

function Entry({ item, now }: { readonly item: TimelineItem; readonly now: Date }) {
  const timeZone = useTimeZone();
  const { meeting } = item;
  const date = shortDay(item.sortDate, { now, timeZone });
  const reply = meeting.state === 'published' ? replyOf(meeting) : null;
  return (
    <TimelineRow
      day={date.day}
      weekday={date.under}
      dateTime={isoDate(item.sortDate, timeZone)}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      kind={{ icon: CalendarDays, label: 'Meeting' }}
      meta={[
        formatTime(meeting.start, timeZone),
        meetingTypeLabels[meeting.type],
        ...(meeting.document_count === 0 ? [] : [counted(meeting.document_count, 'document')]),
      ]}
      end={
        meeting.state === 'draft' ? (
          <Badge tone="line">Draft</Badge>
        ) : meeting.state === 'cancelled' ? (
          <Badge tone="negative">Cancelled</Badge>
        ) : (
          reply !== null && <Reply kind={reply.kind}>{reply.label}</Reply>
        )
      }
    />
  );
}

function NothingYet({ filter, canCreate }: { readonly filter: TimelineFilter; readonly canCreate: boolean }) {
  if (filter === 'announcement') {
    return (
      <EmptyState
        level={3}
        title="No announcements"
        text="News from the chair and the office will be listed here, newest first."
      />
    );
  }
  return canCreate ? (
    <EmptyState
      level={3}
      title="No meetings yet"
      text="Create the first one, and everyone in its audience will see it here."
      action={<LinkButton href={paths.meetingCreate()}>New meeting</LinkButton>}
    />
  ) : (
    <EmptyState level={3} title="No meetings yet" text="Meetings appear here once they are published." />
  );
}
