import { useSuspenseQuery } from '@tanstack/react-query';
import { KeyRound, LogIn, Plus, ShieldCheck, Usb } from 'lucide-react';
import { useState } from 'react';
import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '#contract/passkeys.ts';
import { formatDate } from '#domain/dates.ts';
import { canUsePasskeys } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import { CreatePasskey } from './create-passkey.tsx';
import styles from './passkeys.module.css';

type Act = { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey } | { readonly kind: 'create' };

export function PasskeysSection() {
  const { passkeys } = useSuspenseQuery(queryFor(listPasskeys)).data;
  const [act, setAct] = useState<Act | null>(null);
  const canCreate = canUsePasskeys();
  const create = (): void => setAct({ kind: 'create' });
  const end = (): void => setAct(null);
  if (passkeys.length === 0 && !canCreate) return null;
  return (
    <Section
      title="Passkeys"
      aside={
        canCreate &&
        passkeys.length > 0 && (
          <Button size="s" variant="primary" icon={Plus} onPress={create}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <div className={styles.none}>
          <p className="muted">No passkeys yet.</p>
          <Button variant="primary" icon={KeyRound} onPress={create}>
            Create a passkey
          </Button>
        </div>
      ) : (
        <Rows label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAct={(kind) => setAct({ kind, passkey })} />
          ))}
        </Rows>
      )}
      {act?.kind === 'create' && <CreatePasskey onClose={end} />}
      {act?.kind === 'rename' && <RenameDialog passkey={act.passkey} onClose={end} />}
      {act?.kind === 'remove' && <RemoveDialog passkey={act.passkey} isLast={passkeys.length === 1} onClose={end} />}
    </Section>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onAct: (kind: 'rename' | 'remove') => void;
}

function PasskeyRow({ passkey, onAct }: PasskeyRowProps) {
  const timeZone = useTimeZone();
  const used = passkey.used_at === null ? 'not used yet' : `last used on ${formatDate(passkey.used_at, timeZone)}`;
  return (
    <Setting
      icon={passkey.kind === 'device' ? KeyRound : Usb}
      title={passkey.name}
      meta={`Added on ${formatDate(passkey.added_at, timeZone)}, ${used}.`}
      action={
        <RowMenu aria-label={`More actions for ${passkey.name}`}>
          {() => (
            <>
              <MenuItem label="Rename" onAction={() => onAct('rename')} />
              <MenuItem label="Remove" onAction={() => onAct('remove')} />
            </>
          )}
        </RowMenu>
      }
    />
  );
}

interface PasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenameDialog({ passkey, onClose }: PasskeyDialogProps) {
  const form = useContractForm({
    endpoint: renamePasskey,
    params: { id: passkey.id },
    defaults: { name: passkey.name },
    invalidates: ['passkeys'],
    saved: 'Renamed',
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Rename this passkey" submitLabel="Rename" form={form}>
      <FormText form={form} name="name" label="Name" autoComplete="off" autoFocus />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, isLast, onClose }: PasskeyDialogProps & { readonly isLast: boolean }) {
  return (
    <ConfirmCall
      endpoint={removePasskey}
      input={{ params: { id: passkey.id } }}
      invalidates={['passkeys', 'twoFactor', 'account']}
      done="Passkey removed"
      onClose={onClose}
      title={`Remove ${passkey.name}?`}
      confirmLabel="Remove"
      danger
    >
      You will no longer be able to sign in with it.{' '}
      {isLast && 'Without an authenticator app, your recovery codes will also stop working. '}
      Delete it from your device as well, so that it is no longer offered.
    </ConfirmCall>
  );
}

export function PasskeyPurpose() {
  return (
    <Section title="What a passkey is for">
      <ul className={styles.advice}>
        <li>
          <Icon of={LogIn} />
          <span>You sign in with your fingerprint, face or PIN, without a password or code.</span>
        </li>
        <li>
          <Icon of={ShieldCheck} />
          <span>
            Somebody who learns your password still cannot sign in. Your passkey does not work on fake copies of this
            site.
          </span>
        </li>
      </ul>
    </Section>
  );
}
