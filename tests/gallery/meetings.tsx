import { CalendarPlus, Clock, Ellipsis, FileText, MapPin, Video, X } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Fact, Facts } from '#web/ui/layout.tsx';
import { AgendaEditorRow } from '#web/ui/meeting/agenda-editor-row.tsx';
import { AgendaView } from '#web/ui/meeting/agenda-view.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { MeetingHead } from '#web/ui/meeting/meeting-head.tsx';
import { NextMeetingCard } from '#web/ui/meeting/next-meeting.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { RsvpBar, type RsvpOption } from '#web/ui/meeting/rsvp-bar.tsx';
import { RsvpProposal } from '#web/ui/meeting/rsvp-proposal.tsx';
import { DocumentRow } from '#web/ui/rows/document-row.tsx';
import { moved, ReorderableList } from '#web/ui/rows/reorderable-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { KitLine, KitSection } from './sheet.tsx';

type Answer = 'in-person' | 'remote' | 'declined';

const OPTIONS: readonly RsvpOption<Answer>[] = [
  {
    value: 'in-person',
    icon: MapPin,
    label: (
      <>
        Going <span className="nowrap">in-person</span>
      </>
    ),
  },
  { value: 'remote', icon: Video, label: 'Going remote' },
  { value: 'declined', icon: X, label: 'Not Going', declines: true },
];
const LABELS: Readonly<Record<Answer, string>> = {
  'in-person': 'Going in-person',
  remote: 'Going remote',
  declined: 'Not Going',
};
const REPLIED = 'You replied on 11/16/2026 at 10:02 AM';

function LiveBar({ flush = false, initial = null }: { readonly flush?: boolean; readonly initial?: Answer | null }) {
  const [answer, setAnswer] = useState<Answer | null>(initial);
  return (
    <RsvpBar
      question="Will you attend?"
      status={<Reply kind="none">No Reply</Reply>}
      options={OPTIONS}
      onChoose={setAnswer}
      answer={answer === null ? undefined : { label: LABELS[answer], meta: REPLIED, declined: answer === 'declined' }}
      onChange={() => setAnswer(null)}
      flush={flush}
      tools={
        <Button variant="quiet" icon={CalendarPlus}>
          Add to calendar
        </Button>
      }
    />
  );
}

export function ReplySection() {
  const [proposal, setProposal] = useState<Answer>('remote');
  return (
    <KitSection title="Reply">
      <NextMeetingCard
        date={<DateBlock size="hero" weekday="Thursday" day={19} month="November 2026" dateTime="2026-11-19" />}
        kicker="Next meeting, in 3 days"
        title="November Board Meeting"
        href="#"
        facts={
          <Facts>
            <Fact icon={Clock}>9:30 AM – 12:00 PM AST</Fact>
            <Fact icon={MapPin}>Harbour Street Resource Centre, or remote</Fact>
            <Fact icon={FileText}>8 agenda items, 11 documents</Fact>
          </Facts>
        }
        side={
          <>
            <LinkButton href="#" variant="primary">
              Open meeting
            </LinkButton>
            <Button icon={CalendarPlus}>Add to calendar</Button>
          </>
        }
      >
        <LiveBar flush />
      </NextMeetingCard>
      <LiveBar />
      <LiveBar initial="in-person" />
      <LiveBar initial="declined" />
      <RsvpBar
        question="Remote meeting: will you attend?"
        status={<Reply kind="none">No Reply</Reply>}
        options={OPTIONS.slice(1)}
        onChoose={setProposal}
      />
      <RsvpBar
        question="Will you attend?"
        status={<Reply kind="none">No Reply</Reply>}
        options={OPTIONS}
        onChoose={setProposal}
        proposal={
          <RsvpProposal
            options={OPTIONS}
            value={proposal}
            onChoose={setProposal}
            confirmLabel={`Confirm: ${LABELS[proposal]}`}
            onConfirm={() => setProposal('remote')}
          />
        }
      />
      <KitLine>
        <Reply kind="accepted-in-person">Going in-person</Reply>
        <Reply kind="accepted-remote">Going remote</Reply>
        <Reply kind="declined">Not Going</Reply>
        <Reply kind="none">No Reply</Reply>
        <Reply kind="accepted">In Attendance</Reply>
      </KitLine>
    </KitSection>
  );
}

const PRESENTERS = ['Ruth Okafor', 'Thomas McKenna'].map((name) => ({ value: name, label: name }));

export function AgendaSection() {
  const [items, setItems] = useState([
    'Where we stand',
    'Homes we could build',
    'Borrowing and headroom',
    'Any other business',
  ]);
  return (
    <KitSection title="Meeting page">
      <MeetingHead
        title="November Board Meeting"
        date={<DateBlock weekday="Thursday" day={19} month="November 2026" dateTime="2026-11-19" />}
      >
        <Fact icon={Clock}>9:30 AM – 12:00 PM AST</Fact>
        <Fact icon={Video}>
          Hybrid, <TextLink href="#">join remotely</TextLink>
        </Fact>
      </MeetingHead>
      <Section title="Agenda" aside="2 items, 2 documents">
        <AgendaView
          items={[
            {
              key: 1,
              number: '1',
              time: '9:30 AM',
              title: 'Welcome and call to order',
              presenter: 'Ruth Okafor',
              minutes: '5 min',
            },
            {
              key: 2,
              number: '2',
              time: '9:35 AM',
              title: 'Minutes and actions from October',
              presenter: 'Elena Kowalczyk',
              text: 'To approve the minutes of October 15 and review the four open actions.',
              minutes: '10 min',
              documents: (
                <>
                  <DocumentRow
                    type="docx"
                    title="Draft minutes, October 15, 2026"
                    meta="DOCX, 6 pages"
                    date="10/22/26"
                    href="#"
                    isNew
                  />
                  <DocumentRow type="xlsx" title="Action log" meta="Spreadsheet" date="11/12/26" href="#" notes={3} />
                </>
              ),
            },
          ]}
          close={{ time: '9:45 AM', label: 'Close' }}
        />
      </Section>
      <ReorderableList
        label="Agenda items"
        items={items}
        keyOf={(item) => item}
        nameOf={(item) => item}
        onReorder={(key, to) => setItems(moved(items, items.indexOf(key), to))}
        renderItem={(item, index, handle) => (
          <AgendaEditorRow
            number={index + 1}
            handle={handle}
            title={
              <TextArea
                variant="item"
                label={`Title of item ${index + 1}`}
                labelHidden
                value={item}
                onChange={() => undefined}
              />
            }
            controls={
              <>
                <span className="hide-small">
                  <Select
                    plain
                    label="Presenter"
                    labelHidden
                    options={PRESENTERS}
                    value="Ruth Okafor"
                    onChange={() => undefined}
                  />
                </span>
                <span className="hide-small meta">25 min</span>
                <IconButton icon={Ellipsis} size="s" aria-label={`More for item ${index + 1}`} />
              </>
            }
            documents={
              index === 1 ? (
                <>
                  <UploadRow
                    type="pdf"
                    name="Pipeline review 2026–2030.pdf"
                    status={{ kind: 'uploaded', text: 'Uploaded, 8.2 MB' }}
                    onRemove={() => undefined}
                  />
                  <UploadRow
                    type="pptx"
                    name="Options for growth.pptx"
                    status={{ kind: 'uploading', percent: 62, text: '62% of 24.6 MB' }}
                    onRemove={() => undefined}
                  />
                </>
              ) : undefined
            }
          />
        )}
      />
    </KitSection>
  );
}
