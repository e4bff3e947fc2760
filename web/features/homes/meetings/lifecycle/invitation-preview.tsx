import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewPublishing, sendPublishPreview } from '#contract/meetings.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { MailPreview } from './mail-preview.tsx';
import { WordToMembers } from './word-to-members.tsx';

interface InvitationPreviewProps {
  readonly meetingId: string;
  readonly note: string;
  /** Stops fetching the preview, because a published meeting has none. */
  readonly isPublishing: boolean;
  readonly onNoteChange: (note: string) => void;
}

export function InvitationPreview({ meetingId, note, isPublishing, onNoteChange }: InvitationPreviewProps) {
  const [shownNote, setShownNote] = useState<string | null>(null);
  const params = { id: meetingId };
  const body = { note: shownNote ?? '' };
  const preview = useQuery({
    queryKey: [previewPublishing.name, params, body],
    queryFn: () => call(previewPublishing, { params, body }),
    enabled: shownNote !== null && !isPublishing,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  const send = useCall(sendPublishPreview, { onSuccess: () => showToast('The preview is being sent to you') });
  return (
    <Stack gap="s">
      <WordToMembers
        value={note}
        onChange={onNoteChange}
        onBlur={() => setShownNote((shown) => (shown === null ? null : note))}
      />
      <Cluster>
        <Button
          size="s"
          aria-expanded={shownNote !== null}
          onPress={() => setShownNote((shown) => (shown === null ? note : null))}
        >
          {shownNote === null ? 'Preview the message' : 'Hide the preview'}
        </Button>
        <Button size="s" isPending={send.isPending} onPress={() => send.mutate({ params, body: { note } })}>
          Send it to me
        </Button>
      </Cluster>
      {shownNote !== null && (
        <section aria-label="Preview of the message" aria-busy={preview.isFetching}>
          {preview.data === undefined || preview.error !== null ? (
            <WhileLoading what="The preview" query={preview}>
              <Skeleton width={75} />
            </WhileLoading>
          ) : (
            <MailPreview mail={preview.data} />
          )}
        </section>
      )}
    </Stack>
  );
}
