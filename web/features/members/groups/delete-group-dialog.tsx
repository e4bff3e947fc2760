import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { deleteGroup, type Group, getGroupUse } from '#contract/groups.ts';
import { groupMessages } from '#domain/messages/people.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { invalidateNouns, queryFor } from '#web/api/queries.ts';
import { refreshStart } from '#web/api/start.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { groupNouns } from './groups.ts';

type GoesTo = 'members' | 'group' | 'whole-board';

interface DeleteGroupDialogProps {
  readonly group: Pick<Group, 'id' | 'name'>;
  readonly onClose: () => void;
  readonly onRemoving?: ((isRemoving: boolean) => void) | undefined;
  readonly onDeleted?: (() => Promise<void>) | undefined;
}

export function DeleteGroupDialog({ group, onClose, onRemoving, onDeleted }: DeleteGroupDialogProps) {
  const params = { id: group.id };
  const client = useQueryClient();
  const [goesTo, setGoesTo] = useState<GoesTo>('members');
  const [otherId, setOtherId] = useState<string | null>(null);
  const remove = useCall(deleteGroup, {
    onSuccess: async () => {
      onClose();
      await onDeleted?.();
      void refreshStart();
      await invalidateNouns(client, groupNouns);
    },
    onError: () => {
      onRemoving?.(false);
      onClose();
    },
  });
  const { data: use } = useQuery({
    ...queryFor(getGroupUse, { params }),
    enabled: remove.isIdle,
    staleTime: 0,
    throwOnError: false,
    meta: { quiet: true },
  });
  const isWhole = goesTo !== 'group' || otherId !== null;
  const body = { audience_goes_to: goesTo, group_id: goesTo === 'group' ? otherId : null };
  return (
    <ConfirmDialog
      onClose={onClose}
      size="m"
      title={`Delete ${group.name}?`}
      confirmLabel="Delete group"
      danger
      isPending={remove.isPending || remove.isSuccess}
      isDisabled={use === undefined || !isWhole}
      onConfirm={() => {
        onRemoving?.(true);
        remove.mutate({ params, body });
      }}
    >
      {use === undefined ? (
        <Skeleton width={75} />
      ) : use.meetings === 0 ? (
        <p>This group has no meetings. Its members stay on the board.</p>
      ) : (
        <NewAudience use={use} goesTo={goesTo} onGoesTo={setGoesTo} otherId={otherId} onOther={setOtherId} />
      )}
    </ConfirmDialog>
  );
}

interface NewAudienceProps {
  readonly use: AnswerOf<typeof getGroupUse>;
  readonly goesTo: GoesTo;
  readonly onGoesTo: (goesTo: GoesTo) => void;
  readonly otherId: string | null;
  readonly onOther: (groupId: string) => void;
}

function NewAudience({ use, goesTo, onGoesTo, otherId, onOther }: NewAudienceProps) {
  return (
    <Stack gap="m">
      <p>
        {counted(use.meetings, 'meeting')} {use.meetings === 1 ? 'is' : 'are'} for this group. Its members stay on the
        board. Who should see {use.meetings === 1 ? 'it' : 'them'} from now on?
      </p>
      <RadioGroup
        label="Who sees its meetings"
        labelHidden
        value={goesTo}
        onChange={(value) => onGoesTo(value as GoesTo)}
        options={[
          { value: 'members', label: `Its ${counted(use.members, 'member')}, as individuals` },
          { value: 'group', label: 'Another group', isDisabled: use.other_groups.length === 0 },
          { value: 'whole-board', label: 'The whole board' },
        ]}
      />
      {goesTo === 'group' && (
        <Select
          label="Other group"
          placeholder="Choose a group"
          value={otherId}
          onChange={onOther}
          options={use.other_groups.map((other) => ({ value: other.id, label: other.name }))}
        />
      )}
      {goesTo === 'whole-board' && <Notice tone="caution">{groupMessages.widens}</Notice>}
    </Stack>
  );
}
