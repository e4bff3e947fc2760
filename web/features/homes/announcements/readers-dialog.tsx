import { useQuery } from '@tanstack/react-query';
import { listAnnouncementReaders } from '#contract/announcements.ts';
import type { AudienceMember } from '#contract/audience.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';

interface ReadersDialogProps {
  readonly announcementId: string;
  readonly onClose: () => void;
}

/** Who of the audience has opened an announcement, and who not. */
export function ReadersDialog({ announcementId, onClose }: ReadersDialogProps) {
  const timeZone = useTimeZone();
  const query = useQuery({
    ...queryFor(listAnnouncementReaders, { params: { id: announcementId } }),
    staleTime: 0,
    throwOnError: false,
  });
  const { data } = query;
  const line = (person: AudienceMember, meta?: string) => (
    <PersonLine
      key={person.member_id}
      person={{ id: person.member_id, name: person.name, pictureUrl: person.img_url }}
      pending={person.is_pending}
      meta={meta}
    />
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      scrolls
      title="Who has opened it"
      actions={<Button onPress={onClose}>Close</Button>}
    >
      {data === undefined ? (
        <WhileLoading what="The readers" query={query}>
          <ListSkeleton rows={4} />
        </WhileLoading>
      ) : (
        <Stack gap="l">
          <p className="meta">
            Counted are members who have logged in. Reading by the link in the mail leaves no trace.
          </p>
          <Section title="Opened" level={3} aside={data.opened.length}>
            {data.opened.length === 0 ? (
              <p className="muted">Nobody yet.</p>
            ) : (
              <Rows>{data.opened.map((each) => line(each, formatDocumentTime(each.opened_at, timeZone)))}</Rows>
            )}
          </Section>
          <Section title="Not opened" level={3} aside={data.not_opened.length + data.pending.length}>
            {data.not_opened.length + data.pending.length === 0 ? (
              <p className="muted">Everybody has opened it.</p>
            ) : (
              <Rows>
                {[...data.not_opened.map((each) => line(each)), ...data.pending.map((each) => line(each, 'Invited'))]}
              </Rows>
            )}
          </Section>
        </Stack>
      )}
    </Dialog>
  );
}
