import { CalendarDays, Download, Ellipsis, Megaphone, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Saved, Unsaved } from '#web/ui/feedback/saved.tsx';
import { Avatar, AvatarStack } from '#web/ui/identity/avatar.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { Columns, PageToolbar } from '#web/ui/page.tsx';
import { Badge, Count, NewBadge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DocumentList, DocumentRow } from '#web/ui/rows/document-row.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { Brief, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Table } from '#web/ui/rows/table.tsx';
import { LinkTabs, Tabs } from '#web/ui/rows/tabs.tsx';
import { Timeline, TimelineDivider, TimelineRow } from '#web/ui/rows/timeline.tsx';
import { KitLine, KitSection } from './sheet.tsx';

const PEOPLE = [
  'Aisha Benali',
  'Sunita Gill',
  'Elena Kowalczyk',
  'Martin Lindqvist',
  'Thomas McKenna',
  'Ruth Okafor',
  'Priya Raman',
].map((name, index) => ({ id: index, name }));
const [AISHA, SUNITA] = PEOPLE;
const TYPES = ['pdf', 'docx', 'xlsx', 'pptx', 'jpg', 'link', 'video', 'csv', 'txt', 'xml', 'html', 'zip'];

export function RowsSections() {
  const [sort, setSort] = useState<{ column: string; direction: 'ascending' | 'descending' }>({
    column: 'name',
    direction: 'ascending',
  });
  const rows = PEOPLE.slice(0, 4).map(({ id, name }) => ({
    id,
    cells: [
      name,
      <Badge key="status" tone="positive">
        Active
      </Badge>,
      id + 3,
    ],
  }));
  return (
    <>
      <KitSection title="Badges, files, people">
        <KitLine>
          <Badge>Governance</Badge>
          <Badge tone="line">Draft</Badge>
          <NewBadge />
          <Badge tone="positive">Active</Badge>
          <Badge tone="caution">Invited</Badge>
          <Badge tone="negative">Suspended</Badge>
          <Count>2</Count>
          <Count quiet>12</Count>
          <Unsaved>You have unsaved changes</Unsaved>
          <Saved />
        </KitLine>
        <KitLine>
          {TYPES.map((type) => (
            <FileGlyph key={type} type={type} />
          ))}
          <FileGlyph type="pdf" size="s" />
        </KitLine>
        <KitLine>
          {(['s', 'row', 'm', 'l', 'xl'] as const).map((size, index) => (
            <Avatar key={size} id={index} name={PEOPLE[index]?.name ?? ''} size={size} />
          ))}
          <Avatar id={3} name="Daniel Tremblay" size="l" pending />
          <AvatarStack people={PEOPLE} />
        </KitLine>
      </KitSection>
      <KitSection title="Sections and rows">
        <PageToolbar
          crumbs={
            <Breadcrumbs
              items={[
                { label: 'Library', href: '#' },
                { label: 'Finance', href: '#finance' },
                { label: 'Quarterly reports' },
              ]}
            />
          }
        >
          <Button size="s" icon={Pencil}>
            Edit
          </Button>
          <LinkButton href="#" size="s" icon={Download}>
            Board book
          </LinkButton>
          <IconButton icon={Ellipsis} size="s" outlined aria-label="Meeting actions" />
        </PageToolbar>
        <Columns
          aside={
            <>
              <Section title="Pending polls" aside={<Count>2</Count>}>
                <Rows>
                  <Brief title="January strategy day at Maple Court?" href="#" meta="Closes 11/18/26" />
                  <Brief title="Which start time suits you in 2027?" href="#" meta="Closes 11/27/26" />
                </Rows>
              </Section>
              <Section title="People">
                <Rows>
                  {AISHA && <PersonLine person={AISHA} meta="Treasurer" href="#" end={<Badge>Admin</Badge>} />}
                  {SUNITA && <PersonLine person={SUNITA} meta="Invited 11/12/26" pending />}
                </Rows>
              </Section>
            </>
          }
        >
          <Stack gap="l">
            <Section title="Meetings and announcements" aside={<TextLink href="#">All meetings</TextLink>}>
              <Timeline>
                <TimelineRow
                  day="Dec 17"
                  weekday="Thursday"
                  title="December Board Meeting"
                  href="#"
                  kind={{ icon: CalendarDays, label: 'Meeting' }}
                  meta={['9:30 AM', 'Hybrid', 'Whole board']}
                  end={<Reply kind="none">No Reply</Reply>}
                />
                <TimelineDivider>Today</TimelineDivider>
                <TimelineRow
                  day="Nov 12"
                  weekday="Thursday"
                  title="Board book for November 19 is ready"
                  href="#"
                  text="All eleven papers are now in the meeting. Please read the Wharf Road business case before Thursday."
                  kind={{ icon: Megaphone, label: 'Announcement' }}
                  meta={['Elena Kowalczyk', '1 document']}
                />
              </Timeline>
            </Section>
            <Section title="Documents" aside="3 documents">
              <DocumentList>
                <DocumentRow
                  type="pdf"
                  title="Finance report, Q2 2026–27"
                  meta="PDF, 42 pages"
                  date="11/12/26"
                  href="#"
                  isNew
                  notes={4}
                />
                <DocumentRow type="link" title="Wharf Road site plan" meta="Link" date="11/9/26" href="#" />
                <DocumentRow type="zip" title="Site photographs" meta="Cannot be opened" />
              </DocumentList>
            </Section>
          </Stack>
        </Columns>
        <Tabs
          label="Reports"
          tabs={[
            { id: 'attendance', label: 'Attendance', panel: 'How often each member came.' },
            { id: 'documents', label: 'Documents', count: 11, panel: 'What each member has read.' },
          ]}
        />
        <LinkTabs
          label="Admin"
          tabs={[
            { label: 'Setup', href: '#setup', isCurrent: true },
            { label: 'Groups', href: '#groups', isCurrent: false },
          ]}
        />
        <Table
          label="Members"
          sort={sort}
          onSort={(next) => setSort({ column: String(next.column), direction: next.direction })}
          columns={[
            { id: 'name', name: 'Name', isRowHeader: true, sortable: true },
            { id: 'status', name: 'Status' },
            { id: 'meetings', name: 'Meetings', align: 'end', sortable: true },
          ]}
          rows={sort.direction === 'ascending' ? rows : [...rows].reverse()}
        />
      </KitSection>
    </>
  );
}
