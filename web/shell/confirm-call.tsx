import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import type { QueryNoun } from '#web/api/queries.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface ConfirmCallProps<E extends Endpoint> extends Omit<ConfirmDialogProps, 'isPending' | 'onConfirm'> {
  readonly endpoint: E;
  readonly input: CallInput<E>;
  readonly invalidates?: readonly QueryNoun[] | undefined;
  readonly done?: string | undefined;
  readonly onDone?: ((answer: AnswerOf<E>) => void | Promise<void>) | undefined;
}

export function ConfirmCall<E extends Endpoint>(props: ConfirmCallProps<E>) {
  const { endpoint, input, invalidates = [], done, onDone, ...dialog } = props;
  const sent = useCall(endpoint, {
    invalidates,
    onSuccess: async (answer) => {
      dialog.onClose();
      if (done !== undefined) showToast(done);
      await onDone?.(answer);
    },
    onError: dialog.onClose,
  });
  const confirm = (): void => {
    // A dialog that fades out still receives clicks.
    if (dialog.isOpen !== false) sent.mutate(input);
  };
  return <ConfirmDialog {...dialog} isPending={sent.isPending} onConfirm={confirm} />;
}
