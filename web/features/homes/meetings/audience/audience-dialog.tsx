import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Audience, audienceInput, listAudienceChoices } from '#contract/audience.ts';
import { getMeetingAudience, type Meeting, previewMeetingAudience, setMeetingAudience } from '#contract/meetings.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isSameAudience } from '#web/features/members/audience/audience-choice.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { changeWords } from './audience-change.ts';

interface AudienceDialogProps {
  readonly meeting: Pick<Meeting, 'id' | 'state'>;
  readonly findsDate: boolean;
  readonly onClose: () => void;
}

/** Chooses who a meeting is for, and says what saving does before it is saved. */
export function AudienceDialog({ meeting, findsDate, onClose }: AudienceDialogProps) {
  const params = { id: meeting.id };
  const [chosen, setChosen] = useState<Audience | null>(null);
  const [serverError, setServerError] = useState<string>();
  const { data: choices } = useQuery(queryFor(listAudienceChoices));
  const { data: saved } = useQuery({ ...queryFor(getMeetingAudience, { params }), staleTime: 0 });
  const audience = chosen ?? saved?.audience ?? null;
  const checked = audience === null ? undefined : audienceInput.safeParse(audience);
  const isChanged = saved !== undefined && audience !== null && !isSameAudience(saved.audience, audience);
  const { data: change } = useQuery({
    queryKey: [previewMeetingAudience.name, params, audience],
    queryFn: () => call(previewMeetingAudience, { params, body: { audience: audience as Audience } }),
    enabled: isChanged && checked?.success === true,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const save = useCall(setMeetingAudience, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => {
      showToast('Audience changed');
      onClose();
    },
    onError: (error) => setServerError(error.fields.audience),
  });
  const isRight = checked?.success === true;
  const wrong = serverError ?? checked?.error?.issues[0]?.message;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      title="Change audience"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={save.isPending || save.isSuccess}
            isDisabled={!isChanged || !isRight}
            onPress={() => audience !== null && save.mutate({ params, body: { audience } })}
          >
            Save audience
          </Button>
        </>
      }
    >
      {choices === undefined || audience === null ? (
        <Skeleton width={75} />
      ) : (
        <Stack gap="m">
          <AudiencePicker
            choices={choices}
            value={audience}
            onChange={(next) => {
              setServerError(undefined);
              setChosen(next);
            }}
            errorMessage={wrong}
          />
          <div role="status">
            {isChanged &&
              isRight &&
              change !== undefined &&
              changeWords(change, { isDraft: meeting.state === 'draft', findsDate }).map((words) => (
                <p key={words}>{words}</p>
              ))}
          </div>
        </Stack>
      )}
    </Dialog>
  );
}
