import { useSuspenseQuery } from '@tanstack/react-query';
import { Clock, Download, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  confirmInterests,
  downloadInterests,
  type Interest,
  type InterestHolder,
  listInterests,
  type OwnConfirmation,
} from '#contract/interests.ts';
import { formatListDate } from '#domain/dates.ts';
import { interestLabels } from '#domain/messages/interests.ts';
import { counted } from '#domain/text.ts';
import { endpointAddress, pageBoard } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { PeopleTabs } from '#web/features/members/people/people-tabs.tsx';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { InterestsTable } from './interests-table.tsx';

const DeclareDialog = lazyPart(() => import('./interest-dialogs.tsx'), 'DeclareDialog');

type Register = AnswerOf<typeof listInterests>;

export function InterestsPage() {
  const { data } = useSuspenseQuery(queryFor(listInterests));
  const own = data.people.find((person) => person.is_self);
  const others = data.people.filter((person) => person !== own);
  const declaring = data.people.filter((person) => person.interests.some(({ until }) => until === null));
  const open = declaring.reduce((sum, each) => sum + each.interests.filter(({ until }) => until === null).length, 0);
  return (
    <Page>
      <PageHead
        title="Interests"
        note={
          data.can.read_all && open > 0 && `${counted(declaring.length, 'member has', 'members have')} declared ${open}`
        }
        actions={
          data.can.read_all && (
            <LinkButton
              size="s"
              icon={Download}
              download
              href={endpointAddress(downloadInterests, { query: { board: pageBoard() } })}
            >
              {interestLabels.registerFile}
            </LinkButton>
          )
        }
      />
      {data.can.read_all && <PeopleTabs current="interests" />}
      {data.can.read_all ? (
        <Columns pairsAside asideLabel="No interests declared" aside={<Undeclared people={data.people} />}>
          <Stack gap="l">
            <Yours own={own} confirmation={data.own} />
            <AllMembers people={others} register={data} />
          </Stack>
        </Columns>
      ) : (
        <Yours own={own} confirmation={data.own} />
      )}
    </Page>
  );
}

interface YoursProps {
  readonly own: InterestHolder | undefined;
  readonly confirmation: OwnConfirmation;
}

