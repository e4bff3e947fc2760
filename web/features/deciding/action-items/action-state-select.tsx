import { useState } from 'react';
import { type ActionItem, updateActionItem } from '#contract/action-items.ts';
import type { ActionState } from '#domain/action-items.ts';
import { useCall } from '#web/api/mutations.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { stateOptions } from './action-labels.ts';

/** Loaded only if the user may choose, because lists are part of a meeting's first screen. */
export function ActionStateSelect({
  item,
  isField = false,
}: {
  readonly item: ActionItem;
  readonly isField?: boolean;
}) {
  // The state that was chosen while a change is pending. That change's response contains the revision for the next.
  const [next, setNext] = useState<ActionState | null>(null);
  const set = useCall(updateActionItem, {
    invalidates: ['actionItems', 'waiting'],
    onSuccess: ({ item: saved, conflicts }) => {
      setNext(null);
      if (conflicts.length > 0) showToast('Somebody else has changed it in the meantime.');
      else if (next !== null) save(saved, next);
    },
    onError: () => setNext(null),
  });
  // The list is updated slightly later than this response arrives.
  const known = set.data !== undefined && set.data.item.revision > item.revision ? set.data.item : item;
  const save = (from: ActionItem, state: ActionState): void => {
    if (state !== from.state) set.mutate({ params: { id: from.id }, body: { revision: from.revision, state } });
  };
  return (
    <Select
      label={isField ? 'State' : `State of ${item.title}`}
      labelHidden={!isField}
      size={isField ? 'm' : 's'}
      options={stateOptions(known)}
      value={set.isPending ? (next ?? set.variables.body?.state ?? known.state) : known.state}
      onChange={(state) => {
        if (set.isPending) setNext(state);
        else save(known, state);
      }}
    />
  );
}
