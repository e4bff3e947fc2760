import { CalendarDays, ChevronDown, Megaphone } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { TimelineItem } from '#contract/timeline.ts';
import { formatTimeFor, isoDate } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import { readersTimeZone, useStart, useTimeZone } from '#web/api/start.ts';
import { replyOf, shortDay } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { Badge, NewBadge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Timeline, TimelineDivider, TimelineRow } from '#web/ui/rows/timeline.tsx';

interface TimelineSectionProps {
  readonly items: readonly TimelineItem[];
  readonly now: Date;
  readonly canCreate: boolean;
}

const filterLabels: Readonly<Record<TimelineFilter, string>> = {
  all: 'All',
  meeting: 'Meetings',
  announcement: 'Announcements',
};

export function TimelineSection({ items, now, canCreate }: TimelineSectionProps) {
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const shown = ofType(items, filter);
  const { upcoming, past } = splitAtNow(shown, now);
  const isDivided = upcoming.length > 0 && past.length > 0;
  return (
    <Section
      title="Meetings and announcements"
      {...(items.length === 0 ? {} : { aside: <TypeFilter filter={filter} onChange={setFilter} /> })}
    >
      {shown.length === 0 ? (
        <EmptyTimeline filter={filter} canCreate={canCreate} />
      ) : (
        <Timeline label="Meetings and announcements">
          {isDivided && <TimelineDivider>Upcoming</TimelineDivider>}
          {upcoming.map((item) => (
            <Entry key={item.id} item={item} now={now} />
          ))}
          {isDivided && <TimelineDivider>Earlier</TimelineDivider>}
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
          <MenuItem key={each} id={each} label={filterLabels[each]} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}

function Entry({ item, now }: { readonly item: TimelineItem; readonly now: Date }) {
  const timeZone = useTimeZone();
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  const { day, under: weekday } = shortDay(item.sortDate, { now, timeZone });
  const date = { day, weekday, dateTime: isoDate(item.sortDate, timeZone) };
  const documents = (count: number) => (count === 0 ? [] : [counted(count, 'document')]);
  if (item.itemType === 'announcement') {
    const { id, title, excerpt, author, document_count: count, is_unread: isUnread } = item.announcement;
    return (
      <TimelineRow
        {...date}
        title={title}
        href={paths.announcement(id)}
        kind={{ icon: Megaphone, label: 'Announcement' }}
        text={excerpt}
        meta={[...(author === null ? [] : [author.name]), ...documents(count)]}
        end={isUnread && <NewBadge>Unread</NewBadge>}
      />
    );
  }
  const { meeting } = item;
  const reply = meeting.state === 'published' ? replyOf(meeting, { opensMinutes, now }) : null;
  return (
    <TimelineRow
      {...date}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      kind={{ icon: CalendarDays, label: 'Meeting' }}
      meta={[
        formatTimeFor(meeting.start, timeZone, readersTimeZone()),
        meetingTypeLabels[meeting.type],
        ...documents(meeting.document_count),
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

function EmptyTimeline({ filter, canCreate }: { readonly filter: TimelineFilter; readonly canCreate: boolean }) {
  if (filter === 'announcement') {
    return (
      <EmptyState level={3} title="No announcements" text="Board announcements will be listed here, newest first." />
    );
  }
  return canCreate ? (
    <EmptyState
      level={3}
      title="No meetings yet"
      text="Create the first one, and everybody in its audience will see it here."
      action={<LinkButton href={paths.meetingCreate()}>New meeting</LinkButton>}
    />
  ) : (
    <EmptyState level={3} title="No meetings yet" text="Meetings appear here once they are published." />
  );
}

export type TimelineFilter = 'all' | TimelineItem['itemType'];

export function ofType(items: readonly TimelineItem[], filter: TimelineFilter): readonly TimelineItem[] {
  return filter === 'all' ? items : items.filter((item) => item.itemType === filter);
}

interface Dated {
  readonly sortDate: string;
  readonly meeting?: { readonly is_adjourned: boolean };
}

export function splitAtNow<T extends Dated>(items: readonly T[], now: Date) {
  const isUpcoming = ({ sortDate, meeting }: T): boolean =>
    Date.parse(sortDate) > now.getTime() && meeting?.is_adjourned !== true;
  return { upcoming: items.filter(isUpcoming), past: items.filter((item) => !isUpcoming(item)) };
}