function Yours({ own, confirmation }: YoursProps) {
  const [isAdding, setAdding] = useState(false);
  const interests = own?.interests ?? [];
  return (
    <Section
      title="Yours"
      aside={
        <Button size="s" icon={Plus} onPress={() => setAdding(true)}>
          Add
        </Button>
      }
    >
      <Stack gap="s">
        {interests.length === 0 ? (
          <EmptyState title={interestLabels.none} text="Add anything that might affect this board’s decisions." />
        ) : (
          <InterestsTable label="Your interests" interests={interests} />
        )}
        <Confirmation confirmation={confirmation} hasOpen={interests.some(({ until }) => until === null)} />
      </Stack>
      {isAdding && <DeclareDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

interface ConfirmationProps {
  readonly confirmation: OwnConfirmation;
  readonly hasOpen: boolean;
}

function Confirmation({ confirmation, hasOpen }: ConfirmationProps) {
  const timeZone = useTimeZone();
  const confirm = useCall(confirmInterests, {
    invalidates: ['interests', 'waiting'],
    onSuccess: () => void showToast('Interests confirmed'),
  });
  return (
    <Notice
      icon={Clock}
      tone={confirmation.is_due ? 'caution' : 'info'}
      actions={
        <Button size="s" isPending={confirm.isPending} onPress={() => confirm.mutate({ body: {} })}>
          {hasOpen ? 'Confirm' : 'I have nothing to declare'}
        </Button>
      }
    >
      {dutyText(confirmation.months)} {lastText(confirmation, timeZone)}
    </Notice>
  );
}

function AllMembers({ people, register }: { readonly people: readonly InterestHolder[]; readonly register: Register }) {
  const { search, set } = useListAddress();
  const [isAdding, setAdding] = useState(false);
  const withEnded = search.ended === '1';
  const listed = people.filter((person) => person.interests.length > 0);
  const hasEnded = listed.some((person) => person.interests.some(isEnded));
  return (
    <Section
      title="All members"
      aside={
        <>
          {hasEnded && (
            <Button size="s" variant="quiet" onPress={() => set({ ended: withEnded ? undefined : '1' })}>
              {withEnded ? 'Hide ended interests' : 'Show ended interests'}
            </Button>
          )}
          {register.can.write_all && (
            <Button size="s" variant="quiet" icon={Plus} onPress={() => setAdding(true)}>
              Add for a member
            </Button>
          )}
        </>
      }
    >
      {listed.length === 0 ? (
        <p className="muted">No other member has declared an interest.</p>
      ) : (
        <Stack gap="m">
          {listed.map((person) => (
            <Holder key={person.id} person={person} withEnded={withEnded} />
          ))}
        </Stack>
      )}
      {isAdding && (
        <DeclareDialog people={people.filter((person) => !person.is_removed)} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}

const isEnded = (interest: Interest): boolean => interest.until !== null;

function Holder({ person, withEnded }: { readonly person: InterestHolder; readonly withEnded: boolean }) {
  const [isOpened, setOpened] = useState(false);
  const ended = person.interests.filter(isEnded).length;
  const showsEnded = withEnded || isOpened;
  const shown = showsEnded ? person.interests : person.interests.filter((each) => !isEnded(each));
  return (
    <section aria-label={person.name}>
      <PersonLine
        person={{ id: person.id, name: person.name, pictureUrl: person.img_url }}
        pending={person.status === 'invited'}
        meta={statusOf(person)}
        end={
          ended > 0 &&
          !withEnded && (
            <Button size="s" variant="quiet" aria-expanded={isOpened} onPress={() => setOpened(!isOpened)}>
              {ended} ended
            </Button>
          )
        }
      />
      {shown.length > 0 && <InterestsTable label={person.name} interests={shown} headersHidden />}
    </section>
  );
}

function Undeclared({ people }: { readonly people: readonly InterestHolder[] }) {
  const timeZone = useTimeZone();
  const none = people.filter(
    (person) => !person.is_removed && person.status !== 'inactive' && person.interests.every(isEnded),
  );
  if (none.length === 0) return null;
  return (
    <Section title="No interests declared" aside={none.length}>
      <Rows label="No interests declared">
        {none.map((person) => (
          <PersonLine
            key={person.id}
            size="s"
            person={{ id: person.id, name: person.name, pictureUrl: person.img_url }}
            pending={person.status === 'invited'}
            meta={statusOf(person) ?? confirmedText(person.confirmed_at, timeZone)}
          />
        ))}
      </Rows>
    </Section>
  );
}

function statusOf(person: Pick<InterestHolder, 'status' | 'is_removed'>): string | undefined {
  if (person.is_removed) return 'No longer on the board';
  if (person.status === 'invited') return 'Not joined yet';
  return person.status === 'inactive' ? 'Inactive' : undefined;
}

const confirmedText = (confirmedAt: string | null, timeZone: string): string =>
  confirmedAt === null ? 'Not confirmed yet' : `Confirmed ${formatListDate(confirmedAt, timeZone)}`;

function dutyText(months: number): string {
  if (months === 0) return 'You can confirm that your list is complete.';
  const every = months === 1 ? 'every month' : `every ${months} months`;
  return `Confirm ${months === 12 ? 'once a year' : every} that your list is complete.`;
}

function lastText({ confirmed_at: confirmedAt, until }: OwnConfirmation, timeZone: string): string {
  if (confirmedAt === null) return 'Not confirmed yet.';
  const again = until === null ? '' : ` Confirm again by ${formatListDate(until, 'UTC')}.`;
  return `Last confirmed on ${formatListDate(confirmedAt, timeZone)}.${again}`;
}
