import { KeyRound, RefreshCw } from 'lucide-react';
import { use, useState } from 'react';
import { z } from 'zod';
import { sizeText } from '#domain/documents.ts';
import { keptDays } from '#domain/kept-papers.ts';
import { documentMessages } from '#domain/messages/documents.ts';
import { counted } from '#domain/text.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { acceptsSixDigits, choose, createPasscode, refreshKept, removeAllOf } from './keeping.ts';
import { canKeepPapers, type KeptKind, keeping, keptHere, needsHomeScreen } from './kept.ts';
import { passcodeProblem, proposePasscode } from './passcode.ts';
import { RemoveAll } from './remove-all.tsx';

type Choice = Parameters<typeof choose>[0];

const loaded = refreshKept().catch((cause: unknown) => console.warn('Kept papers could not be read', cause));

export function KeepPanel({ what, label }: { readonly what: Choice; readonly label: string }) {
  use(loaded);
  const kept = useStore(keptHere);
  const board = useBoard();
  const { user } = useStart();
  const [isSettingPasscode, setSettingPasscode] = useState(false);
  const isKept = isChosen(what, kept);
  if (!canKeepPapers()) {
    return <Notice tone="caution">To keep papers on this device, open Dais over a secure connection (https).</Notice>;
  }
  if (board?.papers_on_devices === 'not-allowed' && !isKept) {
    return <Notice>This board does not allow papers to be kept on devices.</Notice>;
  }
  const isTooShort = kept.hasShortPasscode && !acceptsSixDigits(what);
  const change = (wanted: boolean): void => {
    const needsPasscode = wanted && !kept.hasPasscode;
    setSettingPasscode(needsPasscode);
    if (!needsPasscode) void set(what, wanted);
  };
  return (
    <Stack gap="m">
      {needsHomeScreen() && (
        <Notice tone="caution">
          On iPhone and iPad, first add Dais to the Home Screen and open it from there. Safari deletes the storage of
          sites that have not been used for 7 days.
        </Notice>
      )}
      {what.kind === 'meeting' && kept.keepsNextMeetings && !isKept && (
        <p>Your next meetings are kept on this device. Switch this on to keep this meeting even after it is over.</p>
      )}
      {(isKept || !isTooShort) && <Switch label={label} value={isKept || isSettingPasscode} onChange={change} />}
      {isTooShort && (
        <Notice tone="caution">
          This board requires a passcode of at least 12 characters. Remove all papers from this device, then keep them
          again with a longer one.
        </Notice>
      )}
      {isSettingPasscode && (
        <PasscodeForm
          allowsSixDigits={acceptsSixDigits(what)}
          onSet={async () => {
            await set(what, true);
            setSettingPasscode(false);
          }}
        />
      )}
      <KeepingStatus />
      <Limits />
      {kept.hasPasscode && user !== null && (
        <RemoveAll onRemove={() => removeAllOf(user.id)}>
          This deletes the copies and the passcode from this device. You can then keep the papers again with a new
          passcode.
        </RemoveAll>
      )}
    </Stack>
  );
}

function isChosen(what: Choice, kept: ReturnType<typeof keptHere.get>): boolean {
  if (what.kind === 'next-meetings') return kept.keepsNextMeetings;
  return (what.kind === 'meeting' ? kept.meetings : kept.documents).includes(what.id);
}

async function set(what: Choice, isKept: boolean): Promise<void> {
  try {
    await choose(what, isKept);
  } catch (cause) {
    console.warn('The choice could not be saved', cause);
    showToast(navigator.onLine ? 'Your choice could not be saved. Try again.' : documentMessages.needsConnection);
  }
}

interface PasscodeFormProps {
  readonly allowsSixDigits: boolean;
  readonly onSet: () => Promise<void>;
}

function PasscodeForm({ allowsSixDigits, onSet }: PasscodeFormProps) {
  const [proposed] = useState(proposePasscode);
  const schema = z.object({
    passcode: z.string().superRefine((passcode, { addIssue }) => {
      const message = passcodeProblem(passcode, allowsSixDigits);
      if (message !== null) addIssue({ code: 'custom', message });
    }),
  });
  const form = useSchemaForm({
    schema,
    defaults: { passcode: proposed },
    send: async ({ passcode }: { readonly passcode: string }) => {
      if (!(await createPasscode(passcode))) showToast('A passcode was just set in another window. Use that one.');
    },
    onSaved: onSet,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack gap="s">
        <p>
          Choose a passcode. It unlocks the papers on this device, even without a connection, and is never sent
          anywhere. Write it down: nobody can recover it.
        </p>
        <FormText
          form={form}
          name="passcode"
          label="Passcode"
          autoComplete="off"
          description={
            allowsSixDigits
              ? 'At least 12 characters, or a number with at least six digits.'
              : 'At least 12 characters.'
          }
        />
        <Cluster>
          <Button type="submit" variant="primary" icon={KeyRound} isPending={form.isSaving}>
            Set passcode and continue
          </Button>
          <Button variant="quiet" icon={RefreshCw} onPress={() => form.setValue('passcode', proposePasscode())}>
            Suggest another
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}

function KeepingStatus() {
  const kept = useStore(keptHere);
  const state = useStore(keeping);
  const stored = `${counted(kept.papers, 'paper')}, ${sizeText(kept.byteSize)}`;
  return (
    <>
      {state.kind === 'fetching' && (
        <ProgressBar label="Papers downloaded" value={state.done} max={Math.max(1, state.total)} />
      )}
      <News className="meta">
        {state.kind === 'fetching' && `Downloading papers: ${state.done} of ${state.total}. `}
        {state.kind === 'waiting' && 'The connection was lost. Dais will try again automatically. '}
        {state.kind === 'incomplete' &&
          `These papers could not be downloaded yet: ${state.missing.join(', ')}. Dais will try again automatically. `}
        {state.kind === 'preparing' &&
          `${counted(state.count, 'paper')} still being prepared for reading. Dais will try again automatically. `}
        {state.kind === 'short-passcode' &&
          'One of your boards requires a longer passcode before more papers can be kept. '}
        {state.kind === 'full' && 'This device has no space left for more papers. '}
        {kept.papers > 0 && `On this device: ${stored}.`}
      </News>
      {kept.papers > 0 && <TextLink href="/offline">Open the papers on this device</TextLink>}
    </>
  );
}

function Limits() {
  return (
    <Stack gap="s">
      <p className="meta">
        Papers are stored encrypted. They can be opened for {keptDays} days after you last used Dais on this device
        while signed in.
      </p>
      <p className="meta">
        The encrypted copies remain on a device that never goes online. Dais deletes them if it is opened there after
        the {keptDays} days, but somebody who restores a backup of the device’s storage can get around that. The
        browser’s history shows the titles of pages visited online.
      </p>
    </Stack>
  );
}

interface KeepDialogProps {
  readonly kind: KeptKind;
  readonly id: string;
  readonly onClose: () => void;
}

const labels: Readonly<Record<KeptKind, string>> = {
  meeting: 'Keep this meeting and its papers on this device',
  document: 'Keep this document on this device',
};

export function KeepDialog({ kind, id, onClose }: KeepDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="m"
      scrolls
      title="Papers for offline reading"
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <KeepPanel what={{ kind, id }} label={labels[kind]} />
    </Dialog>
  );
}
