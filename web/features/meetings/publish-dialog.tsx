import { useQuery } from '@tanstack/react-query';
import { Hourglass, Mail } from 'lucide-react';
import { listPublishAudience, type Meeting, publishMeeting } from '../../../contract/meetings.ts';
import { formatHeadingDate, formatTimeWithZone } from '../../../domain/dates.ts';
import { useCall } from '../../api/mutations.ts';
import { queryFor } from '../../api/queries.ts';
import { useTimeZone } from '../../api/start.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/feedback/skeletons.tsx';
import { Icon, type IconType } from '../../ui/icon.tsx';
import { Avatar, AvatarStack } from '../../ui/identity/avatar.tsx';
import { Cluster, Stack } from '../../ui/layout.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type Invited, pendingWords, recipientCount } from './publish-audience.ts';
import styles from './publish-dialog.module.css';

interface PublishDialogProps {
  readonly meeting: Pick<Meeting, 'id' | 'title' | 'start'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Says who gets the invitation, with their number, before anything is sent (product.md, section 4). */
export function PublishDialog({ meeting, isOpen, onClose, onPublished }: PublishDialogProps) {
  const timeZone = useTimeZone();
  const asked = useQuery({
    ...queryFor(listPublishAudience, { params: { id: meeting.id } }),
    enabled: isOpen,
    staleTime: 0,
    throwOnError: false,
  });
  const publish = useCall(publishMeeting, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => {
      onClose();
      onPublished();
    },
    onError: onClose,
  });
  const { data } = asked;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="m"
      title="Publish and invite"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            autoFocus
            // Until the dialog has faded out, a second press must not publish again.
            isPending={publish.isPending || publish.isSuccess}
            isDisabled={data === undefined}
            onPress={() => publish.mutate({ params: { id: meeting.id }, body: {} })}
          >
            Publish
          </Button>
        </>
      }
    >
      <Stack gap="m">
        <p>
          <strong className={styles.strong}>{meeting.title}</strong>
          <br />
          {formatHeadingDate(meeting.start, timeZone)}, {formatTimeWithZone(meeting.start, timeZone)}
        </p>
        <p>The meeting appears on the whole board’s dashboards, and each person gets one invitation by email.</p>
        {data === undefined ? (
          <Skeleton width={75} />
        ) : (
          <ul className={styles.invitees}>
            <AudienceLine
              icon={Mail}
              people={data.recipients}
              title={recipientCount(data.recipients.length)}
              note={data.recipients.length === 0 ? 'Nobody gets an invitation' : 'Get the invitation when you publish'}
            />
            {data.pending.length > 0 && (
              <AudienceLine
                pending
                icon={Hourglass}
                people={data.pending}
                title={`${data.pending.length} pending ${data.pending.length === 1 ? 'invitee' : 'invitees'}`}
                note={pendingWords(data.pending)}
              />
            )}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

interface AudienceLineProps {
  readonly icon: IconType;
  readonly people: readonly Invited[];
  readonly title: string;
  readonly note: string;
  readonly pending?: boolean | undefined;
}

function AudienceLine({ icon, people, title, note, pending = false }: AudienceLineProps) {
  const pictured = people.map((each) => ({ id: each.member_id, name: each.name, pictureUrl: each.img_url }));
  return (
    <li>
      <Icon of={icon} />
      <span>
        <strong>{title}</strong>
        <br />
        <span className="meta">{note}</span>
      </span>
      {people.length > 0 && (
        <span className="end">
          {pending && pictured.length <= 3 ? (
            <Cluster>
              {pictured.map((person) => (
                <Avatar key={person.id} {...person} size="s" pending labelled />
              ))}
            </Cluster>
          ) : (
            <AvatarStack people={pictured} />
          )}
        </span>
      )}
    </li>
  );
}
