import { useState } from 'react';
import { listResolutions } from '#contract/resolutions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

interface Asking {
  readonly title: string;
  readonly confirmLabel: string;
  /** Those in which others vote afterwards; a group's body has its id, the whole board's that of the board. */
  readonly bodyIds: () => readonly string[];
}

/** Asks once before what circulates is circulated anew, because others vote. */
export function useCirculationQuestion(
  form: { readonly submit: () => void; readonly check: () => Promise<boolean> },
  { title, confirmLabel, bodyIds }: Asking,
) {
  const [isReading, setReading] = useState(false);
  const [titles, ask] = useState<readonly string[]>([]);
  const submit = async (): Promise<void> => {
    const changed = bodyIds();
    if (changed.length === 0 || !(await form.check())) return form.submit();
    setReading(true);
    try {
      const { open } = await queryClient.fetchQuery({ ...queryFor(listResolutions, { query: {} }), staleTime: 0 });
      const circulating = open.filter(({ state, body }) => state === 'circulating' && changed.includes(body.id));
      if (circulating.length === 0) form.submit();
      else ask(circulating.map((each) => each.title));
    } catch (error) {
      reportFailure(error);
    } finally {
      setReading(false);
    }
  };
  const dialog = (
    <ConfirmDialog
      isOpen={titles.length > 0}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        ask([]);
        form.submit();
      }}
      onClose={() => ask([])}
    >
      {titles.map((each) => (
        <p key={each}>{resolutionMessages.anew(each)}</p>
      ))}
    </ConfirmDialog>
  );
  return { isReading, submit: () => void submit(), dialog };
}
