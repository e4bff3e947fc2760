import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { listMeetingChanges, notifyMeetingChanges } from '#contract/meeting-lifecycle.ts';
import type { Meeting } from '#contract/meetings.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { changesText } from '#web/features/homes/meetings/action-labels.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './dialogs.module.css';
import { WordToMembers } from './word-to-members.tsx';

interface NotifyChangesDialogProps {
  readonly meeting: Pick<Meeting, 'id' | 'title'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const groups = [
  { kind: 'details', title: 'Details' },
  { kind: 'agenda', title: 'Agenda' },
  { kind: 'documents', title: 'Documents' },
] as const;

export function NotifyChangesDialog({ meeting, isOpen, onClose }: NotifyChangesDialogProps) {
  const [note, setNote] = useState('');
  const asked = useQuery({
    ...queryFor(listMeetingChanges, { params: { id: meeting.id } }),
    enabled: isOpen,
    staleTime: 0,
    throwOnError: false,
  });
  const notify = useCall(notifyMeetingChanges, {
    invalidates: ['meetings'],
    onSuccess: ({ recipient_count: count }) => {
      setNote('');
      onClose();
      showToast(count === 1 ? '1 message is being sent' : `${count} messages are being sent`);
    },
    onError: onClose,
  });
  const { data } = asked;
  const changes = data?.changes ?? [];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="m"
      scrolls
      title="Tell members what changed"
      actions={
        <>
          <Button onPress={onClose}>{data !== undefined && changes.length === 0 ? 'Done' : 'Cancel'}</Button>
          {(data === undefined || changes.length > 0) && (
            <Button
              variant="primary"
              isPending={notify.isPending}
              isDisabled={data === undefined}
              onPress={() => notify.mutate({ params: { id: meeting.id }, body: { note } })}
            >
              Send
            </Button>
          )}
        </>
      }
    >
      {data === undefined ? (
        <Skeleton width={75} />
      ) : changes.length === 0 ? (
        <p>Nothing has changed since members were last notified.</p>
      ) : (
        <Stack gap="m">
          <p>{changesText(changes.length, data.recipient_count)}</p>
          <ChangeList changes={changes} />
          <WordToMembers value={note} onChange={setNote} />
        </Stack>
      )}
    </Dialog>
  );
}

type Changes = AnswerOf<typeof listMeetingChanges>['changes'];

function ChangeList({ changes }: { readonly changes: Changes }) {
  return groups.map(({ kind, title }) => {
    const listed = changes.filter((change) => change.kind === kind);
    return (
      listed.length > 0 && (
        <section key={kind} aria-label={title}>
          <h3 className={styles.heading}>{title}</h3>
          <ul className={styles.changes}>
            {listed.map((change) => (
              <li key={change.text}>{change.text}</li>
            ))}
          </ul>
        </section>
      )
    );
  });
}
