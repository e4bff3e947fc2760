import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { type Audience, audienceInput, listAudienceChoices } from '#contract/audience.ts';
import { getMeetingAudience, type Meeting, previewMeetingAudience, setMeetingAudience } from '#contract/meetings.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isSameAudience } from '#web/features/members/audience/audience.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { audienceChangeLines, draftAudienceNote } from './audience-change.ts';

interface AudienceCardProps {
  readonly meeting: Pick<Meeting, 'id' | 'state' | 'audience'>;
  readonly findsDate: boolean;
}

export function AudienceCard({ meeting, findsDate }: AudienceCardProps) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Section title="Audience">
      <Stack gap="s">
        <p>
          <Badge tone="line" icon={UsersRound}>
            {meeting.audience}
          </Badge>
        </p>
        {meeting.state === 'draft' && <p className="meta">{draftAudienceNote(findsDate)}</p>}
        <p>
          <Button size="s" onPress={() => setChanging(true)}>
            Change audience
          </Button>
        </p>
      </Stack>
      {isChanging && <AudienceDialog meeting={meeting} findsDate={findsDate} onClose={() => setChanging(false)} />}
    </Section>
  );
}

interface AudienceDialogProps {
  readonly meeting: Pick<Meeting, 'id' | 'state'>;
  readonly findsDate: boolean;
  readonly onClose: () => void;
}

export function AudienceDialog({ meeting, findsDate, onClose }: AudienceDialogProps) {
  const params = { id: meeting.id };
  const [chosen, setChosen] = useState<Audience | null>(null);
  const [serverError, setServerError] = useState<string>();
  const { data: choices } = useQuery(queryFor(listAudienceChoices));
  const { data: saved } = useQuery({ ...queryFor(getMeetingAudience, { params }), staleTime: 0 });
  const audience = chosen ?? saved?.audience ?? null;
  const checked = audience === null ? undefined : audienceInput.safeParse(audience);
  const isChanged = saved !== undefined && audience !== null && !isSameAudience(saved.audience, audience);
  const isRight = checked?.success === true;
  const previewed = isChanged && isRight ? audience : null;
  const { data: change } = useQuery({
    queryKey: [previewMeetingAudience.name, params, previewed],
    queryFn: () => call(previewMeetingAudience, { params, body: { audience: previewed as Audience } }),
    enabled: previewed !== null,
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
  const wrong = serverError ?? checked?.error?.issues[0]?.message;
  return (
    <ActionDialog
      onClose={onClose}
      size="m"
      title="Change audience"
      confirmLabel="Save audience"
      isPending={save.isPending || save.isSuccess}
      isDisabled={!isChanged || !isRight}
      onConfirm={() => audience !== null && save.mutate({ params, body: { audience } })}
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
            {previewed !== null &&
              change !== undefined &&
              audienceChangeLines(change, { isDraft: meeting.state === 'draft', findsDate }).map((words) => (
                <p key={words}>{words}</p>
              ))}
          </div>
        </Stack>
      )}
    </ActionDialog>
  );
}
