import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { getInvitation } from '#contract/invitations.ts';
import { beginJoining, joinByPasskey } from '#contract/passkeys.ts';
import { deviceLabel } from '#domain/devices.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { call } from '#web/api/call.ts';
import { canUsePasskeys, createPasskey } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import styles from './passkeys.module.css';

export function JoinByPasskey({ uuid }: { readonly uuid: string }) {
  const { data } = useQuery(queryFor(getInvitation, { params: { uuid } }));
  const join = useMutation<{ readonly url: string }, Error>({
    meta: { quiet: true },
    mutationFn: async () => {
      const { options } = await call(beginJoining, { body: { invitation_id: uuid } });
      const made = await createPasskey(options);
      const { name } = deviceLabel(navigator.userAgent);
      return call(joinByPasskey, { body: { invitation_id: uuid, name, made } });
    },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const invitation = data?.invitation ?? null;
  const isPossible = invitation !== null && !invitation.account_exists && invitation.opens_by === null;
  if (!isPossible || !canUsePasskeys()) return null;
  return (
    <div className={styles.join}>
      <Button block icon={KeyRound} isPending={join.isPending || join.isSuccess} onPress={() => join.mutate()}>
        {signInLabels.joinByPasskey}
      </Button>
      <p className="meta">{signInLabels.passkeyAsks}</p>
      {join.error !== null && <ErrorText>{signInError(join.error)}</ErrorText>}
    </div>
  );
}
