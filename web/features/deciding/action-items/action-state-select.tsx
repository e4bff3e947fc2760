import { type ActionItem, updateActionItem } from '#contract/action-items.ts';
import { useCall } from '#web/api/mutations.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { stateOptions } from './action-labels.ts';

/** Saved at once. Loaded where there is something to choose, since lists are part of a meeting's first screen. */
export function ActionStateSelect({
  item,
  isField = false,
}: {
  readonly item: ActionItem;
  readonly isField?: boolean;
}) {
  const set = useCall(updateActionItem, {
    invalidates: ['actionItems', 'waiting'],
    inOrder: `action-item-${item.id}`,
    onSuccess: ({ conflicts }) => {
      if (conflicts.length > 0) showToast('Somebody else has changed it meanwhile.');
    },
  });
  return (
    <Select
      label={isField ? 'State' : `State of ${item.title}`}
      labelHidden={!isField}
      size={isField ? 'm' : 's'}
      options={stateOptions(item)}
      value={set.isPending ? (set.variables.body?.state ?? item.state) : item.state}
      onChange={(state) => {
        if (state !== item.state) {
          set.mutate({ params: { id: item.id }, body: { revision: item.revision, state } });
        }
      }}
    />
  );
}
