import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass, Mail } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { listPublishAudience, previewPublishing, publishMeeting } from '#contract/meetings.ts';
import { wholeBoardLabel } from '#domain/audience.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { whenOf } from '#web/features/homes/meetings/meeting-labels.ts';
import { type Invited, pendingText, recipientCount } from '#web/features/members/audience/audience.ts';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Avatar, AvatarStack } from '#web/ui/identity/avatar.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { MODAL_CLOSE_DELAY } from '#web/ui/overlays/dialog.tsx';
import styles from './dialogs.module.css';
import type { PublishNoticesProps } from './publish-notices.tsx';

const InvitationPreview = lazyPart(
  () => import('./invitation-preview.tsx'),
  'InvitationPreview',
  <Skeleton width={75} />,
);

const PublishNotices = lazyPart(() => import('./publish-notices.tsx'), 'PublishNotices');

/** Milliseconds during which the closing dialog may still move the focus. */
const focusFreeAfterMs = MODAL_CLOSE_DELAY + 100;

interface PublishDialogProps extends Omit<PublishNoticesProps, 'faults'> {
  readonly isOpen: boolean;
  readonly onPublished: () => void;
}

/** Requests that the server rejects once the meeting is published. */
const ofDraft: readonly string[] = [listPublishAudience.name, previewPublishing.name];

export function PublishDialog({ meeting, isOpen, onClose, onAddLink, onPublished }: PublishDialogProps) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const publish = useCall(publishMeeting, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => {
      setNote('');
      onClose();
      onPublished();
    },
    onError: onClose,
  });
  const isPublishing = publish.isPending || publish.isSuccess;
  const { data } = useQuery({
    ...queryFor(listPublishAudience, { params: { id: meeting.id } }),
    enabled: isOpen && !isPublishing,
    staleTime: 0,
    throwOnError: false,
  });
  const addLink = (): void => {
    onClose();
    setTimeout(onAddLink, focusFreeAfterMs);
  };
  const words = meeting.dateCount > 0 ? askingWords : publishingWords;
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      size="m"
      scrolls
      title={words.title}
      confirmLabel={words.act}
      autoFocus
      // Stays pending until the dialog has faded out, so that a second click cannot publish again.
      isPending={isPublishing}
      isDisabled={data === undefined}
      onConfirm={() => {
        void client.cancelQueries({ predicate: ({ queryKey }) => ofDraft.includes(String(queryKey[0])) });
        publish.mutate({ params: { id: meeting.id }, body: { note } });
      }}
    >
      <Stack gap="m">
        <p>
          <strong className={styles.strong}>{meeting.title}</strong>
          <br />
          {meeting.dateCount > 0 ? `${meeting.dateCount} proposed dates` : whenOf(meeting, timeZone)}
        </p>
        <p>
          {data === undefined || data.audience === wholeBoardLabel
            ? `${words.subject} appears on every member’s dashboard, and each person gets ${words.mail}.`
            : `The meeting is for ${data.audience}: ${words.subject.toLowerCase()} appears on their dashboards, and each person gets ${words.mail}.`}
        </p>
        {/* Without its notices, the dialog closes, so that nobody publishes unwarned. */}
        <PublishNotices meeting={meeting} faults={data?.faults ?? []} onAddLink={addLink} onClose={onClose} />
        {data === undefined ? <Skeleton width={75} /> : <PublishAudience words={words} audience={data} />}
        <div className={styles.invitation}>
          <InvitationPreview meetingId={meeting.id} note={note} isPublishing={isPublishing} onNoteChange={setNote} />
        </div>
      </Stack>
    </ActionDialog>
  );
}

interface PublishAudienceProps {
  readonly words: typeof publishingWords | typeof askingWords;
  readonly audience: AnswerOf<typeof listPublishAudience>;
}

function PublishAudience({ words, audience: { recipients, pending } }: PublishAudienceProps) {
  return (
    <ul className={styles.invitees}>
      <AudienceLine
        icon={Mail}
        people={recipients}
        title={recipientCount(recipients.length)}
        note={recipients.length === 0 ? words.nobody : words.note(recipients.length)}
      />
      {pending.length > 0 && (
        <AudienceLine
          pending
          icon={Hourglass}
          people={pending}
          title={`${pending.length} pending ${pending.length === 1 ? 'invitee' : 'invitees'}`}
          note={pendingText(pending)}
        />
      )}
    </ul>
  );
}

const publishingWords = {
  title: 'Publish and invite',
  act: 'Publish',
  subject: 'The meeting',
  mail: 'one invitation by email',
  note: (count: number) => `${count === 1 ? 'Gets' : 'Get'} the invitation when you publish`,
  nobody: 'Nobody gets an invitation',
} as const;

const askingWords = {
  title: 'Ask for a date',
  act: 'Ask everybody',
  subject: 'The question',
  mail: 'one message asking which dates suit them',
  note: (_count: number) => 'Will be asked by email',
  nobody: 'Nobody gets a message',
} as const;

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
