import { useState } from 'react';
import { type ActionItem, updateActionItem } from '#contract/action-items.ts';
import type { ActionState } from '#domain/action-items.ts';
import { useCall } from '#web/api/mutations.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { stateOptions } from './action-labels.ts';

export function ActionStateSelect({
  item,
  isField = false,
}: {
  readonly item: ActionItem;
  readonly isField?: boolean;
}) {
  // A state chosen during a request is sent after the response, because it needs the new revision.
  const [next, setNext] = useState<ActionState | null>(null);
  const set = useCall(updateActionItem, {
    invalidates: ['actionItems', 'waiting'],
    onSuccess: ({ item: saved, conflicts }) => {
      setNext(null);
      if (conflicts.length > 0) showToast('Somebody else has changed this action item in the meantime.');
      else if (next !== null) save(saved, next);
    },
    onError: () => setNext(null),
  });
  // The list may be older than this response, so use the newer revision.
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
